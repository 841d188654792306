import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isInside, outlineAround } from './outline.ts'

const sizeOf = (outline: readonly (readonly [number, number])[]): number =>
  Math.abs(
    outline.reduce((sum, [x, y], at) => {
      const [nx, ny] = outline[(at + 1) % outline.length]!
      return sum + x * ny - nx * y
    }, 0),
  ) / 2

describe('the outline of an area', () => {
  it('contains every seat, for any positions', () => {
    const spot = fc.record({ x: fc.integer({ min: -9000, max: 9000 }), y: fc.integer({ min: -9000, max: 9000 }) })
    fc.assert(
      fc.property(fc.array(spot, { minLength: 1, maxLength: 40 }), (seats) => {
        const outline = outlineAround(seats)
        for (const { x, y } of seats) expect(isInside(outline, x, y)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('is close to the seats of a block', () => {
    const seats = Array.from({ length: 200 }, (_, seat) => ({ x: (seat % 20) * 55, y: Math.floor(seat / 20) * 90 }))
    const outline = outlineAround(seats)
    const expectedArea = 19 * 55 * 9 * 90
    const margins = (19 * 55 + 150) * (9 * 90 + 150)
    expect(sizeOf(outline)).toBeGreaterThan(expectedArea)
    expect(sizeOf(outline)).toBeLessThan(margins)
    expect(outline.length).toBeLessThan(24)
  })

  it('leaves the middle of a horseshoe open', () => {
    const seats = Array.from({ length: 60 }, (_, seat) => ({
      x: 1500 * Math.cos((seat / 59) * Math.PI),
      y: 1500 * Math.sin((seat / 59) * Math.PI),
    }))
    expect(isInside(outlineAround(seats), 0, 600)).toBe(false)
  })

  it('joins separate blocks', () => {
    const outline = outlineAround([
      { x: 0, y: 0 },
      { x: 5000, y: 0 },
    ])
    expect(isInside(outline, 0, 0) && isInside(outline, 5000, 0)).toBe(true)
  })

  it('limits the memory for a hall of the size of a country', () => {
    const seats = [
      { x: 0, y: 0 },
      { x: 2 ** 23, y: 1 },
      { x: -(2 ** 23), y: 2 ** 23 },
    ]
    expect(outlineAround(seats).length).toBeGreaterThan(2)
  })

  it('is empty without seats', () => {
    expect(outlineAround([])).toEqual([])
  })
})
