import { expect, test } from 'vitest'
import { seatTypes } from '@playhouse/domain/plan'
import { bands } from '@playhouse/domain/pricing'
import {
  bandGlyph,
  contrast,
  createPalette,
  flatten,
  glyphColumns,
  glyphLines,
  letterInk,
  levelFor,
  parseColour,
  plainPalette,
  tickGlyph,
  toCss,
} from './index.ts'
import { readInk } from './ink.ts'

test('parses colours of brands and browsers', () => {
  expect(parseColour('#ff8000')).toEqual([1, 128 / 255, 0, 1])
  expect(parseColour('#f80')).toEqual([1, 136 / 255, 0, 1])
  expect(parseColour('rgb(255, 0, 0)')).toEqual([1, 0, 0, 1])
  expect(parseColour('rgba(0, 0, 255, 0.5)')).toEqual([0, 0, 1, 0.5])
  expect(parseColour('rgb(0 0 255 / 50%)')).toEqual([0, 0, 1, 0.5])
  expect(() => parseColour('papayawhip')).toThrow(RangeError)
})

test('flattens a semi-transparent highlight', () => {
  expect(flatten([1, 1, 1, 0.5], [0, 0, 0, 1])).toEqual([0.5, 0.5, 0.5, 1])
  expect(toCss([1, 0.5, 0, 1])).toBe('rgb(255 128 0 / 1)')
  expect(contrast([1, 1, 1, 1], [0, 0, 0, 1])).toBeCloseTo(21)
})

test('§9.17 letters have contrast on every band, and every band and the chosen seat against the hall', () => {
  const ink = readInk(plainPalette)
  for (const colour of [...ink.bands, ink.selected]) {
    expect(contrast(colour, ink.house)).toBeGreaterThanOrEqual(3)
    expect(contrast(colour, letterInk(ink, colour))).toBeGreaterThanOrEqual(4.5)
  }
})

test('creates a palette from a brand’s tokens', () => {
  expect(createPalette((token) => token)).toMatchObject({
    house: 'house',
    taken: 'seat-taken',
    bands: { a: 'band-a', 'premium-2': 'band-premium-2' },
  })
})

test('§9.18 no two bands and no band and type share a glyph', () => {
  const glyphs = [...seatTypes.keys(), ...bands.map((_, band) => bandGlyph(band)), tickGlyph]
  expect(new Set(glyphs).size).toBe(glyphs.length)
  expect(tickGlyph).toBeLessThan(glyphColumns * glyphLines)
})

test('levels depend on the size, and never flicker near a threshold', () => {
  expect([3, 4, 8, 18].map((size) => levelFor(size, undefined))).toEqual(['areas', 'points', 'glyphs', 'numbers'])
  expect(levelFor(5, undefined, true)).toBe('areas')
  // Just past a threshold, a wobble of a tenth either way keeps the level.
  expect(levelFor(8 * 0.9, 'glyphs')).toBe('glyphs')
  expect(levelFor(8 * 1.1, 'points')).toBe('points')
})
