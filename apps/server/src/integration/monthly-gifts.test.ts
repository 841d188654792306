import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addAddress } from '#modules/address'
import { declareAccountGiftAid } from '#modules/consent'
import { listClaimableDonations, listDonations } from '#modules/giving'
import { chargeMonthlyGifts } from '#modules/monthly-gift'
import { checkPayment, processReturn, readOrderWorth } from '#modules/payment'
import { expectInvariants, openTestTheatre } from '#testing'
import { money } from '@playhouse/domain/money'
import { actor } from '../modules/payment/testing/buyer.ts'
import { givingMonthly, openMonthlyDonor } from '../modules/payment/testing/monthly-donor.ts'

const home = { line1: '1 Globe Lane', line2: '', line3: '', city: 'London', state: '', postcode: 'SE1 9PH', country: 'GB' }

describe('months pass, and the saved card', () => {
  it('is charged once a month, after a letter with the day and the amount, and each charge is a donation with Gift Aid', async () => {
    await using theatre = await openTestTheatre(givingMonthly)
    const donor = await openMonthlyDonor(theatre)
    const { start, list, charge, charges, makeDue, passMonth, mailed, orders, donations, customer, states } = donor
    await addAddress(theatre.db, customer.id, { ...home, isPrimary: true, isBilling: true, isDelivery: true }, actor)
    await declareAccountGiftAid(theatre.db, customer.id, true, '2026-11-later')
    expect(await start()).toMatchObject({ ok: true })
    expect(await start(), 'one for each fund').toMatchObject({ error: { code: 'details-not-updated' } })
    expect(await list()).toMatchObject([{ fund: 'stage', name: 'The stage fund', amount: 10_00, day: 15, means: 'card', state: 'on' }])
    expect(await mailed()).toEqual(['Your monthly gift to The stage fund'])
    expect(donor.mails[0]!.text).toContain('£10.00')
    expect(donor.mails[0]!.text).toContain('preferred card')
    await charge()
    expect(charges, 'not before its day').toEqual([])
    await makeDue()
    await Promise.all([charge(), chargeMonthlyGifts(donor.shop), chargeMonthlyGifts(donor.shop)])
    await charge()
    expect(charges).toHaveLength(1)
    expect(await orders()).toMatchObject([{ state: 'confirmed', paid: 10_00 }])
    for (let month = 2; month <= 3; month++) {
      await passMonth()
      await charge()
      expect(charges).toHaveLength(month)
    }
    expect(await states()).toEqual(Array(3).fill(['paid', 1, 10_00]))
    expect(await donations()).toEqual(Array(3).fill({ fund: 'The stage fund', amount: 10_00, gift_aid: 2_50 }))
    expect(await listDonations(theatre.db, customer.id)).toHaveLength(3)
    const period = { from: new Date(0), until: new Date('2999-01-01') }
    expect(await listClaimableDonations(theatre.db, period)).toHaveLength(3)
    expect(await mailed(), 'a receipt each, and no other letter').toEqual([])
    expect(donor.mails).toHaveLength(3)
    await expectInvariants(theatre)
  })

  it('is tried three times in ten days where it is declined, and again a month later; after two months the gift ends', async () => {
    await using theatre = await openTestTheatre(givingMonthly)
    const donor = await openMonthlyDonor(theatre, 'declines')
    const { start, list, charge, charges, makeDue, passDays, passMonth, mailed, states } = donor
    await start()
    await mailed()
    await makeDue()
    for (const month of [1, 2]) {
      await charge()
      expect(await list()).toMatchObject([{ state: 'waiting' }])
      await passDays(3)
      await charge()
      expect(charges).toHaveLength(3 * month - 2)
      await passDays(1)
      await charge()
      await passDays(5)
      await charge()
      expect(charges).toHaveLength(3 * month)
      const failed = 'The payment for your monthly gift did not go through'
      const last = month === 1 ? failed : 'Your monthly gift to The stage fund has ended'
      expect(await mailed()).toEqual([...(month === 1 ? [failed, failed] : []), ...(month === 1 ? [last] : [last])])
      expect(await list()).toHaveLength(month === 1 ? 1 : 0)
      if (month === 1) await passMonth()
    }
    expect(await states()).toEqual(Array(2).fill(['failed', 3, 10_00]))
    await expectInvariants(theatre)
  })

  it('pays a month at the second try with the changed amount, and the months without a payment count from zero', async () => {
    await using theatre = await openTestTheatre(givingMonthly)
    const donor = await openMonthlyDonor(theatre, 'declines')
    const { start, charge, makeDue, passDays, passMonth, states, useCard, change, list, mailed } = donor
    await start()
    await makeDue()
    await charge()
    await mailed()
    expect(await change(1_99)).toMatchObject({ error: { code: 'invalid-input' } })
    expect(await change(7_00)).toMatchObject({ ok: true })
    expect(await mailed()).toEqual(['Your monthly gift to The stage fund is changed'])
    await useCard('pays')
    await passDays(4)
    await charge()
    expect(await states()).toEqual([['paid', 2, 7_00]])
    await change(9_00)
    await passMonth()
    await charge()
    expect(await states()).toEqual([
      ['paid', 2, 7_00],
      ['paid', 1, 9_00],
    ])
    expect(await list()).toMatchObject([{ amount: 9_00, state: 'on' }])
    await expectInvariants(theatre)
  })

  it('is charged by the link of a letter where its bank asks for the donor', async () => {
    await using theatre = await openTestTheatre(givingMonthly)
    const donor = await openMonthlyDonor(theatre, 'asks')
    const { start, charge, charges, makeDue, mailed, end, shop, customer, states } = donor
    await start()
    await mailed()
    await makeDue()
    await charge()
    await charge()
    expect(await mailed()).toEqual(['Please confirm the payment of your monthly gift'])
    expect(donor.mails[0]!.text).toContain('https://pay.example/s-')
    end(charges[0]!, 'succeeded')
    await checkPayment(shop, customer.id, charges[0]!, actor)
    await sql`update monthly_charge set try_at = now()`.execute(theatre.db)
    await charge()
    expect(await states()).toEqual([['paid', 1, 10_00]])
    await expectInvariants(theatre)
  })

  it.each(['request-lost', 'response-lost', 'killed'] as const)('is charged once although: %s', async (fault) => {
    await using theatre = await openTestTheatre(givingMonthly)
    const donor = await openMonthlyDonor(theatre)
    const { start, charge, charges, makeDue, failNext, states } = donor
    await start()
    await makeDue()
    failNext(fault)
    await charge().catch((error: unknown) => expect(String(error)).toContain('could not be charged'))
    await sql`update monthly_charge set try_at = now() where try_at is not null`.execute(theatre.db)
    await charge()
    expect(charges).toHaveLength(1)
    expect(await states()).toEqual([['paid', 1, 10_00]])
    await expectInvariants(theatre)
  })

  it('is not charged for months that have passed while the job did not run', async () => {
    await using theatre = await openTestTheatre(givingMonthly)
    const { start, charge, charges, makeDue, states } = await openMonthlyDonor(theatre)
    await start()
    await makeDue()
    await sql`update monthly_gift set month = month - interval '3 months', next_on = next_on - interval '3 months'`.execute(theatre.db)
    await charge()
    expect(charges).toHaveLength(1)
    expect(await states()).toHaveLength(1)
    await expectInvariants(theatre)
  })
})

