import { expect, it } from 'vitest'
import { adjustedFallbacks } from './font-fallback.ts'

const fraunces = { family: 'Fraunces Variable', package: 'fraunces', weights: '100 900', fallback: "Georgia, 'Times New Roman', serif" }

it('scales the first system font to the width and height of the brand’s font, normal and bold', () => {
  const face = (weights: string, sources: string, scale: number): string => {
    const share = (units: number): string => `${((units / 2000 / scale) * 100).toFixed(2)}%`
    return (
      `@font-face{font-family:fraunces-georgia;font-weight:${weights};src:${sources};size-adjust:${(scale * 100).toFixed(2)}%;` +
      `ascent-override:${share(1956)};descent-override:${share(510)};line-gap-override:0.00%}`
    )
  }
  expect(adjustedFallbacks(fraunces)[0]).toEqual({
    family: 'fraunces-georgia',
    face:
      face('100 599', 'local("Georgia")', 938 / 2000 / (913 / 2048)) +
      face('600 900', 'local("Georgia Bold"),local("Georgia-Bold"),local("Georgia")', 976 / 2000 / (1062 / 2048)),
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
