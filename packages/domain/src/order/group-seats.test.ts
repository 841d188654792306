import { expect, it } from 'vitest'
import { money } from '../money/money.ts'
import type { PriceType } from '../pricing/pricing.ts'
import { changeGroupSeats, type GroupSeat, groupChoicesOf } from './group-seats.ts'

const priceTypes: PriceType[] = [
  { id: 'full', name: 'Full price', kind: 'full' },
  { id: 'pupil', name: 'Pupil', kind: 'concession' },
  { id: 'staff', name: 'Free', kind: 'staff' },
]
const price = (amount: number) => ({ price: money(amount), fee: money(0) })
const list = { priceTypes, prices: { a: { full: price(20_00), pupil: price(10_00), staff: price(0) }, b: { full: price(15_00) } } }
const seat = (ticket: string, change: Partial<GroupSeat> = {}): GroupSeat => ({
  ...{ ticket, band: 'a', priceType: 'pupil', price: 9_00, fee: 0 },
  ...change,
})
const seats = [seat('one'), seat('two'), seat('three', { band: 'b', priceType: 'full', price: 15_00 })]
const change = (wanted: Record<string, string | null>, booking = { paid: 0, deposit: 10_00 }) =>
  changeGroupSeats(seats, { seats: Object.entries(wanted).map(([ticket, priceType]) => ({ ticket, priceType })) }, list, booking)

it('prices changed seats at the current price, and keeps the reserved price of the others', () => {
  expect(change({ one: 'full', two: 'pupil', three: null })).toEqual({
    ok: true,
    value: {
      kept: [seat('one', { priceType: 'full', price: 20_00 }), seat('two')],
      changed: [seat('one', { priceType: 'full', price: 20_00 })],
      ...{ released: ['three'], total: 29_00, deposit: 10_00 },
    },
  })
})

it('lowers a deposit that is above the new total', () => {
  expect(change({ two: null, three: null })).toMatchObject({ value: { total: 9_00, deposit: 9_00 } })
})

it('refuses price types that not everyone may buy or that the band does not have, and a booking without seats', () => {
  expect(change({ one: 'staff', three: 'pupil' })).toMatchObject({
    error: { params: { fields: ['seats.0.priceType', 'seats.1.priceType'] } },
  })
  expect(change({ one: null, two: null, three: null })).toMatchObject({ error: { params: { fields: ['seats'] } } })
  expect(groupChoicesOf(list, 'a').map(({ priceType }) => priceType)).toEqual(['full', 'pupil'])
})

it('refuses a total below what is paid', () => {
  expect(change({ three: null }, { paid: 18_00, deposit: 0 })).toMatchObject({ ok: true })
  expect(change({ three: null }, { paid: 18_01, deposit: 0 })).toMatchObject({ error: { params: { fields: ['total'] } } })
})
