import { expect, it } from 'vitest'
import { renewalWording } from '@playhouse/domain/membership-renewal'
import { addDays, lastDayOfTerm } from '@playhouse/domain/membership-term'
import { money } from '@playhouse/domain/money'
import type { ApiClient } from '#client'
import type { ItemToAdd, Order } from '#contract'
import type { ItemSuiteHost } from './item-kinds.ts'
import { billing, code, register, value, visitorOf } from './visitor.ts'

/** Adds items to the basket of a signed-in customer, and pays for it. */
export const buyerOf = (host: ItemSuiteHost, client: ApiClient) => ({
  /** @returns the problem, or `ok` */
  add: async (body: ItemToAdd) => code(await client.basket.addItem({ body })),
  read: async () => value(await client.basket.read()),
  buy: async (): Promise<Order> => {
    value(await client.basket.setNotes({ body: { order: '', access: '', termsAccepted: true } }))
    const { version } = value(await client.basket.setBilling({ body: billing }))
    const { payment, redirectUrl } = value(await client.checkout.start({ body: { version } }))
    await host.pay(redirectUrl!)
    const { number } = value(await client.checkout.status({ params: { payment } })).order!
    return value(await client.me.order({ params: { number } }))
  },
})

/** Memberships: which of them a basket holds, their ages, their renewal and their upgrade. */
export function describeMemberships(host: () => ItemSuiteHost): void {
  it('holds one item of each membership', async () => {
    const client = visitorOf(host())
    value(await register(client))
    for (const membership of ['friend', 'patron', 'friend'])
      value(await client.basket.addItem({ body: { kind: 'membership', membership } }))
    const { items, totals } = value(await client.basket.read())
    expect(items.map(({ name }) => name)).toEqual(['Friend', 'Patron'])
    const { memberships: offers } = value(await client.catalogue.memberships())
    expect(offers.filter(({ isInBasket }) => isInBasket).map(({ membership }) => membership)).toEqual(['patron', 'friend'])
    expect(value(await visitorOf(host()).catalogue.memberships()).memberships.some(({ isInBasket }) => isInBasket)).toBe(false)
    expect(totals.total).toBe(310_00)
    expect(value(await client.basket.removeItem({ params: { id: items[0]!.id } })).items).toMatchObject([{ name: 'Patron' }])
  })

  it('renews a membership once in its window, from the day after its end', async () => {
    const client = visitorOf(host())
    value(await register(client))
    const buyer = buyerOf(host(), client)
    const monthly = { kind: 'membership', membership: 'monthly' } as const
    expect(await buyer.add(monthly)).toBe('ok')
    expect((await buyer.read()).items).toMatchObject([
      { detail: { change: 'join', startsOn: null, upgradeFrom: null, from: null, credit: 0 } },
    ])
    await buyer.buy()
    const [held] = value(await client.me.memberships()).memberships
    expect(value(await client.catalogue.memberships()).memberships).toContainEqual(
      expect.objectContaining({ membership: 'monthly', heldUntil: held!.expiresOn, renewal: held!.renewal, isInBasket: false }),
    )
    const startsOn = addDays(held!.expiresOn, 1)
    expect(held).toMatchObject({ membership: 'monthly', state: 'expiring', renewal: { price: 4_00, startsOn } })
    expect(await buyer.add(monthly)).toBe('ok')
    expect((await buyer.read()).items).toMatchObject([{ amount: 4_00, detail: { change: 'renewal', startsOn } }])
    await buyer.buy()
    const { memberships } = value(await client.me.memberships())
    expect(memberships.map(({ state, renewal }) => [state, renewal])).toEqual([
      ['pending', null],
      ['active', null],
    ])
    expect(memberships[0]).toMatchObject({ startsOn, expiresOn: lastDayOfTerm(startsOn, 1) })
    expect(await buyer.add(monthly), 'before the window of the new term').toBe('membership-already-held')
  })

  it('offers automatic renewals where the brand has them, and starts none without a card', async () => {
    const client = visitorOf(host())
    value(await register(client))
    const buyer = buyerOf(host(), client)
    for (const membership of ['monthly', 'friend']) expect(await buyer.add({ kind: 'membership', membership })).toBe('ok')
    await buyer.buy()
    const held = value(await client.me.memberships()).memberships
    const [monthly, friend] = ['monthly', 'friend'].map((membership) => held.find((each) => each.membership === membership)!)
    const customer = value(await client.site.session()).customer!
    expect(monthly).toMatchObject({
      link: 'monthly',
      constituencyTypeId: null,
      customerId: customer.id,
      customerName: `${customer.firstName} ${customer.lastName}`,
    })
    expect(monthly).toMatchObject({ autoRenewal: null, autoRenewalOffer: { amount: 4_00, on: { card: monthly!.expiresOn }, months: 1 } })
    const on = monthly!.autoRenewalOffer!.on.card
    expect(friend).toMatchObject({ autoRenewal: null, autoRenewalOffer: null })
    const start = async (id: string, changes: object = {}) =>
      code(
        await client.me.startAutoRenewal({
          params: { id },
          body: { wording: renewalWording, amount: money(4_00), on, directDebit: null, ...changes },
        }),
      )
    expect(await start(friend!.id)).toBe('page-not-found')
    expect(await start(monthly!.id, { amount: 3_99 })).toBe('price-changed')
    expect(await start(monthly!.id, { on: addDays(on, 1) })).toBe('price-changed')
    expect(await start(monthly!.id, { wording: 'another' })).toBe('price-changed')
    expect(await start(monthly!.id)).toBe('details-not-updated')
    expect(await start(monthly!.id, { on: monthly!.autoRenewalOffer!.on['direct-debit'], directDebit: crypto.randomUUID() })).toBe(
      'details-not-updated',
    )
    const other = visitorOf(host())
    value(await register(other))
    const params = { id: monthly!.id }
    expect(
      code(await other.me.startAutoRenewal({ params, body: { wording: renewalWording, amount: money(4_00), on, directDebit: null } })),
    ).toBe('page-not-found')
    for (const each of [client, other]) expect(code(await each.me.stopAutoRenewal({ params }))).toBe('page-not-found')
  })

  it('lets the buyer agree to automatic renewals while buying, at the amount and day that were shown', async () => {
    const client = visitorOf(host())
    value(await register(client))
    const buyer = buyerOf(host(), client)
    for (const membership of ['monthly', 'friend']) expect(await buyer.add({ kind: 'membership', membership })).toBe('ok')
    const { items, renewalOffers } = await buyer.read()
    const [monthly, friend] = items.map(({ id }) => id)
    const [offer] = renewalOffers
    expect(renewalOffers, 'not preselected').toEqual([
      { item: monthly, amount: 4_00, on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), wording: renewalWording, isAgreed: false },
    ])
    const { amount, on, wording } = offer!
    const set = (id: string, agreement: object | null) =>
      client.basket.setRenewal({ params: { id }, body: { agreement: agreement && { amount, on, wording, ...agreement } } })
    for (const wrong of [{ amount: 3_99 }, { on: addDays(on, 1) }, { wording: 'another' }])
      expect(code(await set(monthly!, wrong))).toBe('price-changed')
    expect(code(await set(friend!, {})), 'a membership without automatic renewals').toBe('price-changed')
    expect(code(await set(crypto.randomUUID(), {}))).toBe('basket-line-unknown')
    const isAgreed = async (agreement: object | null) => value(await set(monthly!, agreement)).renewalOffers.map((each) => each.isAgreed)
    expect(await isAgreed({})).toEqual([true])
    expect((await buyer.read()).renewalOffers).toEqual([{ ...offer, isAgreed: true }])
    expect(await isAgreed(null)).toEqual([false])
    expect(await isAgreed({})).toEqual([true])
    expect(await buyer.add({ kind: 'membership', membership: 'monthly' })).toBe('ok')
    expect((await buyer.read()).renewalOffers, 'added again').toMatchObject([{ isAgreed: false }])
  })

  it('upgrades a membership for the price less its unused part', async () => {
    const client = visitorOf(host())
    value(await register(client))
    const buyer = buyerOf(host(), client)
    const upgrade = { kind: 'membership', membership: 'patron', upgradeFrom: 'friend' } as const
    expect(await buyer.add(upgrade), 'nothing to upgrade').toBe('membership-upgrade-unavailable')
    expect(await buyer.add({ kind: 'membership', membership: 'friend' })).toBe('ok')
    await buyer.buy()
    expect(value(await client.me.memberships()).memberships).toMatchObject([
      { membership: 'friend', state: 'active', upgrades: [{ membership: 'patron', name: 'Patron', credit: 60_00, price: 190_00 }] },
    ])
    const offers = value(await client.catalogue.memberships()).memberships
    expect(offers.find(({ membership }) => membership === 'patron')).toMatchObject({
      ...{ heldUntil: null, renewal: null },
      upgrade: { from: 'friend', name: 'Friend', credit: 60_00, price: 190_00 },
    })
    expect(await buyer.add({ ...upgrade, upgradeFrom: 'monthly' }), 'not held').toBe('membership-upgrade-unavailable')
    expect(await buyer.add({ kind: 'membership', membership: 'monthly', upgradeFrom: 'friend' }), 'cheaper').toBe(
      'membership-upgrade-unavailable',
    )
    expect(await buyer.add(upgrade)).toBe('ok')
    const detail = { change: 'upgrade', upgradeFrom: 'friend', from: 'Friend', credit: 60_00 }
    expect(await buyer.read()).toMatchObject({ totals: { total: 190_00 }, items: [{ amount: 190_00, detail }] })
    expect(await buyer.buy()).toMatchObject({ totals: { total: 190_00 }, items: [{ name: 'Patron', detail }] })
    const states = value(await client.me.memberships()).memberships.map(({ membership, state }) => [membership, state])
    expect(states.toSorted()).toEqual([
      ['friend', 'cancelled'],
      ['patron', 'active'],
    ])
    expect(await buyer.add(upgrade), 'once').toBe('membership-already-held')
    expect(await buyer.add({ kind: 'membership', membership: 'friend' }), 'ended').toBe('ok')
  })

  it('sells a membership for certain ages by the date of birth, when it is added and when it is paid for', async () => {
    const client = visitorOf(host())
    value(await register(client))
    const young = { kind: 'membership', membership: 'young' } as const
    const add = async () => code(await client.basket.addItem({ body: young }))
    const setBirthYear = async (year: number) => value(await client.me.change({ body: { birth: { date: `${year}-01-01` } } }))
    expect(await add()).toBe('date-of-birth-required')
    await setBirthYear(1950)
    expect(await add()).toBe('membership-age')
    await setBirthYear(new Date().getUTCFullYear() - 20)
    expect(await add()).toBe('ok')
    value(await client.basket.addItem({ body: { kind: 'membership', membership: 'friend' } }))
    await setBirthYear(1950)
    value(await client.basket.setNotes({ body: { order: '', access: '', termsAccepted: true } }))
    const { version } = value(await client.basket.setBilling({ body: billing }))
    expect(code(await client.checkout.start({ body: { version } }))).toBe('membership-age')
    const { items, state } = value(await client.basket.read())
    expect([state, items.map(({ name }) => name)]).toEqual(['open', ['Friend']])
  })
}
