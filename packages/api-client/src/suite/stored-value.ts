import { expect, it } from 'vitest'
import { hasVoucherBalance } from '@playhouse/domain/gift-voucher'
import { giftVouchers, knownPassword, people } from '@playhouse/fixtures'
import type { ApiClient } from '#client'
import { code, register, value, type PaymentSuite, payFor } from './visitor.ts'

/** Payment with gift vouchers and account credit, in part and in full. */
export function describeStoredValue({ visitor, ready, pay }: PaymentSuite): void {
  const [small, large] = giftVouchers as [(typeof giftVouchers)[number], (typeof giftVouchers)[number]]
  const apply = (client: ApiClient, voucher: string) => client.basket.applyGiftVoucher({ body: { code: voucher } })

  it('pays in part by gift voucher and the rest by card, and rejects removing a ticket while it is applied', async () => {
    const client = visitor()
    expect(code(await apply(client, small.code))).toBe('basket-empty')
    const before = await ready(client, 52)
    expect(code(await apply(client, 'NONE-SUCHONE'))).toBe('voucher-not-recognised')
    expect(code(await client.basket.applyGiftVoucher({ body: { code: 'no code at all' } }))).toBe('invalid-input')
    const applied = Math.min(small.amount, before.totals.total)
    const basket = value(await apply(client, ` ${small.code.toLowerCase()}`))
    expect(basket.giftVouchers).toEqual([{ code: `••••-•••••${small.code.slice(-2)}`, applied, remaining: small.amount - applied }])
    expect(basket.totals).toMatchObject({ total: before.totals.total, paid: applied, leftToPay: before.totals.total - applied })
    expect(code(await client.basket.removeTicket({ params: { id: basket.tickets[0]!.id } }))).toBe('voucher-in-basket')
    const number = await payFor(client, basket, pay)
    const { totals } = value(await client.me.order({ params: { number } }))
    expect(totals).toMatchObject({ paid: before.totals.total, leftToPay: 0 })
    expect(code(await client.me.cancelOrder({ params: { number } }))).toBe('cancel-order-failed')
  })

  it('confirms an order paid in full by voucher without the provider, and deducts its balance once', async () => {
    const client = visitor()
    const basket = await ready(client, 53)
    const covered = value(await apply(client, large.code))
    expect(covered.totals).toMatchObject({ paid: basket.totals.total, leftToPay: 0 })
    const startResult = value(await client.checkout.start({ body: { version: covered.version } }))
    expect(startResult.redirectUrl).toBeNull()
    const status = value(await client.checkout.status({ params: { payment: startResult.payment } }))
    expect(status).toMatchObject({ state: 'succeeded', order: { state: 'confirmed' } })
    const otherVisitor = visitor()
    const next = await ready(otherVisitor, 54)
    const [voucher] = value(await apply(otherVisitor, large.code)).giftVouchers
    expect(voucher!.applied + voucher!.remaining).toBe(large.amount - basket.totals.total)
    expect(value(await otherVisitor.basket.removeGiftVoucher())).toMatchObject({ giftVouchers: [], totals: next.totals })
    value(await otherVisitor.basket.removeTicket({ params: { id: next.tickets[0]!.id } }))
  })

  it('pays with the account credit of the signed-in customer only', async () => {
    const { email, credit } = people('bridge').find((person) => person.credit)!
    const client = visitor()
    expect(code(await client.basket.applyCredit())).toBe('login-required')
    value(await client.auth.login({ body: { email, password: knownPassword } }))
    expect(value(await client.me.credit()).balance).toBe(credit)
    const poor = visitor()
    await ready(poor, 55)
    expect(value(await poor.basket.read()).credit).toBeNull()
    expect(code(await poor.basket.applyCredit())).toBe('credit-not-applied')
    value(await poor.basket.reset())
    const before = value(await addOne(client))
    expect(before.credit).toEqual({ applied: 0, balance: credit })
    const applied = Math.min(credit!, before.totals.total)
    expect(value(await client.basket.applyCredit())).toMatchObject({
      credit: { applied, balance: credit },
      totals: { paid: applied, leftToPay: before.totals.total - applied },
    })
    expect(value(await client.basket.removeCredit())).toMatchObject({ totals: before.totals })
    value(await client.basket.reset())
  })

  it('returns the balance of a voucher where the brand offers it', async () => {
    const client = visitor()
    const { brand } = value(await client.site.site())
    const response = await client.vouchers.balance({ body: { code: 'NONE-SUCHONE' } })
    expect(code(response)).toBe(hasVoucherBalance(brand) ? 'voucher-not-recognised' : 'page-not-found')
  })

  it('rejects the cancellation of an order of another customer', async () => {
    const client = visitor()
    value(await register(client))
    expect(code(await client.me.cancelOrder({ params: { number: 'NONE' } }))).toBe('order-not-found')
  })

  /** Adds a free seat to the basket of a signed-in customer. */
  async function addOne(client: ApiClient) {
    const otherVisitor = visitor()
    const basket = await ready(otherVisitor, 56)
    const { seat, priceType, instance } = basket.tickets[0]!
    value(await otherVisitor.basket.reset())
    return client.basket.addTickets({ body: { instance, seats: [{ seat, priceType }] } })
  }
}
