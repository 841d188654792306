import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { loadEntitlement } from '#modules/eligibility'
import { cancelMandate, checkPayment, processReturn, readOrderWorth, reconcilePayments } from '#modules/payment'
import { renewMemberships } from '#modules/renewal'
import { expectInvariants, openTestTheatre } from '#testing'
import { addDays } from '@playhouse/domain/membership-term'
import { money } from '@playhouse/domain/money'
import { actor } from '../modules/payment/testing/buyer.ts'
import { createItemBuyer, friend, selling } from '../modules/payment/testing/item-buyer.ts'
import { openRenewingMember } from '../modules/payment/testing/renewing-member.ts'

type Member = Awaited<ReturnType<typeof openRenewingMember>>
const isMember = async ({ shop: { db, brand }, customer }: Member) =>
  (await loadEntitlement(db, brand.timeZone, { customer: customer.id, basket: undefined })).memberships.includes('friend')

describe('a year passes, and the saved card', () => {
  it('is charged once, after a letter, on the last day, and again a year later', async () => {
    await using theatre = await openTestTheatre(selling)
    const member = await openRenewingMember(theatre)
    const { agree, pass, renew, mailed, charges, latest, orders, list } = member
    expect(await agree()).toMatchObject({ ok: true })
    const first = await latest()
    expect(first).toMatchObject({ autoRenewal: { amount: 60_00, means: 'card', state: 'on', on: first.expiresOn }, autoRenewalOffer: null })
    await renew()
    expect(await mailed()).toEqual([])
    await pass(333)
    await renew()
    expect(await mailed(), 'more than 30 days before').toEqual([])
    await pass(1)
    await Promise.all([renew(), renew()])
    expect(await mailed()).toEqual([expect.stringMatching(/^Friend renews on /)])
    expect(member.mails[0]!.text).toContain('£60.00')
    await pass(29)
    await renew()
    expect(charges, 'not before its day').toEqual([])
    await pass(1)
    await Promise.all([renew(), renewMemberships(member.shop), renewMemberships(member.shop)])
    await renew()
    expect(charges).toHaveLength(1)
    expect(await mailed()).toEqual(['Friend is renewed'])
    expect(await orders()).toMatchObject([{ paid: 60_00 }, { state: 'confirmed', paid: 60_00 }])
    const [next, last] = await list()
    expect(next).toMatchObject({
      state: 'pending',
      startsOn: addDays(last!.expiresOn, 1),
      autoRenewal: { state: 'on', on: next!.expiresOn },
    })
    expect(last).toMatchObject({ graceUntil: null, autoRenewal: null })
    await expectInvariants(theatre)
    await pass(365)
    await renew()
    await pass(1)
    await renew()
    expect(charges).toHaveLength(2)
    expect(await isMember(member)).toBe(true)
    await expectInvariants(theatre)
  })

  it('is tried three times in ten days where it is declined; then the membership lapses with a letter', async () => {
    await using theatre = await openTestTheatre(selling)
    const member = await openRenewingMember(theatre, 'declines')
    const { agree, pass, renew, mailed, charges, latest, list } = member
    await agree()
    await pass(334)
    await renew()
    await mailed()
    await pass(30)
    await renew()
    expect(await mailed()).toEqual(['The payment for Friend did not go through'])
    expect(await latest()).toMatchObject({ autoRenewal: { state: 'waiting' } })
    for (const days of [1, 2]) {
      await pass(days)
      await renew()
    }
    expect(charges).toHaveLength(1)
    expect(await isMember(member), 'in the days of grace').toBe(true)
    await pass(1)
    await renew()
    expect(charges).toHaveLength(2)
    expect(await mailed()).toEqual(['The payment for Friend did not go through'])
    await pass(4)
    await renew()
    expect(charges).toHaveLength(2)
    expect(await isMember(member)).toBe(true)
    await pass(1)
    await renew()
    expect(charges).toHaveLength(3)
    expect(await mailed()).toEqual(['Your membership Friend has ended'])
    expect(await isMember(member)).toBe(false)
    expect(await list()).toMatchObject([{ state: 'lapsed', autoRenewal: null, autoRenewalOffer: null }])
    await pass(30)
    await renew()
    expect(charges).toHaveLength(3)
    expect(await mailed()).toEqual([])
    await expectInvariants(theatre)
  })

  it('pays at the second try, and the new term continues the old one', async () => {
    await using theatre = await openTestTheatre(selling)
    const member = await openRenewingMember(theatre, 'declines')
    const { agree, pass, renew, charges, list, useCard } = member
    await agree()
    await pass(364)
    await renew()
    await pass(1)
    await renew()
    expect(charges).toHaveLength(1)
    await useCard('pays')
    await pass(4)
    await renew()
    expect(charges).toHaveLength(2)
    const [next, last] = await list()
    expect(next).toMatchObject({ state: 'active', startsOn: addDays(last!.expiresOn, 1) })
    await expectInvariants(theatre)
  })

  it('is not charged after its bank asks for the member, who pays by the link of a letter', async () => {
    await using theatre = await openTestTheatre(selling)
    const member = await openRenewingMember(theatre, 'asks')
    const { agree, pass, renew, mailed, charges, end, shop, customer, list } = member
    await agree()
    await pass(334)
    await renew()
    await pass(30)
    await mailed()
    await renew()
    await renew()
    expect(await mailed()).toEqual(['Please confirm the payment for Friend'])
    expect(member.mails[0]!.text).toContain('https://pay.example/s-')
    expect(await list()).toMatchObject([{ autoRenewal: { state: 'charging' } }])
    end(charges[0]!, 'succeeded')
    await checkPayment(shop, customer.id, charges[0]!, actor)
    await sql`update membership_renewal set try_at = now()`.execute(theatre.db)
    await renew()
    expect(await mailed()).toEqual(['Friend is renewed'])
    expect(charges).toHaveLength(1)
    await expectInvariants(theatre)
  })

  it('is charged once although the process is killed between the charge and the order', async () => {
    await using theatre = await openTestTheatre(selling)
    const member = await openRenewingMember(theatre)
    const { agree, pass, renew, charges, failNext, orders, list } = member
    await agree()
    await pass(334)
    await renew()
    await pass(30)
    failNext('killed')
    await expect(renew()).rejects.toThrow('could not be renewed')
    expect(charges).toHaveLength(1)
    expect(await orders()).toHaveLength(1)
    await sql`update membership_renewal set try_at = now()`.execute(theatre.db)
    await renew()
    expect(charges).toHaveLength(1)
    expect(await orders()).toHaveLength(2)
    expect((await list()).map(({ state }) => state)).toEqual(['pending', 'active'])
    await expectInvariants(theatre)
  })
})