describe('a monthly gift', () => {
  it('is stopped at once: nothing more is charged, and a payment under way still arrives', async () => {
    await using theatre = await openTestTheatre(givingMonthly)
    const donor = await openMonthlyDonor(theatre, 'processes')
    const { start, list, stop, makeDue, passMonth, charge, charges, mailed, states, end, shop, customer, donations } = donor
    await start()
    await makeDue()
    await charge()
    await mailed()
    expect(await stop()).toMatchObject({ ok: true })
    expect(await list()).toEqual([])
    expect(await mailed()).toEqual(['Your monthly gift to The stage fund has ended'])
    end(charges[0]!, 'succeeded')
    await checkPayment(shop, customer.id, charges[0]!, actor)
    await sql`update monthly_charge set try_at = now() where try_at is not null`.execute(theatre.db)
    await charge()
    expect(await states()).toEqual([['paid', 1, 10_00]])
    expect(await donations()).toHaveLength(1)
    await passMonth()
    await charge()
    expect(charges).toHaveLength(1)
    expect(await start(), 'again').toMatchObject({ ok: true })
    await expectInvariants(theatre)
  })

  it('is stopped between two tries without another one', async () => {
    await using theatre = await openTestTheatre(givingMonthly)
    const donor = await openMonthlyDonor(theatre, 'declines')
    const { start, stop, makeDue, passDays, charge, charges, states } = donor
    await start()
    await makeDue()
    await charge()
    await stop()
    await passDays(4)
    await charge()
    expect(charges).toHaveLength(1)
    expect(await states()).toEqual([['cancelled', 1, 10_00]])
    await expectInvariants(theatre)
  })

  it('continues after one of its donations was refunded, and that one is not charged again', async () => {
    await using theatre = await openTestTheatre(givingMonthly)
    const donor = await openMonthlyDonor(theatre)
    const { start, makeDue, passMonth, charge, charges, orders, donations, shop, list } = donor
    await start()
    await makeDue()
    await charge()
    const [{ id, paid, number }] = (await orders()) as [Awaited<ReturnType<typeof orders>>[number]]
    const worth = await readOrderWorth(theatre.db, { id, paid })
    const [item] = await theatre.db.selectFrom('order_item').select('id').where('order_id', '=', id).execute()
    expect(worth.items.get(item!.id)).toEqual({ value: 10_00, isAlone: true, keptPostage: 0 })
    const back = { tickets: [], items: [item!.id], to: 'origin', value: money(10_00), reason: 'asked', isLateAllowed: false } as const
    expect(await processReturn(shop, number, back, actor)).toMatchObject({ ok: true })
    expect(await donations()).toEqual([])
    await charge()
    expect(charges).toHaveLength(1)
    await passMonth()
    await charge()
    expect(charges).toHaveLength(2)
    expect(await donations()).toHaveLength(1)
    expect(await list()).toHaveLength(1)
    await expectInvariants(theatre)
  })

  it.each([
    { closed: 'before its day', states: [] },
    { closed: 'between plan and charge', states: [['cancelled', 0, 10_00]] },
  ])('to a fund that closes $closed ends with a letter', async ({ closed, states: expected }) => {
    await using theatre = await openTestTheatre(givingMonthly)
    const donor = await openMonthlyDonor(theatre)
    const { start, list, makeDue, charge, charges, mailed, states } = donor
    await start()
    await makeDue()
    await mailed()
    const close = () => Object.assign(theatre.brand.giving[0]!, { closesOn: '2020-12-31' })
    if (closed === 'between plan and charge') {
      await sql`update monthly_gift set next_on = next_on`.execute(theatre.db)
      const { planGifts } = await import('../modules/monthly-gift/plan-gifts.ts')
      expect(await planGifts(donor.shop, actor)).toEqual([])
    }
    close()
    await charge()
    expect(charges).toEqual([])
    expect(await list()).toEqual([])
    expect(await mailed()).toEqual(['Your monthly gift to The stage fund has ended'])
    expect((await states()).map(([state]) => state)).toEqual(expected.map(([state]) => state))
    await expectInvariants(theatre)
  })

  it('for an appeal that has ended goes to its fund', async () => {
    await using theatre = await openTestTheatre(givingMonthly)
    const donor = await openMonthlyDonor(theatre)
    const [fund] = theatre.brand.giving
    Object.assign(fund!, { appeals: [{ appeal: 'roof', name: 'A new roof' }] })
    expect(await donor.start({ appeal: 'roof' })).toMatchObject({ ok: true })
    Object.assign(fund!, { appeals: [] })
    await donor.makeDue()
    await donor.charge()
    expect(donor.charges).toHaveLength(1)
    expect(await donor.list()).toHaveLength(1)
    const donations = await theatre.db.selectFrom('donation').select(['fund', 'appeal']).execute()
    expect(donations).toEqual([{ fund: 'The stage fund', appeal: null }])
    await expectInvariants(theatre)
  })

  it('needs an open fund, an amount that it takes, the shown text, and a card or mandate of the donor', async () => {
    await using theatre = await openTestTheatre(givingMonthly)
    const donor = await openMonthlyDonor(theatre)
    const { start } = donor
    expect(await start({ fund: 'nowhere' })).toMatchObject({ error: { code: 'page-not-found' } })
    expect(await start({ appeal: 'nothing' })).toMatchObject({ error: { code: 'page-not-found' } })
    for (const amount of [0, 1_99, 200_01])
      expect(await start({ amount: money(amount) })).toMatchObject({ error: { code: 'invalid-input' } })
    expect(await start({ wording: 'another' })).toMatchObject({ error: { code: 'details-not-updated' } })
    expect(await start({ directDebit: crypto.randomUUID() })).toMatchObject({ error: { code: 'details-not-updated' } })
    await sql`delete from payment_card`.execute(theatre.db)
    expect(await start()).toMatchObject({ error: { code: 'details-not-updated' } })
    Object.assign(theatre.brand.giving[0]!, { closesOn: '2020-12-31' })
    expect(await start()).toMatchObject({ error: { code: 'fund-closed' } })
    expect(await theatre.db.selectFrom('monthly_gift').select('id').execute()).toEqual([])
  })
})
