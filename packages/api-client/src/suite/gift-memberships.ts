import { expect, it } from 'vitest'
import { addDays, lastDayOfTerm } from '@playhouse/domain/membership-term'
import { money } from '@playhouse/domain/money'
import type { ApiClient } from '#client'
import type { ItemSuiteHost } from './item-kinds.ts'
import { giftTexts } from './offered-items.ts'
import { billing, code, newAddress, register, value, visitorOf } from './visitor.ts'

/** Gift memberships: their link, its claim, a new link, and their return. */
export function describeGiftMemberships(host: () => ItemSuiteHost, staff: () => ApiClient): void {
  /** Buys a gift as a guest. @returns the order and the token of the link */
  const give = async (membership: string) => {
    const giver = visitorOf(host())
    const email = newAddress()
    value(await giver.basket.addItem({ body: { kind: 'gift-membership', membership, ...giftTexts, email } }))
    value(await giver.auth.guest({ body: { email: newAddress(), firstName: 'Ada', lastName: 'Quill', phone: '02079460000' } }))
    value(await giver.basket.setNotes({ body: { order: '', access: '', termsAccepted: true } }))
    const { version } = value(await giver.basket.setBilling({ body: billing }))
    const { payment, redirectUrl } = value(await giver.checkout.start({ body: { version } }))
    await host().pay(redirectUrl!)
    const { number } = value(await giver.checkout.status({ params: { payment } })).order!
    return { giver, params: { number }, email, token: await host().giftToken(email) }
  }
  const newCustomer = async () => {
    const client = visitorOf(host())
    value(await register(client))
    return client
  }
  const claim = async (client: ApiClient, token: string) => client.gifts.claim({ body: { token } })
  const termsOf = async (client: ApiClient) => value(await client.me.memberships()).memberships

  it('is bought by a guest, and its term begins for the customer who claims it, once', async () => {
    const { giver, token } = await give('friend')
    const read = async (client: ApiClient) => value(await client.gifts.read({ body: { token } }))
    expect(await read(visitorOf(host()))).toMatchObject({ name: 'Friend', months: 12, to: 'Nan', from: 'Ada', state: 'claimable' })
    expect(code(await claim(giver, token)), 'a guest').toBe('login-required')
    const client = await newCustomer()
    const claimed = value(await claim(client, token))
    expect(claimed).toMatchObject({ name: 'Friend', expiresOn: lastDayOfTerm(claimed.startsOn, 12) })
    expect(value(await claim(client, token)), 'repeated').toEqual(claimed)
    expect(await termsOf(client)).toMatchObject([{ membership: 'friend', state: 'active', startsOn: claimed.startsOn }])
    expect(await read(client)).toMatchObject({ state: 'claimed' })
    expect(code(await claim(await newCustomer(), token))).toBe('page-not-found')
    expect(code(await client.gifts.read({ body: { token: 'x'.repeat(43) } }))).toBe('page-not-found')
  })

  it('begins after the term that the recipient holds', async () => {
    const client = await newCustomer()
    const first = value(await claim(client, (await give('friend')).token))
    const second = value(await claim(client, (await give('friend')).token))
    expect(second.startsOn).toBe(addDays(first.expiresOn, 1))
    expect((await termsOf(client)).map(({ state }) => state)).toEqual(['pending', 'active'])
  })

  it('depends on the age of the recipient, and not of the giver', async () => {
    const { token } = await give('young')
    const client = await newCustomer()
    expect(code(await claim(client, token))).toBe('date-of-birth-required')
    value(await client.me.change({ body: { birth: { date: '1950-01-01' } } }))
    expect(code(await claim(client, token))).toBe('membership-age')
    value(await client.me.change({ body: { birth: { date: `${new Date().getUTCFullYear() - 20}-01-01` } } }))
    expect(code(await claim(client, token))).toBe('ok')
  })

  it('takes the same membership out of the recipient\u2019s basket, which names it until it changes', async () => {
    const client = await newCustomer()
    value(await client.basket.addItem({ body: { kind: 'membership', membership: 'friend' } }))
    const { version } = value(await client.basket.addItem({ body: { kind: 'gift-membership', membership: 'friend', ...giftTexts } }))
    value(await claim(client, (await give('friend')).token))
    expect(value(await client.site.session()).basket).toMatchObject({ items: 1, total: 60_00 })
    for (const read of ['first', 'again']) {
      const basket = value(await client.basket.read())
      expect(basket, read).toMatchObject({ items: [{ kind: 'gift-membership' }], heldMemberships: ['Friend'], version: version + 1 })
    }
    expect(value(await client.basket.setNotes({ body: { order: '', access: '', termsAccepted: true } })).heldMemberships).toEqual([])
    expect(code(await client.basket.addItem({ body: { kind: 'membership', membership: 'friend' } }))).toBe('membership-already-held')
  })

  it('gets a new link from staff until it is claimed', async () => {
    const { params, email, token } = await give('friend')
    value(await staff().afterSale.reissueGifts({ params }))
    const next = await host().giftToken(email)
    expect(next).not.toBe(token)
    const client = await newCustomer()
    expect(code(await claim(client, token))).toBe('page-not-found')
    expect(code(await claim(client, next))).toBe('ok')
    expect(code(await staff().afterSale.reissueGifts({ params }))).toBe('order-not-found')
  })

  it('is refunded until it is claimed, and its link ends with the refund', async () => {
    const [kept, returned] = [await give('friend'), await give('friend')]
    const client = await newCustomer()
    value(await claim(client, kept.token))
    expect(value(await staff().afterSale.order({ params: kept.params })).itemWorth).toEqual([])
    const { itemWorth } = value(await staff().afterSale.order({ params: returned.params }))
    const body = { tickets: [], items: itemWorth.map(({ item }) => item), to: 'origin' as const, value: money(60_00), reason: 'asked' }
    expect(value(await staff().afterSale.giveBack({ params: returned.params, body }))).toMatchObject({ given: { card: 60_00 } })
    expect(value(await client.gifts.read({ body: { token: returned.token } }))).toMatchObject({ state: 'ended' })
    expect(code(await claim(client, returned.token))).toBe('page-not-found')
  })

  it('can be claimed until its last day, and not while its order is on hold', async () => {
    const { email, token } = await give('friend')
    const client = await newCustomer()
    const stateOf = async () => value(await client.gifts.read({ body: { token } })).state
    expect(value(await client.gifts.read({ body: { token } })).claimUntil > new Date().toISOString().slice(0, 10)).toBe(true)
    for (const change of ['expire', 'hold'] as const) {
      await host().changeGift(email, change)
      expect(await stateOf(), change).toBe('ended')
      expect(code(await claim(client, token)), change).toBe('page-not-found')
      await host().changeGift(email, 'reopen')
      expect(await stateOf(), change).toBe('claimable')
    }
    expect(code(await claim(client, token))).toBe('ok')
    await host().changeGift(email, 'expire')
    expect(await stateOf()).toBe('claimed')
    await host().changeGift(email, 'reopen')
  })

  it('does not end the giver\u2019s own membership in the same basket', async () => {
    const client = await newCustomer()
    for (let nth = 0; nth < 2; nth++)
      value(await client.basket.addItem({ body: { kind: 'gift-membership', membership: 'friend', ...giftTexts } }))
    const { items } = value(await client.basket.addItem({ body: { kind: 'membership', membership: 'friend' } }))
    expect(items.map(({ kind }) => kind)).toEqual(['gift-membership', 'gift-membership', 'membership'])
    for (const sendOn of ['2020-01-01', '2199-01-01', 'tomorrow'])
      expect(
        code(
          await client.basket.addItem({ body: { kind: 'gift-membership', membership: 'friend', ...giftTexts, sendOn: sendOn as never } }),
        ),
      ).toBe('invalid-input')
  })
}
