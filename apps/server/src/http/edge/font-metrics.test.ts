import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create } from 'fontkit'
import { brandFontMetrics } from '@playhouse/shop-ui/theme'
import { expect, test } from 'vitest'

/** Frequency of letters in English text in per mille, and of the space between words. */
const frequency: Readonly<Record<string, number>> = {
  a: 82,
  b: 15,
  c: 28,
  d: 43,
  e: 127,
  f: 22,
  g: 20,
  h: 61,
  i: 70,
  j: 2,
  k: 8,
  l: 40,
  m: 24,
  n: 67,
  o: 75,
  p: 19,
  q: 1,
  r: 60,
  s: 63,
  t: 91,
  u: 28,
  v: 10,
  w: 24,
  x: 2,
  y: 20,
  z: 1,
  ' ': 180,
}

/** A variable font at a weight; fontkit can't read its instances. */
function openFont(name: string, weight: number) {
  const file = `@fontsource/${name}/files/${name}-latin-${weight}-normal.woff`
  const font = create(readFileSync(createRequire(import.meta.url).resolve(file)))
  if (!('layout' in font)) throw new TypeError('a font collection')
  return font
}

test.each(Object.entries(brandFontMetrics))('the metrics of %s are those of its file', (name, metrics) => {
  const { unitsPerEm, ascent, descent, lineGap } = openFont(name, 400)
  expect({ unitsPerEm, ascent, descent, lineGap }).toEqual({
    unitsPerEm: metrics.unitsPerEm,
    ascent: metrics.ascent,
    descent: metrics.descent,
    lineGap: metrics.lineGap,
  })
  const total = Object.values(frequency).reduce((sum, share) => sum + share, 0)
  for (const [weight, width] of [
    [400, metrics.width],
    [600, metrics.boldWidth],
  ] as const) {
    const font = openFont(name, weight)
    const average = Object.entries(frequency).reduce((sum, [letter, share]) => sum + (share * font.layout(letter).advanceWidth) / total, 0)
    // The source of the system fonts' widths counted letters in another text.
    expect(average / width, `at ${weight}`).toBeGreaterThan(0.985)
    expect(average / width, `at ${weight}`).toBeLessThan(1.015)
  }
})
