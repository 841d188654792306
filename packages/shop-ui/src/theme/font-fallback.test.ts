import { expect, it } from 'vitest'
import { adjustedFallbacks } from './font-fallback.ts'

const fraunces = { family: 'Fraunces Variable', package: 'fraunces', weights: '100 900', fallback: "Georgia, 'Times New Roman', serif" }

it('scales the first system font to the width and height of the brand’s font', () => {
  const scale = 938 / 2000 / (913 / 2048)
  const share = (units: number): string => `${((units / 2000 / scale) * 100).toFixed(2)}%`
  expect(adjustedFallbacks(fraunces)[0]).toEqual({
    family: 'fraunces-georgia',
    face:
      `@font-face{font-family:fraunces-georgia;src:local("Georgia");size-adjust:${(scale * 100).toFixed(2)}%;` +
      `ascent-override:${share(1956)};descent-override:${share(510)};line-gap-override:0.00%}`,
  })
})

it('adds fonts of Android and Linux of the same kind', () => {
  const familiesOf = (fallback: string): string[] => adjustedFallbacks({ ...fraunces, fallback }).map(({ family }) => family)
  expect(familiesOf(fraunces.fallback)).toEqual(['fraunces-georgia', 'fraunces-noto-serif', 'fraunces-dejavu-serif'])
  expect(familiesOf('Arial, sans-serif')).toEqual(['fraunces-arial', 'fraunces-roboto', 'fraunces-dejavu-sans'])
  expect(familiesOf("'Comic Sans MS', cursive"), 'a font of unknown metrics').toEqual(['fraunces-roboto', 'fraunces-dejavu-sans'])
})

it('is empty for a font of unknown metrics', () => {
  expect(adjustedFallbacks({ ...fraunces, package: 'unknown' })).toEqual([])
})
