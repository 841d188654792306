import { describe, expect, it } from 'vitest'
import { money, taxWithin, zero } from '../money/money.ts'
import { isItemKind, itemKindNames, itemKinds, replacesItem } from './item-kind.ts'
import { lineSchema, storedValueLimit, totalsOf } from './pricing.ts'

describe.each(itemKindNames)('an item of the kind %s', (kind) => {
  const line = lineSchema.parse({ kind, ref: 'item', amount: money(12_00), fee: zero })

  it('adds its whole amount to the subtotal and the total', () => {
    expect(totalsOf([line], zero, 2000)).toMatchObject({ subtotal: 12_00, total: 12_00, leftToPay: 12_00 })
  })

  it('includes tax as its rule states', () => {
    expect(totalsOf([line], zero, 2000).vat).toBe(itemKinds[kind].isTaxed ? taxWithin(money(12_00), 2000) : 0)
  })

  it('is paid by stored value as its rule states', () => {
    const ticket = lineSchema.parse({ kind: 'ticket', ref: 'seat', amount: money(40_00), fee: zero })
    const discount = lineSchema.parse({ kind: 'discount', ref: 'promo', amount: money(-10_00), fee: zero })
    const part = itemKinds[kind].acceptsStoredValue ? 12_00 : 0
    expect(storedValueLimit([line])).toBe(part)
    expect(storedValueLimit([ticket, discount, line])).toBe(30_00 + part)
  })

  it('replaces an item as its rule states', () => {
    const { quantity } = itemKinds[kind] as { quantity: 'one' | 'one-per-product' | 'many' }
    const [first, second] = [
      { kind, product: 'one' },
      { kind, product: 'other' },
    ]
    expect(replacesItem(first, first)).toBe(quantity !== 'many')
    expect(replacesItem(first, second)).toBe(quantity === 'one')
    for (const another of itemKindNames)
      expect(replacesItem(first, { kind: another, product: 'one' })).toBe(another === kind && quantity !== 'many')
  })
})

it.each(['ticket', 'toString', 'voucher'])('does not take %s for a kind of item', (kind) => {
  expect(isItemKind(kind)).toBe(false)
})