describe('a try that was interrupted before its charge', () => {
  it('charges nothing once the member has turned renewals off', async () => {
    await using theatre = await openTestTheatre(selling)
    const { agree, pass, renew, charges, list, customer } = await openRenewingMember(theatre)
    expect(await agree()).toMatchObject({ ok: true })
    await pass(334)
    await renew()
    await sql`update membership_renewal set state = 'charging', tries = tries + 1, try_at = now()`.execute(theatre.db)
    await sql`update renewal_consent set ended_at = now(), end_reason = 'member' where customer_id = ${customer.id}`.execute(theatre.db)
    await renew()
    expect(charges).toEqual([])
    expect(await theatre.db.selectFrom('membership_renewal').select('state').execute()).toEqual([{ state: 'cancelled' }])
    expect(await list()).toHaveLength(1)
    await expectInvariants(theatre)
  })
})

describe('a direct debit', () => {
  it('keeps the benefits while the bank decides, and continues the term when it has paid', async () => {
    await using theatre = await openTestTheatre(selling)
    const member = await openRenewingMember(theatre)
    const { agree, pass, renew, mailed, charges, end, shop, list, setUpDebit } = member
    expect(await agree(await setUpDebit())).toMatchObject({ ok: true })
    expect(await mailed()).toEqual([expect.stringMatching(/^Your direct debit DD-.* is set up$/)])
    await pass(334)
    await renew()
    expect(await mailed()).toEqual([expect.stringMatching(/^Friend renews on .* by direct debit$/)])
    await pass(30)
    await renew()
    expect(await list()).toMatchObject([{ autoRenewal: { state: 'charging', means: 'direct-debit' } }])
    await pass(12)
    await renew()
    expect(await isMember(member)).toBe(true)
    end(charges[0]!, 'succeeded')
    await reconcilePayments(shop)
    await sql`update membership_renewal set try_at = now()`.execute(theatre.db)
    await renew()
    expect(await mailed()).toEqual(['Friend is renewed'])
    const [next, last] = await list()
    expect(next).toMatchObject({ state: 'active', startsOn: addDays(last!.expiresOn, 1) })
    expect(charges).toHaveLength(1)
    await expectInvariants(theatre)
  })

  it('that the bank does not pay ends the membership with a letter, and is not repeated', async () => {
    await using theatre = await openTestTheatre(selling)
    const member = await openRenewingMember(theatre)
    const { agree, pass, renew, mailed, charges, end, shop, setUpDebit } = member
    await agree(await setUpDebit())
    await pass(334)
    await renew()
    await mailed()
    await pass(30)
    await renew()
    await pass(5)
    end(charges[0]!, 'failed', { declineCode: 'account_closed' })
    await reconcilePayments(shop)
    expect(await mailed(), 'no letter of an order with seats').toEqual([])
    await sql`update membership_renewal set try_at = now()`.execute(theatre.db)
    await renew()
    expect(await mailed()).toEqual(['Your membership Friend has ended'])
    expect(await isMember(member)).toBe(false)
    expect(charges).toHaveLength(1)
    await expectInvariants(theatre)
  })

  it('that the customer removed collects nothing', async () => {
    await using theatre = await openTestTheatre(selling)
    const member = await openRenewingMember(theatre)
    const { agree, pass, renew, mailed, charges, shop, customer, setUpDebit } = member
    const mandate = await setUpDebit()
    await agree(mandate)
    await mailed()
    expect(await cancelMandate(shop, customer.id, mandate, actor)).toMatchObject({ ok: true })
    expect(await mailed()).toEqual([expect.stringMatching(/^Your direct debit DD-.* has ended$/)])
    await pass(334)
    await renew()
    await pass(30)
    await renew()
    expect(charges).toEqual([])
    expect((await mailed()).at(-1)).toBe('Your membership Friend has ended')
    await expectInvariants(theatre)
  })
})

