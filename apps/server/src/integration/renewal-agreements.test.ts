import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { checkPayment, processReturn, readOrderWorth } from '#modules/payment'
import { renewMemberships } from '#modules/renewal'
import { expectInvariants, openTestTheatre } from '#testing'
import { addDays } from '@playhouse/domain/membership-term'
import { money } from '@playhouse/domain/money'
import { actor } from '../modules/payment/testing/buyer.ts'
import { createItemBuyer, friend, selling } from '../modules/payment/testing/item-buyer.ts'
import { isMember, openRenewingMember } from '../modules/payment/testing/renewing-member.ts'

describe('a direct debit that the bank has not accepted yet', () => {
  it('is charged when the bank has accepted it, within the days of grace', async () => {
    await using theatre = await openTestTheatre(selling)
    const member = await openRenewingMember(theatre)
    const { agree, pass, renew, charges, setUpDebit, decideDebit } = member
    const mandate = await setUpDebit('pending')
    expect(await agree(mandate)).toMatchObject({ ok: true })
    await pass(334)
    await renew()
    await pass(30)
    await renew()
    await pass(3)
    await renew()
    expect(charges).toEqual([])
    expect(await isMember(member)).toBe(true)
    await decideDebit(mandate, 'active')
    await sql`update membership_renewal set try_at = now()`.execute(theatre.db)
    await renew()
    expect(charges).toHaveLength(1)
    await expectInvariants(theatre)
  })

  it('ends the agreement with a letter where the bank refuses it', async () => {
    await using theatre = await openTestTheatre(selling)
    const member = await openRenewingMember(theatre)
    const { agree, pass, renew, mailed, charges, setUpDebit, decideDebit } = member
    const mandate = await setUpDebit('pending')
    await agree(mandate)
    await pass(334)
    await renew()
    await pass(30)
    await renew()
    await mailed()
    await decideDebit(mandate, 'failed')
    expect(await mailed()).toEqual([expect.stringMatching(/^Your direct debit DD-.* has ended$/), 'Friend no longer renews automatically'])
    await sql`update membership_renewal set try_at = now() where try_at is not null`.execute(theatre.db)
    await renew()
    expect(charges).toEqual([])
    expect(await member.latest()).toMatchObject({ autoRenewal: null, graceUntil: null })
    await expectInvariants(theatre)
  })

  it('ends the membership with a letter where the bank does not decide within the days of grace', async () => {
    await using theatre = await openTestTheatre(selling)
    const member = await openRenewingMember(theatre)
    const { agree, pass, renew, mailed, charges, setUpDebit } = member
    await agree(await setUpDebit('pending'))
    await pass(334)
    await renew()
    await pass(30)
    await mailed()
    await pass(11)
    await renew()
    expect(charges).toEqual([])
    expect(await mailed()).toEqual(['Your membership Friend was not renewed'])
    expect(await member.latest()).toMatchObject({ state: 'lapsed' })
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
    expect(consent).toMatchObject({ amount: 60_00, currency: 'GBP', wording: '2026-11-26', locale: 'en', membership: 'friend' })
    expect(consent!.text).toMatch(/^I agree that .* takes £60\.00 from my saved card on or just after .* to renew “Friend” for 12 months/)
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

  it('names the day of the charge in the last days of the term, and is refused for another day', async () => {
    await using theatre = await openTestTheatre(selling)
    const member = await openRenewingMember(theatre)
    const mandate = await member.setUpDebit()
    await member.pass(362)
    const { expiresOn, autoRenewalOffer } = await member.latest()
    expect(autoRenewalOffer!.on).toEqual({ card: expiresOn, 'direct-debit': addDays(expiresOn, 3) })
    expect(await member.agree(mandate, money(60_00), expiresOn)).toMatchObject({ error: { code: 'price-changed' } })
    expect(await member.agree(mandate)).toMatchObject({ ok: true })
    await member.renew()
    expect(await member.mailed()).toContainEqual(expect.stringMatching(/^Friend renews on /))
    expect(await member.renewals()).toMatchObject([{ state: 'announced' }])
    expect(await member.latest()).toMatchObject({ autoRenewal: { on: addDays(expiresOn, 3) } })
  })

  it('is announced again at a price that has fallen, and charged at it', async () => {
    await using theatre = await openTestTheatre(selling)
    const member = await openRenewingMember(theatre)
    const { agree, pass, renew, mailed, charges, orders } = member
    await agree()
    await pass(334)
    await renew()
    await pass(30)
    await mailed()
    const memberships = theatre.brand.memberships.map((level) => ({ ...level, sold: { ...level.sold!, price: money(55_00) } }))
    const shop = { ...member.shop, brand: { ...theatre.brand, memberships } }
    const renewCheaper = async () => {
      await sql`update membership_renewal set try_at = now()`.execute(theatre.db)
      await renewMemberships(shop)
    }
    await renewCheaper()
    expect(charges).toEqual([])
    expect(await mailed()).toEqual([expect.stringMatching(/^Friend renews on /)])
    expect(member.mails[0]!.text).toContain('£55.00')
    expect(await isMember(member)).toBe(true)
    await pass(1)
    expect(await isMember(member), 'in the days of grace').toBe(true)
    await renewCheaper()
    expect(charges).toHaveLength(1)
    expect(await orders()).toMatchObject([{ paid: 60_00 }, { state: 'confirmed', paid: 55_00 }])
    await expectInvariants(theatre)
  })

  it('ends with a letter where the member upgrades', async () => {
    await using theatre = await openTestTheatre(selling)
    const member = await openRenewingMember(theatre)
    await member.agree()
    await member.mailed()
    const patron = { kind: 'membership', membership: 'patron', upgradeFrom: 'friend' } as const
    await (await createItemBuyer(theatre, [patron], false, member.customer)).pay()
    expect(await member.mailed()).toEqual(['Friend no longer renews automatically'])
    expect(member.mails.find(({ subject }) => subject.startsWith('Friend'))!.text).toContain('does not apply to the new membership')
    expect((await member.list()).every(({ autoRenewal }) => autoRenewal === null)).toBe(true)
  })

  it('that ends during a charge is confirmed without a promise that nothing is charged', async () => {
    await using theatre = await openTestTheatre(selling)
    const member = await openRenewingMember(theatre)
    const { agree, pass, renew, mailed, stop, setUpDebit } = member
    await agree(await setUpDebit())
    await pass(334)
    await renew()
    await pass(30)
    await renew()
    await mailed()
    expect(await stop()).toMatchObject({ ok: true })
    expect(await mailed()).toEqual(['Friend no longer renews automatically'])
    expect(member.mails.at(-1)!.text).toContain('may still arrive')
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
