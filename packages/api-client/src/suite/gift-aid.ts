import { expect, it } from 'vitest'
import type { ItemSuiteHost } from './item-kinds.ts'
import { offered } from './offered-items.ts'
import { address, code, newAddress, register, value, visitorOf } from './visitor.ts'

/** Declarations of Gift Aid at the account and at the checkout. */
export function describeGiftAid(host: () => ItemSuiteHost): void {
  it('declares Gift Aid at the checkout for the past four years too, with the name and the address of the account', async () => {
    const client = visitorOf(host())
    value(await register(client))
    value(await client.basket.addItem({ body: offered.donation.asked }))
    const declare = (wording?: '2026-01') => client.basket.setGiftAid({ body: { isDeclared: true, ...(wording && { wording }) } })
    expect(value(await declare()).giftAid).toMatchObject({ isDeclared: true })
    expect(value(await client.me.giftAid()), 'for this order only').toMatchObject({ isDeclared: false, donor: null })
    expect(value(await declare('2026-01')).giftAid).toMatchObject({ isDeclared: true })
    expect(value(await client.me.giftAid())).toMatchObject({
      isDeclared: true,
      wording: '2026-01',
      donor: { title: '', firstName: 'Ada', lastName: 'Quill', address },
      needsAddress: false,
    })
    value(await client.me.setGiftAid({ body: { wording: '2026-01', isDeclared: false } }))
    expect(value(await client.me.giftAid())).toMatchObject({ isDeclared: false, donor: null })
    expect(value(await client.basket.read()).giftAid, 'the basket follows the account').toMatchObject({ isDeclared: false })
  })

  it('rejects a declaration at the account by a guest', async () => {
    const client = visitorOf(host())
    value(await client.basket.addItem({ body: offered.donation.asked }))
    value(await client.auth.guest({ body: { email: newAddress(), firstName: 'Ada', lastName: 'Quill', phone: '02079460000' } }))
    expect(code(await client.basket.setGiftAid({ body: { isDeclared: true, wording: '2026-01' } }))).toBe('login-required')
    expect(code(await client.basket.setGiftAid({ body: { isDeclared: true } }))).toBe('ok')
  })
}
