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

test.each(Object.entries(brandFontMetrics))('the metrics of %s are those of its file', (name, metrics) => {
  // The variable font at weight 400; fontkit can't read its instances.
  const font = create(readFileSync(createRequire(import.meta.url).resolve(`@fontsource/${name}/files/${name}-latin-400-normal.woff`)))
  if (!('layout' in font)) throw new TypeError('a font collection')
  const { unitsPerEm, ascent, descent, lineGap } = font
  expect({ unitsPerEm, ascent, descent, lineGap }).toEqual({
    unitsPerEm: metrics.unitsPerEm,
    ascent: metrics.ascent,
    descent: metrics.descent,
    lineGap: metrics.lineGap,
  })
  // The source of the system fonts' widths counted letters in another text.
  const total = Object.values(frequency).reduce((sum, share) => sum + share, 0)
  const width = Object.entries(frequency).reduce((sum, [letter, share]) => sum + (share * font.layout(letter).advanceWidth) / total, 0)
  expect(width / metrics.width).toBeGreaterThan(0.985)
  expect(width / metrics.width).toBeLessThan(1.015)
})
