import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type BookedTable, sittingLists } from './table-list.ts'

const booked: fc.Arbitrary<BookedTable> = fc
  .record({
    sitting: fc.constantFrom('early', 'late'),
    startsBefore: fc.constantFrom(150, 60, -120),
    party: fc.integer({ min: 1, max: 6 }),
  })
  .map((rest) => ({
    ...{ number: 'A1', customer: 'Ada Quill', restaurant: 'foyer', restaurantName: 'The foyer', minutes: 90, table: 6, note: '' },
    ...rest,
  }))

it('lists each table once, by sitting, the earliest first, with the number of people', () => {
  fc.assert(
    fc.property(fc.array(booked), (tables) => {
      const lists = sittingLists(tables)
      expect(lists.flatMap((list) => list.tables)).toHaveLength(tables.length)
      expect(lists.reduce((sum, { covers }) => sum + covers, 0)).toBe(tables.reduce((sum, { party }) => sum + party, 0))
      const starts = lists.map(({ startsBefore }) => startsBefore)
      expect(starts).toEqual(starts.toSorted((a, b) => b - a))
    }),
  )
})
