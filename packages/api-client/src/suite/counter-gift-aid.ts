import { expect, it } from 'vitest'
import type { ApiClient } from '#client'
import type { ItemSuiteHost } from './item-kinds.ts'
import { offered } from './offered-items.ts'
import { address, code, newAddress, register, value, visitorOf } from './visitor.ts'

/** Gift Aid that customers declare at the counter. */
export function describeCounterGiftAid(host: () => ItemSuiteHost, staff: () => ApiClient): void {
  const unknown = '00000000-0000-4000-8000-000000000009'
  const declare = (body: Partial<Parameters<ApiClient['staff']['declareGiftAid']>[0]['body']> & { readonly customer: string }) =>
    staff().staff.declareGiftAid({ body: { wording: '2026-11-later', method: 'oral', ...body } })

  it('declares Gift Aid for a customer without an address, with the one that the clerk types, and claims it on the donation', async () => {
    value(await staff().counter.reset())
    const registration = { email: newAddress(), title: 'Dr', firstName: 'Ada', lastName: 'Quill', phone: '' }
    const { customer: registered } = value(await staff().staff.registerCustomer({ body: registration }))
    expect(registered!.giftAid).toEqual({
      ...{ isDeclared: false, wording: null, saidAt: null, method: null, recordedBy: null, homeAddress: null },
    })
    const { id: customer } = registered!
    expect(code(await declare({ customer })), 'without an address').toBe('gift-aid-address-required')
    expect(code(await declare({ customer, address: { ...address, postcode: ' ' } }))).toBe('invalid-input')
    expect(value(await staff().counter.addItem({ body: offered.donation.asked })).basket.giftAid).toMatchObject({ isDeclared: false })
    const { clerk, customer: declared, basket } = value(await declare({ customer, address }))
    expect(declared!.giftAid).toEqual({
      ...{ isDeclared: true, wording: '2026-11-later', method: 'oral', recordedBy: clerk.name, homeAddress: address },
      saidAt: expect.any(String),
    })
    expect(declared!.postcode).toBe(address.postcode)
    expect(basket.giftAid, 'the basket follows the account').toMatchObject({ isDeclared: true })
    const home = { ...address, line1: '2 Globe Lane' }
    const moved = value(await declare({ customer, wording: '2026-01', method: 'written', address: home }))
    expect(moved.customer!.giftAid).toMatchObject({ wording: '2026-01', method: 'written', homeAddress: { line1: home.line1 } })
    const withdrawn = value(await staff().staff.withdrawGiftAid({ body: { customer } }))
    expect(withdrawn.customer!.giftAid).toMatchObject({ isDeclared: false, method: null, recordedBy: clerk.name })
    expect(withdrawn.basket.giftAid).toMatchObject({ isDeclared: false })
  })

  it('shows the customer the declaration of the counter at their account, and the counter their withdrawal there', async () => {
    const client = visitorOf(host())
    const email = newAddress()
    value(await register(client, email))
    const { customers } = value(await staff().staff.findCustomers({ body: { query: email } }))
    const { id: customer } = customers[0]!
    value(await staff().staff.actFor({ body: { customer } }))
    value(await declare({ customer, wording: '2026-01', method: 'written' }))
    expect(value(await client.me.giftAid())).toMatchObject({ isDeclared: true, wording: '2026-01', donor: { lastName: 'Quill', address } })
    const home = { ...address, line1: '2 Globe Lane' }
    for (const typed of [home, address, address]) value(await declare({ customer, wording: '2026-01', method: 'written', address: typed }))
    const { addresses } = value(await client.me.addresses())
    expect(addresses.map(({ line1, isPrimary }) => [line1, isPrimary])).toEqual([
      [address.line1, true],
      [home.line1, false],
    ])
    value(await client.me.setGiftAid({ body: { wording: '2026-01', isDeclared: false } }))
    const { giftAid } = value(await staff().staff.desk()).customer!
    expect(giftAid).toMatchObject({ isDeclared: false, method: null, recordedBy: null, saidAt: expect.any(String) })
  })

  it('records no declaration without the customer on the screen, of an unknown kind, or by a visitor', async () => {
    value(await staff().counter.reset())
    value(await staff().staff.actFor({ body: { customer: null } }))
    expect(code(await declare({ customer: unknown, address }))).toBe('no-customer')
    expect(code(await staff().staff.withdrawGiftAid({ body: { customer: unknown } }))).toBe('no-customer')
    const registration = { email: newAddress(), title: '', firstName: 'Ada', lastName: 'Quill', phone: '' }
    const { customer } = value(await staff().staff.registerCustomer({ body: registration }))
    expect(code(await declare({ customer: unknown, address })), 'another customer').toBe('no-customer')
    for (const change of [{ wording: 'gift-aid-1' }, { method: 'online' }])
      expect(code(await declare({ customer: customer!.id, address, ...(change as object) }))).toBe('invalid-input')
    const visitor = visitorOf(host())
    value(await register(visitor))
    const body = { customer: customer!.id, wording: '2026-01', method: 'oral', address } as const
    expect(code(await visitor.staff.declareGiftAid({ body }))).toBe('not-allowed')
    expect(code(await visitor.staff.withdrawGiftAid({ body: { customer: customer!.id } }))).toBe('not-allowed')
    expect(value(await staff().staff.desk()).customer!.giftAid).toMatchObject({ isDeclared: false, homeAddress: null })
    value(await staff().staff.actFor({ body: { customer: null } }))
  })
}
