import { expect, it } from 'vitest'
import { adjustedFallback } from './font-fallback.ts'

const fraunces = { family: 'Fraunces Variable', package: 'fraunces', weights: '100 900', fallback: "Georgia, 'Times New Roman', serif" }

it('scales the first system font to the width and height of the brand’s font', () => {
  const scale = 938 / 2000 / (913 / 2048)
  const share = (units: number): string => `${((units / 2000 / scale) * 100).toFixed(2)}%`
  expect(adjustedFallback(fraunces)).toEqual({
    family: 'fraunces-fallback',
    face:
      `@font-face{font-family:fraunces-fallback;src:local("Georgia");size-adjust:${(scale * 100).toFixed(2)}%;` +
      `ascent-override:${share(1956)};descent-override:${share(510)};line-gap-override:0.00%}`,
  })
})

it('is absent for a font or a system font of unknown metrics', () => {
  expect(adjustedFallback({ ...fraunces, package: 'unknown' })).toBeUndefined()
  expect(adjustedFallback({ ...fraunces, fallback: "'Comic Sans MS', cursive" })).toBeUndefined()
  expect(adjustedFallback({ ...fraunces, fallback: '' })).toBeUndefined()
})
