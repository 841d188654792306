import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { timeLimit } from '@playhouse/testing/time-limit'
import { givingMonthly, openMonthlyDonor } from '../modules/payment/testing/monthly-donor.ts'
import { chargeDay, countUnaccountedPayments, endWaiting, runJobs, settleEverything } from '../modules/payment/testing/recurring-days.ts'

const month = fc.record({
  days: fc.array(chargeDay, { minLength: 4, maxLength: 4 }),
  amount: fc.option(fc.integer({ min: 2_00, max: 200_00 })),
  isStopped: fc.boolean(),
})

/** No month of a gift is paid for twice. */
async function expectOneChargeEach({ db }: TestTheatre): Promise<void> {
  const { rows } = await sql`
    select split_part(c.key, ' ', 2) as charge from off_session_charge c join payment_attempt a on a.id = c.attempt_id
    where a.state in ('succeeded', 'confirming') group by 1 having count(*) > 1`.execute(db)
  expect(rows).toEqual([])
}

it(
  'charges each month once at most over eight months, whatever fails, is lost, or is killed, and every payment is a donation or is refunded',
  { timeout: timeLimit(300_000) },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(month, { minLength: 8, maxLength: 8 }), async (months) => {
        await using theatre = await openTestTheatre(givingMonthly)
        const donor = await openMonthlyDonor(theatre)
        const { start, stop, change, list, makeDue, passDays, passMonth, charge } = donor
        for (const { days, amount, isStopped } of months) {
          if ((await list()).length === 0) expect(await start()).toMatchObject({ ok: true })
          await makeDue()
          for (const [nth, each] of days.entries()) {
            await runJobs(donor, charge, each)
            await endWaiting(donor, each.waiting)
            const isGiving = (await list()).length > 0
            if (nth === 1 && amount !== null && isGiving) expect(await change(amount)).toMatchObject({ ok: true })
            if (nth === 2 && isStopped && isGiving) expect(await stop()).toMatchObject({ ok: true })
            await expectOneChargeEach(theatre)
            await passDays(4)
          }
          await passMonth()
        }
        await settleEverything(donor, async () => {
          await sql`update monthly_charge set try_at = now() where state = 'charging'`.execute(theatre.db)
          await charge()
        })
        await expectOneChargeEach(theatre)
        expect(await countUnaccountedPayments(theatre, donor)).toBe(0)
        const { rows } = await sql<{ paid: number; given: number }>`
          select (select coalesce(sum(amount), 0)::int from monthly_charge where state = 'paid') as paid,
            (select coalesce(sum(amount), 0)::int from donation) as given`.execute(theatre.db)
        expect(rows[0]!.given).toBe(rows[0]!.paid)
        await expectInvariants(theatre)
      }),
      { numRuns: 3, endOnFailure: true },
    )
  },
)
