import { expect, it } from 'vitest'
import type { ItemToAdd } from '#contract'
import type { ItemSuiteHost } from './item-kinds.ts'
import { offered, voucher } from './offered-items.ts'
import { address, code, value, visitorOf } from './visitor.ts'

/** Gift vouchers over `sellingBrand`: what is sold, and what pays for them. */
export function describeGiftVouchers(host: () => ItemSuiteHost): void {
  it('rejects gift vouchers of an address or day that is not sold', async () => {
    const client = visitorOf(host())
    const add = async (change: object) =>
      code(await client.basket.addItem({ body: { kind: 'gift-voucher', ...voucher, quantity: 1, ...change } as ItemToAdd }))
    for (const sendOn of ['2020-01-01', '2199-01-01', 'tomorrow']) expect(await add({ sendOn })).toBe('invalid-input')
    for (const change of [{ email: null }, { email: 'nobody' }, { delivery: 'print' }, { message: 'x'.repeat(301) }, { address }])
      expect(await add(change)).toBe('invalid-input')
    const posted = { delivery: 'post', email: null, address }
    for (const change of [{ address: undefined }, { email: 'nan@example.org' }, { address: { ...address, line1: '' } }, { to: ' ' }])
      expect(await add({ ...posted, ...change })).toBe('invalid-input')
    expect((await client.basket.read()).ok && value(await client.basket.read()).items).toEqual([])
    expect(await add({ value: 12_34, quantity: 3 })).toBe('ok')
    expect(value(await client.basket.read()).items).toMatchObject([{ amount: 37_02, quantity: 3 }])
  })

  it('pays for no gift voucher with a gift voucher or a promo code', async () => {
    const client = visitorOf(host())
    value(await client.basket.addItem({ body: { kind: 'gift-voucher', ...voucher, quantity: 1 } }))
    const { totals, giftVouchers } = value(await client.basket.applyGiftVoucher({ body: { code: host().voucher.code } }))
    expect(giftVouchers).toMatchObject([{ applied: 0, remaining: host().voucher.amount }])
    expect(totals).toMatchObject({ total: 25_00, paid: 0, leftToPay: 25_00, vat: 0 })
    const added = value(await client.basket.addItem({ body: offered.donation.asked }))
    expect(added.totals).toMatchObject({ total: 45_00, paid: 20_00, leftToPay: 25_00 })
  })
}
