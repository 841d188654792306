import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Brand } from '../brand/brand.ts'
import { itemKindNames } from '../pricing/item-kind.ts'
import {
  customerReturnRules,
  findReturnRefusal,
  canCancelOrder,
  isCompleteChoice,
  returnDaysKinds,
  type ReturnableOrder,
  splitCustomerReturn,
  splitReturn,
  valueOfReturn,
  withDependentParts,
} from './customer-return.ts'

const hour = 3_600_000
const day = 24 * hour
const placedAt = Date.UTC(2026, 10, 1)
const sale = { placedAt, method: 'card' as const }
const brand = {
  features: { cancelOrders: true },
  limits: { cancelHoursBefore: 48 },
  returnDays: { membership: 14, 'gift-voucher': 14 },
} as unknown as Brand

describe('a return by the customer', () => {
  it('has a rule for each kind of item', () => {
    expect(Object.keys(customerReturnRules).toSorted()).toEqual(['ticket', ...itemKindNames].toSorted())
    expect(returnDaysKinds.toSorted()).toEqual([
      'donation',
      'flex-subscription',
      'gift-membership',
      'gift-voucher',
      'membership',
      'product',
      'voucher-top-up',
    ])
  })

  it('ends for a ticket at the hours before its performance that the brand sets', () => {
    const ticket = { kind: 'ticket', startsAt: placedAt + 10 * day } as const
    const deadline = ticket.startsAt - 48 * hour
    expect(findReturnRefusal(brand, ticket, sale, deadline - 1)).toBeUndefined()
    expect(findReturnRefusal(brand, ticket, sale, deadline)).toBe('too-late')
    const without = { ...brand, features: { ...brand.features, cancelOrders: false } }
    expect(findReturnRefusal(without, ticket, sale, placedAt)).toBe('not-offered')
    // Credit needs no cash.
    expect(findReturnRefusal(brand, ticket, { ...sale, method: 'cash' }, placedAt)).toBeUndefined()
    expect(findReturnRefusal(brand, ticket, { ...sale, method: 'invoice' }, placedAt), 'it may be unpaid').toBe('box-office')
  })

  it.each(['membership', 'gift-voucher'] as const)('ends for a %s after the days that the brand sets, or when it is used', (kind) => {
    const part = { kind, isUsed: false }
    expect(findReturnRefusal(brand, part, sale, placedAt + 14 * day - 1)).toBeUndefined()
    expect(findReturnRefusal(brand, part, sale, placedAt + 14 * day)).toBe('too-late')
    expect(findReturnRefusal(brand, { kind, isUsed: true }, sale, placedAt)).toBe('used')
    expect(findReturnRefusal(brand, part, { ...sale, method: 'cash' }, placedAt)).toBe('cash')
    expect(findReturnRefusal(brand, part, { ...sale, method: 'cheque' }, placedAt)).toBe('box-office')
  })

  it('is for staff where the brand sets no days, and for refund protection only with its tickets', () => {
    expect(findReturnRefusal(brand, { kind: 'donation', isUsed: false }, sale, placedAt)).toBe('not-offered')
    const giving = { ...brand, returnDays: { donation: 7 } }
    expect(findReturnRefusal(giving, { kind: 'donation', isUsed: false }, sale, placedAt)).toBeUndefined()
    expect(findReturnRefusal(giving, { kind: 'refund-protection', isUsed: false }, sale, placedAt)).toBe('with-tickets')
  })

  const order: ReturnableOrder = {
    parts: [
      { id: 't1', kind: 'ticket', value: 45_00 },
      { id: 't2', kind: 'ticket', value: 45_00 },
      { id: 'm', kind: 'membership', value: 60_00 },
      { id: 'p', kind: 'refund-protection', value: 5_00 },
      { id: 'v', kind: 'gift-voucher', value: 25_00 },
    ],
    remaining: 181_00,
  }

  it('takes refund protection along with the last ticket, and delivery with everything', () => {
    expect(valueOfReturn(order, new Set(['t1']))).toEqual({ toOrigin: 0, toCredit: 45_00 })
    expect(withDependentParts(order, new Set(['t1', 't2'])).map(({ id }) => id)).toEqual(['t1', 't2', 'p'])
    expect(valueOfReturn(order, new Set(['t1', 't2', 'v']))).toEqual({ toOrigin: 25_00, toCredit: 95_00 })
    expect(valueOfReturn(order, new Set(['t1', 't2', 'v', 'm']))).toEqual({ toOrigin: 85_00, toCredit: 96_00 })
    expect(valueOfReturn(order, new Set())).toEqual({ toOrigin: 0, toCredit: 0 })
  })

  it('keeps a membership with the tickets that were bought with it', () => {
    expect(isCompleteChoice(order, new Set(['m', 't1']))).toBe(false)
    expect(isCompleteChoice(order, new Set(['m', 't1', 't2']))).toBe(true)
    expect(isCompleteChoice({ ...order, parts: order.parts.slice(2) }, new Set(['m']))).toBe(true)
  })

  it('refunds no more by card or as credit than was paid by card, and the rest to vouchers and credit', () => {
    expect(splitReturn(50_00, 'origin', { taken: 30_00, refunded: 10_00, credited: 0 })).toEqual({
      origin: 20_00,
      credit: 0,
      purses: 30_00,
    })
    expect(splitReturn(50_00, 'credit', { taken: 30_00, refunded: 10_00, credited: 5_00 })).toEqual({
      ...{ origin: 0, credit: 15_00, purses: 35_00 },
    })
    const amount = fc.integer({ min: 0, max: 1_000_00 })
    fc.assert(
      fc.property(amount, amount, amount, (toOrigin, toCredit, taken) => {
        const { origin, credit, purses } = splitCustomerReturn({ toOrigin, toCredit }, { taken, refunded: 0, credited: 0 })
        expect(origin + credit + purses).toBe(toOrigin + toCredit)
        expect(origin + credit).toBe(Math.min(taken, toOrigin + toCredit))
      }),
    )
  })
})

describe('the cancellation of an order', () => {
  const startsAt = Date.parse('2027-03-03T19:30:00Z')
  const order = { isGuest: false, firstStartsAt: startsAt, items: [] }
  const inTime = startsAt - 48 * hour - 1

  it('is allowed only where every part becomes credit', () => {
    const alone = itemKindNames.filter((kind) => canCancelOrder(brand, { ...order, items: [kind] }, inTime))
    expect(alone).toEqual(['refund-protection'])
    expect(canCancelOrder(brand, { ...order, items: ['refund-protection', 'donation'] }, inTime)).toBe(false)
  })

  it('ends at the brand’s hours before the first performance, and needs an account, tickets and a brand that allows it', () => {
    expect(canCancelOrder(brand, order, inTime)).toBe(true)
    expect(canCancelOrder(brand, order, inTime + 1)).toBe(false)
    expect(canCancelOrder(brand, { ...order, isGuest: true }, inTime)).toBe(false)
    expect(canCancelOrder(brand, { ...order, firstStartsAt: undefined }, inTime)).toBe(false)
    expect(canCancelOrder({ ...brand, features: { ...brand.features, cancelOrders: false } }, order, inTime)).toBe(false)
  })
})
