import { describe, expect, it } from 'vitest'
import { availabilityCodes, availabilityLabels, closedEventCode } from './season.ts'

describe('availabilityCodes', () => {
  it('numbers the labels as the specification does', () => {
    expect(availabilityLabels.map((label) => availabilityCodes[label])).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })
})

describe('closedEventCode', () => {
  const open = { availability: 'limited', sale: 'on-sale' } as const
  const soldOut = { availability: 'sold-out', sale: 'on-sale' } as const
  const offSale = { availability: 'not-on-sale', sale: 'not-on-sale' } as const
  const later = { availability: 'not-on-sale', sale: 'on-sale' } as const
  const past = { availability: 'passed', sale: 'on-sale' } as const
  it.each([
    ['an event with seats', [past, soldOut, open], null],
    ['an event that is over', [past, past], 'event-passed'],
    ['an event without seats', [past, soldOut, soldOut], 'event-sold-out'],
    ['an event off sale', [past, offSale, soldOut], 'event-off-sale'],
    ['an event whose sale begins later', [offSale, later], null],
    ['an event that was cancelled', [past, { availability: 'cancelled', sale: 'cancelled' } as const], null],
  ])('returns the code of %s', (_, performances, code) => {
    expect(closedEventCode(performances)).toBe(code)
  })
})
