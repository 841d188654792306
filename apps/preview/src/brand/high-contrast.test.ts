import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Brand, brandSchema, colourTokens } from '@playhouse/domain/brand'
import { bands } from '@playhouse/domain/pricing'
import { describe, expect, test } from 'vitest'
import { highContrast } from './high-contrast.ts'

const shelf = join(import.meta.dirname, '../../../../brands')
const brands: Brand[] = readdirSync(shelf).map((name) =>
  brandSchema.parse(JSON.parse(readFileSync(join(shelf, name, 'brand.json'), 'utf8'))),
)

/** Approximate luminance, which alone decides the contrast with black. */
const lightness = (colour: string): number => {
  const [red, green, blue] = [1, 3, 5].map((at) => (Number.parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2)
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

describe.each(brands.map((brand) => [brand.id, brand] as const))('%s in high contrast', (_, { colours }) => {
  const strong = highContrast(colours.light)

  test('has every token', () => expect(Object.keys(strong).sort()).toEqual([...colourTokens].sort()))
  test('draws each band light on a black house', () => {
    for (const band of bands) expect(lightness(strong[`band-${band}`]), band).toBeGreaterThan(0.28)
  })
  test('leaves a band that is light enough alone', () => {
    const light = bands.filter((band) => lightness(colours.light[`band-${band}`]) > 0.5)
    for (const band of light) expect(strong[`band-${band}`]).toBe(colours.light[`band-${band}`])
  })
})
