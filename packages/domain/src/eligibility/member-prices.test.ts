import fc from 'fast-check'
import { expect, it } from 'vitest'
import { money } from '../money/money.ts'
import type { Band, PriceType } from '../pricing/pricing.ts'
import { closeMemberPrices, type MemberTickets, openMemberPrices, sumWith } from './member-prices.ts'

const types: PriceType[] = [
  { id: 'full', name: 'Full', kind: 'full' },
  { id: 'concession', name: 'Concession', kind: 'concession' },
  { id: 'friend', name: 'Friend', kind: 'member', memberships: ['friend'], limit: 2 },
  { id: 'patron', name: 'Patron', kind: 'member', memberships: ['patron'], limit: 4 },
]
const price = (amount: number) => ({ price: money(amount), fee: money(1_00) })
const list: MemberTickets['list'] = {
  priceTypes: types,
  prices: {
    a: { full: price(50_00), concession: price(40_00), friend: price(45_00), patron: price(35_00) },
    b: { full: price(30_00), friend: price(27_00) },
    c: { full: price(20_00), friend: price(20_00) },
  },
}
const buys =
  (...memberships: string[]) =>
  ({ kind, memberships: needed = [] }: Pick<PriceType, 'kind' | 'memberships'>): boolean =>
    kind !== 'member' || needed.some((one) => memberships.includes(one))
const ticket = (id: string, band: Band, priceType = 'full') => ({ id, band, priceType, price: list.prices[band]![priceType]!.price })
const open = (tickets: MemberTickets['tickets'], memberships: string[], before: MemberTickets['before'] = new Map()) =>
  openMemberPrices({ list, tickets, buys: buys(...memberships), before }).map(({ id, priceType }) => [id, priceType])

it('gives the most expensive full-price tickets a member’s price, up to its limit', () => {
  const tickets = [ticket('1', 'b'), ticket('2', 'a'), ticket('3', 'a')]
  expect(open(tickets, ['friend'])).toEqual([
    ['2', 'friend'],
    ['3', 'friend'],
  ])
  expect(open(tickets, ['friend'], new Map([['friend', 1]]))).toEqual([['2', 'friend']])
  expect(open(tickets, [])).toEqual([])
})

it('takes the lowest of several members’ prices, and none that saves nothing', () => {
  expect(open([ticket('1', 'a'), ticket('2', 'b'), ticket('3', 'c')], ['friend', 'patron'])).toEqual([
    ['1', 'patron'],
    ['2', 'friend'],
  ])
})

it('leaves tickets at a price that the visitor chose', () => {
  expect(open([ticket('1', 'a', 'concession')], ['friend'])).toEqual([])
})

const tickets = fc
  .array(fc.record({ band: fc.constantFrom<Band>('a', 'b', 'c'), priceType: fc.constantFrom('full', 'concession') }), { maxLength: 9 })
  .map((all) => all.map(({ band, priceType }, nth) => ticket(String(nth), band, band === 'a' ? priceType : 'full')))
const some = fc.subarray(['friend', 'patron'])

it('never costs more, keeps the limits, and is reverted exactly', () => {
  fc.assert(
    fc.property(tickets, some, (held, memberships) => {
      const opened = openMemberPrices({ list, tickets: held, buys: buys(...memberships), before: new Map() })
      expect(sumWith(held, opened)).toBeLessThanOrEqual(sumWith(held, []))
      for (const { id, limit = Infinity } of types)
        expect(opened.filter(({ priceType }) => priceType === id).length).toBeLessThanOrEqual(limit)
      const changed = held.map((one) => ({ ...one, ...opened.find(({ id }) => id === one.id) }))
      const closed = closeMemberPrices({ list, tickets: changed, buys: buys() })
      const reverted = changed.map((one) => ({ ...one, ...closed.find(({ id }) => id === one.id) }))
      expect(reverted.map(({ priceType, price }) => [priceType, price])).toEqual(held.map(({ priceType, price }) => [priceType, price]))
    }),
  )
})
