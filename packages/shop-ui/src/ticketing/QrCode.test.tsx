// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { QrCode } from './QrCode.tsx'

afterEach(cleanup)

/** Converts a path of runs such as `M4 5h2v1h-2z` back to cells. */
function cellsOf(path: string): Set<string> {
  const cells = new Set<string>()
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let step = 0; step < Number(length); step++) cells.add(`${Number(x) + step} ${y}`)
  }
  return cells
}

it('draws exactly the dark modules within a quiet zone of four modules', () => {
  const codes = fc.integer({ min: 1, max: 30 }).chain((size) =>
    fc.record({
      size: fc.constant(size),
      bits: fc.string({ unit: fc.constantFrom('0', '1'), minLength: size * size, maxLength: size * size }),
    }),
  )
  fc.assert(
    fc.property(codes, ({ size, bits }) => {
      const { container, unmount } = render(<QrCode modules={{ size, bits }} label="code" />)
      const dark = [...bits].flatMap((bit, index) => (bit === '1' ? [`${(index % size) + 4} ${Math.floor(index / size) + 4}`] : []))
      expect(cellsOf(container.querySelector('path')?.getAttribute('d') ?? '')).toEqual(new Set(dark))
      expect(container.querySelector('svg')?.getAttribute('viewBox')).toBe(`0 0 ${size + 8} ${size + 8}`)
      unmount()
    }),
    { numRuns: 50 },
  )
})

it('has an accessible name', () => {
  render(<QrCode modules={{ size: 1, bits: '1' }} label="QR code to show at the door" />)
  expect(screen.getByRole('img', { name: 'QR code to show at the door' })).toBeTruthy()
})
