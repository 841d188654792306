import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { cancelMandate, checkPayment } from '#modules/payment'
import { expectInvariants, openTestTheatre } from '#testing'
import { addDays } from '@playhouse/domain/membership-term'
import { actor } from '../modules/payment/testing/buyer.ts'
import { givingMonthly, openMonthlyDonor } from '../modules/payment/testing/monthly-donor.ts'

describe('a direct debit of a monthly gift', () => {
  it('collects after the notice of its scheme, and moves where the amount changes', async () => {
    await using theatre = await openTestTheatre(givingMonthly)
    const donor = await openMonthlyDonor(theatre)
    const { start, list, change, makeDue, charge, charges, setUpDebit, mailed, states, end, shop, customer, orders } = donor
    const { rows } = await sql<{ today: string }>`select (now() at time zone ${theatre.brand.timeZone})::date::text as today`.execute(
      theatre.db,
    )
    const today = rows[0]!.today
    const mandate = await setUpDebit()
    await start({ directDebit: mandate, day: 1 })
    expect((await list())[0]!.on! >= addDays(today, 5)).toBe(true)
    await makeDue()
    await change(12_00)
    expect((await list())[0]!.on).toBe(addDays(today, 5))
    await charge()
    expect(charges, 'the new amount needs its notice').toEqual([])
    await makeDue()
    await charge()
    expect(await states()).toEqual([['charging', 1, 12_00]])
    expect(await list()).toMatchObject([{ state: 'charging', on: null }])
    expect((await orders())[0]).toMatchObject({ state: 'confirming' })
    end(charges[0]!, 'succeeded')
    await checkPayment(shop, customer.id, charges[0]!, actor)
    await sql`update monthly_charge set try_at = now()`.execute(theatre.db)
    await charge()
    expect(await states()).toEqual([['paid', 1, 12_00]])
    expect(await mailed()).toEqual([
      expect.stringContaining('direct debit'),
      'Your monthly gift to The stage fund',
      'Your monthly gift to The stage fund is changed',
    ])
    await expectInvariants(theatre)
  })

  it('that the bank does not pay is tried again in the next month, with one letter', async () => {
    await using theatre = await openTestTheatre(givingMonthly)
    const donor = await openMonthlyDonor(theatre)
    const { start, list, makeDue, charge, charges, setUpDebit, mailed, states, end, shop, customer, donations } = donor
    await start({ directDebit: await setUpDebit() })
    await makeDue()
    await charge()
    await mailed()
    end(charges[0]!, 'failed')
    await checkPayment(shop, customer.id, charges[0]!, actor)
    await sql`update monthly_charge set try_at = now()`.execute(theatre.db)
    await charge()
    expect(await states()).toEqual([['failed', 1, 10_00]])
    expect(await mailed()).toEqual(['The payment for your monthly gift did not go through'])
    expect(await list()).toMatchObject([{ state: 'on' }])
    expect(await donations()).toEqual([])
    await expectInvariants(theatre)
  })

  it('waits while the bank has not accepted the mandate', async () => {
    await using theatre = await openTestTheatre(givingMonthly)
    const donor = await openMonthlyDonor(theatre)
    const { start, makeDue, charge, charges, setUpDebit, states } = donor
    const mandate = await setUpDebit()
    await start({ directDebit: mandate })
    await makeDue()
    await sql`update mandate set state = 'pending'`.execute(theatre.db)
    await charge()
    expect(charges).toEqual([])
    expect(await states()).toEqual([['announced', 0, 10_00]])
    await sql`update mandate set state = 'active'`.execute(theatre.db)
    await sql`update monthly_charge set try_at = now()`.execute(theatre.db)
    await charge()
    expect(charges).toHaveLength(1)
    await expectInvariants(theatre)
  })

  it.each(['at the bank', 'in the account'])('that is cancelled %s ends the gift with a letter, before its day', async (place) => {
    await using theatre = await openTestTheatre(givingMonthly)
    const donor = await openMonthlyDonor(theatre)
    const { start, list, charge, charges, setUpDebit, decideDebit, shop, customer, mailed } = donor
    const mandate = await setUpDebit()
    await start({ directDebit: mandate })
    await mailed()
    if (place === 'at the bank') await decideDebit(mandate, 'cancelled')
    else await cancelMandate(shop, customer.id, mandate, actor)
    await charge()
    expect(await list()).toEqual([])
    expect(charges).toEqual([])
    expect(await mailed()).toEqual([expect.stringContaining('has ended'), 'Your monthly gift to The stage fund has ended'])
    await expectInvariants(theatre)
  })

  it('that was cancelled at the bank without a report ends the gift with its charge', async () => {
    await using theatre = await openTestTheatre(givingMonthly)
    const donor = await openMonthlyDonor(theatre)
    const { start, list, makeDue, charge, charges, setUpDebit, decide, states, mailed } = donor
    const mandate = await setUpDebit()
    await start({ directDebit: mandate })
    await makeDue()
    decide(mandate, 'cancelled')
    await mailed()
    await charge()
    expect(charges).toEqual([])
    expect(await states()).toEqual([['failed', 1, 10_00]])
    expect(await list()).toEqual([])
    expect((await mailed()).filter((subject) => subject.startsWith('Your monthly gift'))).toHaveLength(1)
    await expectInvariants(theatre)
  })
})