describe('an agreement', () => {
  it('is recorded with its text, and ends at once in the account', async () => {
    await using theatre = await openTestTheatre(selling)
    const member = await openRenewingMember(theatre)
    const { agree, stop, pass, renew, mailed, charges, latest } = member
    await agree()
    const [consent] = await theatre.db.selectFrom('renewal_consent').selectAll().execute()
    expect(consent).toMatchObject({ amount: 60_00, currency: 'GBP', wording: '2026-11', locale: 'en', membership: 'friend' })
    expect(consent!.text).toMatch(/^I agree that .* takes £60\.00 from my saved card on .* to renew “Friend” for 12 months/)
    await pass(334)
    await renew()
    await mailed()
    expect(await latest()).toMatchObject({ graceUntil: expect.any(String) })
    expect(await stop()).toMatchObject({ ok: true })
    expect(await stop()).toMatchObject({ ok: false, error: { code: 'page-not-found' } })
    expect(await mailed()).toEqual(['Friend no longer renews automatically'])
    expect(await latest()).toMatchObject({ graceUntil: null, autoRenewal: null, autoRenewalOffer: { amount: 60_00 } })
    await pass(30)
    await renew()
    await pass(1)
    await renew()
    expect(charges).toEqual([])
    expect(await isMember(member)).toBe(false)
    await expectInvariants(theatre)
  })

  it('needs the shown price and a card or mandate of the customer', async () => {
    await using theatre = await openTestTheatre(selling)
    const member = await openRenewingMember(theatre)
    const other = await openRenewingMember(theatre)
    expect(await member.agree(null, money(59_00))).toMatchObject({ error: { code: 'price-changed' } })
    expect(await member.agree(await other.setUpDebit())).toMatchObject({ error: { code: 'details-not-updated' } })
    await theatre.db.deleteFrom('payment_card').execute()
    expect(await member.agree()).toMatchObject({ error: { code: 'details-not-updated' } })
    expect((await member.latest()).autoRenewal).toBeNull()
  })

  it('ends with a letter instead of a charge above the agreed amount', async () => {
    await using theatre = await openTestTheatre(selling)
    const member = await openRenewingMember(theatre)
    await member.agree()
    await member.pass(340)
    const brand = {
      ...theatre.brand,
      memberships: theatre.brand.memberships.map((level) => ({ ...level, sold: { ...level.sold!, price: money(65_00) } })),
    }
    await renewMemberships({ ...member.shop, brand })
    expect(await member.mailed()).toEqual(['Friend no longer renews automatically'])
    expect(member.mails.at(-1)!.text).toContain('higher than the amount that you agreed to')
    expect(member.charges).toEqual([])
    await expectInvariants(theatre)
  })

  it('charges nothing for a term that was renewed by hand, or is being paid for', async () => {
    await using theatre = await openTestTheatre(selling)
    const member = await openRenewingMember(theatre)
    const { agree, pass, renew, charges, customer, list } = member
    await agree()
    await pass(334)
    await renew()
    await pass(30)
    const hand = await createItemBuyer(theatre, [friend], false, customer)
    const started = await hand.start()
    await renew()
    expect(charges, 'while the payment page is open').toEqual([])
    hand.end((started as { value: { payment: string } }).value.payment, 'succeeded')
    await checkPayment(hand.shop, customer.id, (started as { value: { payment: string } }).value.payment, actor)
    await sql`update membership_renewal set try_at = now()`.execute(theatre.db)
    await renew()
    expect(charges).toEqual([])
    expect(await list()).toMatchObject([{ state: 'pending', autoRenewal: { state: 'on' } }, { state: 'active' }])
    await expectInvariants(theatre)
  })

  it('ends where the renewed term is returned', async () => {
    await using theatre = await openTestTheatre(selling)
    const member = await openRenewingMember(theatre)
    await member.agree()
    await member.pass(334)
    await member.renew()
    await member.pass(30)
    await member.renew()
    const newest = theatre.db.selectFrom('customer_order').select(['id', 'number', 'paid']).orderBy('placed_at', 'desc')
    const { number, ...order } = await newest.executeTakeFirstOrThrow()
    const items = [...(await readOrderWorth(theatre.db, order)).items.keys()]
    const back = { tickets: [], items, to: 'origin', reason: 'asked', isLateAllowed: true, value: money(60_00) } as const
    expect(await processReturn(member.shop, number, back, actor)).toMatchObject({ ok: true })
    expect(await member.list()).toMatchObject([{ state: 'expiring', autoRenewal: null }])
    await member.renew()
    await member.pass(1)
    await member.renew()
    expect(member.charges).toHaveLength(1)
    await expectInvariants(theatre)
  })
})
