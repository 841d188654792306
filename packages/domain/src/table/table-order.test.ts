import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { money } from '../money/money.ts'
import { type Sitting, sittingStart, type SittingsOffer, tableDeadline } from './sitting.ts'
import {
  assignTable,
  isTableOpen,
  largestFreeParty,
  largestParty,
  offerTable,
  tableDetailSchema,
  tableFor,
  type TableOrder,
  tableOrderOf,
} from './table-order.ts'

const startsAt = '2031-03-01T19:30:00.000Z'
const sitting: Sitting = {
  ...{ sitting: 'early', startsBefore: 120, minutes: 90, closesBefore: 180, price: money(10_00), vatBasisPoints: null },
  restaurant: {
    restaurant: 'foyer',
    name: 'The foyer',
    summary: '',
    access: '',
    translations: { sv: { name: 'Foajén', summary: '', access: '' } },
  },
  coversLeft: 20,
  tables: [
    { size: 2, least: 1, free: 2 },
    { size: 4, least: 2, free: 1 },
    { size: 6, least: 4, free: 1 },
  ],
}
const offer: SittingsOffer = {
  performance: { instance: 'tonight', event: 'play', title: 'Play', startsAt, timeZone: 'Europe/London' },
  sittings: [sitting],
}
const order: TableOrder = { instance: 'tonight', sitting: 'early', party: 2, note: 'A high chair' }

const anySitting = fc.record({
  coversLeft: fc.nat({ max: 30 }),
  tables: fc.uniqueArray(
    fc
      .record({ size: fc.integer({ min: 1, max: 10 }), share: fc.double({ min: 0, max: 1, noNaN: true }), free: fc.nat({ max: 3 }) })
      .map(({ size, share, free }) => ({ size, least: 1 + Math.floor(share * (size - 1)), free })),
    { selector: ({ size }) => size, maxLength: 5 },
  ),
})
const anyParty = fc.integer({ min: 1, max: 12 })

describe('the table of a party', () => {
  it('is the smallest free one that seats it and that it may take', () => {
    fc.assert(
      fc.property(anySitting, anyParty, (some, party) => {
        const suitable = some.tables.filter(({ size, least, free }) => free > 0 && least <= party && party <= size)
        const table = tableFor(some, party)
        if (party > some.coversLeft || suitable.length === 0) expect(table).toBeUndefined()
        else expect(table).toBe(suitable.map(({ size }) => size).toSorted((a, b) => a - b)[0])
      }),
    )
  })

  it('is refused with the largest party that fits', () => {
    fc.assert(
      fc.property(anySitting, anyParty, (some, party) => {
        const assigned = assignTable(some, 'The foyer', party)
        if (assigned.ok) return
        if (party > largestParty(some)) {
          expect(assigned.error).toEqual({ code: 'table-party-too-large', params: { maximum: largestParty(some) } })
          return
        }
        const largest = largestFreeParty(some)
        expect(assigned.error).toEqual({ code: 'table-full', params: { name: 'The foyer', largest } })
        if (largest > 0) expect(assignTable(some, 'The foyer', largest)).toMatchObject({ ok: true })
        for (let larger = largest + 1; larger <= 12; larger++) expect(tableFor(some, larger)).toBeUndefined()
      }),
    )
  })

  it('never exceeds the covers or the tables, for any parties', () => {
    fc.assert(
      fc.property(anySitting, fc.array(anyParty, { maxLength: 20 }), (some, parties) => {
        let [left, served] = [some, 0]
        const taken = new Map<number, number>()
        for (const party of parties) {
          const table = tableFor(left, party)
          if (table === undefined) continue
          served += party
          taken.set(table, (taken.get(table) ?? 0) + 1)
          left = {
            coversLeft: left.coversLeft - party,
            tables: left.tables.map((each) => (each.size === table ? { ...each, free: each.free - 1 } : each)),
          }
        }
        expect(served).toBeLessThanOrEqual(some.coversLeft)
        for (const { size, free } of some.tables) expect(taken.get(size) ?? 0).toBeLessThanOrEqual(free)
      }),
    )
  })
})

describe('a booking', () => {
  it('costs the price of each cover, and can be made again from its stored detail', () => {
    const offered = offerTable(offer, order)
    if (!offered.ok) throw new Error(offered.error.code)
    const { detail, ...rest } = offered.value
    expect(rest).toEqual({ product: 'early@tonight', quantity: 2, amount: 20_00 })
    expect(detail).toMatchObject({ restaurant: 'foyer', name: 'The foyer', names: { sv: 'Foajén' }, table: 2, note: 'A high chair' })
    const { name: _, ...stored } = detail
    expect(tableOrderOf(tableDetailSchema.parse(stored), 2)).toEqual(order)
  })

  it.each([
    ['no number of people', { party: null }, { code: 'table-party-required' }],
    ['nobody', { party: 0 }, { code: 'table-party-required' }],
    ['more than the largest table seats', { party: 7 }, { code: 'table-party-too-large', params: { maximum: 6 } }],
    ['another sitting', { sitting: 'late' }, { code: 'table-not-found' }],
    ['another performance', { instance: 'tomorrow' }, { code: 'table-not-found' }],
  ] as const)('is rejected for %s', (_what, change, error) => {
    expect(offerTable(offer, { ...order, ...change })).toMatchObject({ error })
  })

  it('is rejected with the largest party that still gets a table', () => {
    const full = {
      ...offer,
      sittings: [{ ...sitting, tables: sitting.tables.map((each) => (each.size < 6 ? { ...each, free: 0 } : each)) }],
    }
    expect(offerTable(full, order)).toMatchObject({ error: { code: 'table-full', params: { name: 'The foyer', largest: 6 } } })
    const few = { ...offer, sittings: [{ ...sitting, coversLeft: 1 }] }
    expect(offerTable(few, order)).toMatchObject({ error: { code: 'table-full', params: { largest: 1 } } })
    expect(offerTable(undefined, order)).toMatchObject({ error: { code: 'table-not-found' } })
  })

  it('is possible until the deadline, while a table is free', () => {
    const deadline = tableDeadline(startsAt, sitting)
    expect([deadline - 1, deadline].map((now) => isTableOpen(startsAt, sitting, now))).toEqual([true, false])
    expect(isTableOpen(startsAt, { ...sitting, coversLeft: 0 }, deadline - 1)).toBe(false)
  })

  it('takes place and closes relative to the performance', () => {
    expect(new Date(sittingStart(startsAt, sitting)).toISOString()).toBe('2031-03-01T17:30:00.000Z')
    expect(new Date(sittingStart(startsAt, { startsBefore: -150 })).toISOString()).toBe('2031-03-01T22:00:00.000Z')
    expect(new Date(tableDeadline(startsAt, sitting)).toISOString()).toBe('2031-03-01T16:30:00.000Z')
  })
})
