import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addItem, openBasket, readBasket, setBilling, setNotes, setRenewalConsent } from '#modules/basket'
import { listMemberships } from '#modules/membership'
import { checkPayment, processReturn, startPayment } from '#modules/payment'
import { renewMemberships } from '#modules/renewal'
import { expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import type { ItemToAdd } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'
import { actor } from '../modules/payment/testing/buyer.ts'
import { billing, friend, selling } from '../modules/payment/testing/item-buyer.ts'
import { openRecurringPayer } from '../modules/payment/testing/recurring-payer.ts'

const keptCard = { token: 'pays', masked: '•••• 4242', cardholder: 'Ada Quill', expires: '2031-04', brand: 'visa' }

/** A customer who buys memberships and agrees to their automatic renewals. */
async function openBuyer(theatre: TestTheatre) {
  const payer = await openRecurringPayer(theatre)
  const { customer, shop } = payer
  /** What the requests for payment pages said about the card. */
  const savings: (string | undefined)[] = []
  const { createSession } = shop.provider
  shop.provider.createSession = (request) => {
    savings.push(request.savesCard)
    return createSession(request)
  }
  const fill = async (items: readonly ItemToAdd[] = [friend]) => {
    const basket = await openBasket(theatre.db, theatre.brand, { customer_id: customer.id })
    for (const item of items) expect(await addItem(shop, basket, actor, item)).toMatchObject({ ok: true })
    await setNotes(shop, basket, actor, { order: '', access: '', termsAccepted: true })
    await setBilling(shop, basket, actor, billing)
    return basket
  }
  /** Agrees to the first offer of a basket. */
  const agree = async (basket: string) => {
    const { item, amount, on, wording } = (await readBasket(shop, basket)).renewalOffers[0]!
    return setRenewalConsent(shop, basket, actor, { item, shown: { amount, on, wording }, locale: 'en' })
  }
  const start = async (basket: string) => startPayment(shop, customer, basket, (await readBasket(shop, basket)).version, 'en', actor)
  /** Pays for a basket. @returns the number of its order */
  const pay = async (basket: string, session: object = { keptCard }) => {
    const started = await start(basket)
    if (!started.ok) throw new Error(started.error.code)
    payer.end(started.value.payment, 'succeeded', session)
    const paid = await checkPayment(shop, customer.id, started.value.payment, actor)
    return paid.ok ? paid.value.order!.number : ''
  }
  const held = async () => (await listMemberships(theatre.db, theatre.brand, customer.id))[0]!
  /** Lets the year of the membership and the time of its letters pass, and charges what is due. */
  const passYear = async () => {
    const { expiresOn } = await held()
    const days = Math.round((Date.parse(`${expiresOn}T00:00:00Z`) - Date.now()) / 86_400_000)
    for (const part of [days - 20, 20, 1, 1]) {
      await sql`update membership set starts_on = starts_on - ${part}::int, expires_on = expires_on - ${part}::int`.execute(theatre.db)
      await sql`update membership_renewal set try_at = try_at - make_interval(days => ${part}), charge_on = charge_on - ${part}::int,
        next_on = next_on - ${part}::int`.execute(theatre.db)
      await sql`update membership_renewal set try_at = now() where try_at < now() + interval '1 day'`.execute(theatre.db)
      await renewMemberships(shop)
    }
  }
  const letters = async () => {
    await sql`update outbox set available_at = now()`.execute(theatre.db)
    return payer.mailed()
  }
  return { ...payer, savings, fill, agree, start, pay, held, passYear, letters }
}

describe('a consent to automatic renewals that is given with a purchase', () => {
  it('is valid once the order is paid and its card is saved, and renews the membership once', async () => {
    await using theatre = await openTestTheatre(selling)
    const { savings, fill, agree, pay, held, passYear, letters, charges } = await openBuyer(theatre)
    const basket = await fill()
    expect(await agree(basket)).toMatchObject({ ok: true })
    expect(await theatre.db.selectFrom('renewal_consent').selectAll().execute(), 'before the payment').toEqual([])
    await pay(basket)
    expect(savings).toEqual(['always'])
    const [consent, ...others] = await theatre.db.selectFrom('renewal_consent').selectAll().execute()
    expect(others).toEqual([])
    expect(consent).toMatchObject({ amount: 60_00, currency: 'GBP', locale: 'en', membership: 'friend', ended_at: null, mandate_id: null })
    expect(consent!.text).toMatch(/^I agree that .* takes £60\.00 from my saved card on or just after .* to renew “Friend” for 12 months/)
    expect(await held()).toMatchObject({ autoRenewal: { amount: 60_00, means: 'card', state: 'on' } })
    expect(await letters()).toEqual([])
    await passYear()
    expect(charges).toHaveLength(1)
    expect(await theatre.db.selectFrom('membership').select('id').execute()).toHaveLength(2)
    await expectInvariants(theatre)
  })

  it('is not valid without a saved card: the buyer gets a letter, and nothing is charged', async () => {
    await using theatre = await openTestTheatre(selling)
    const { fill, agree, pay, held, passYear, letters, charges, save, customer } = await openBuyer(theatre)
    const basket = await fill()
    await agree(basket)
    await pay(basket, {})
    expect(await held()).toMatchObject({ autoRenewal: null, autoRenewalOffer: { amount: 60_00 } })
    expect(await letters()).toEqual(['Friend does not renew automatically'])
    // A card that is saved later was not agreed to.
    await save(customer.id, 'pays')
    await passYear()
    expect(charges).toEqual([])
    await expectInvariants(theatre)
  })

  it('causes no letter about a missing card for a membership that was returned before', async () => {
    await using theatre = await openTestTheatre(selling)
    const { fill, agree, pay, letters, shop } = await openBuyer(theatre)
    const basket = await fill()
    expect(await agree(basket)).toMatchObject({ ok: true })
    const number = await pay(basket, {})
    const { id: item } = await theatre.db.selectFrom('order_item').select('id').executeTakeFirstOrThrow()
    const all = { tickets: [], items: [item], to: 'origin', value: money(60_00), reason: 'asked', isLateAllowed: true } as const
    expect(await processReturn(shop, number, all, actor)).toMatchObject({ ok: true })
    expect((await letters()).filter((letter) => letter.includes('renew'))).toEqual([])
  })

  it('is never given unless the buyer agrees, and can be withdrawn until the payment', async () => {
    await using theatre = await openTestTheatre(selling)
    const { savings, fill, agree, pay, shop } = await openBuyer(theatre)
    const basket = await fill()
    await agree(basket)
    const { item } = (await readBasket(shop, basket)).renewalOffers[0]!
    expect(await setRenewalConsent(shop, basket, actor, { item, shown: null, locale: 'en' })).toMatchObject({ ok: true })
    await pay(basket)
    expect(savings).toEqual([undefined])
    expect(await theatre.db.selectFrom('renewal_consent').selectAll().execute()).toEqual([])
  })

  it('must be given again where the price has changed since', async () => {
    await using theatre = await openTestTheatre(selling)
    const { fill, agree, start, shop, pay } = await openBuyer(theatre)
    const basket = await fill()
    await agree(basket)
    const sold = shop.brand.memberships.find(({ id }) => id === 'friend')!.sold!
    sold.price = money(65_00)
    expect(await start(basket)).toMatchObject({ ok: false, error: { code: 'price-changed' } })
    expect((await readBasket(shop, basket)).renewalOffers).toMatchObject([{ amount: 65_00, isAgreed: false }])
    await pay(basket)
    expect(await theatre.db.selectFrom('renewal_consent').selectAll().execute()).toEqual([])
  })

  it('is not offered where no card pays, or the provider saves none', async () => {
    await using theatre = await openTestTheatre(selling)
    const { fill, shop } = await openBuyer(theatre)
    const basket = await fill()
    expect((await readBasket(shop, basket)).renewalOffers).toHaveLength(1)
    expect((await readBasket({ ...shop, provider: { keepsCards: false } }, basket)).renewalOffers).toEqual([])
    expect((await readBasket(theatre, basket)).renewalOffers).toEqual([])
  })

  it('replaces an earlier consent at the renewal, and ends with the return of the order', async () => {
    await using theatre = await openTestTheatre(selling)
    const { fill, agree, pay, held, shop } = await openBuyer(theatre)
    const first = await fill()
    await agree(first)
    await pay(first)
    await sql`update membership set starts_on = starts_on - 330, expires_on = expires_on - 330`.execute(theatre.db)
    const renewal = await fill()
    await agree(renewal)
    const number = await pay(renewal)
    const reasons = async () =>
      (await theatre.db.selectFrom('renewal_consent').select('end_reason').orderBy('agreed_at').execute()).map((row) => row.end_reason)
    expect(await reasons()).toEqual(['replaced', null])
    const order = await theatre.db.selectFrom('customer_order').select('id').where('number', '=', number).executeTakeFirstOrThrow()
    const items = await theatre.db.selectFrom('order_item').select('id').where('order_id', '=', order.id).execute()
    const back = {
      tickets: [],
      items: items.map(({ id }) => id),
      to: 'origin',
      value: money(60_00),
      reason: 'asked',
      isLateAllowed: false,
    } as const
    expect(await processReturn(shop, number, back, { name: 'staff Prospero' })).toMatchObject({ ok: true })
    expect(await reasons()).toEqual(['replaced', 'returned'])
    expect(await held()).toMatchObject({ autoRenewal: null })
    await expectInvariants(theatre)
  })
})
