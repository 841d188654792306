import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { timeLimit } from '@playhouse/testing/time-limit'
import { createItemBuyer, friend, selling } from '../modules/payment/testing/item-buyer.ts'
import { chargeDay, countUnaccountedPayments, endWaiting, runJobs, settleEverything } from '../modules/payment/testing/recurring-days.ts'
import { openRenewingMember } from '../modules/payment/testing/renewing-member.ts'

const year = fc.record({ days: fc.array(chargeDay, { minLength: 13, maxLength: 13 }), isStopped: fc.boolean(), isByHand: fc.boolean() })
/** Whether a payment is under way: until it has ended, the same renewal can't be bought by hand. */
const isBeingPaid = async ({ db }: TestTheatre): Promise<boolean> => {
  const open = db.selectFrom('payment_attempt').select('id').where('state', 'in', ['created', 'redirected', 'confirming'])
  return (await open.executeTakeFirst()) !== undefined
}

/** No term is paid for twice, and no two terms overlap. */
async function expectOneChargeEach({ db }: TestTheatre): Promise<void> {
  const { rows: twice } = await sql`
    select split_part(c.key, ' ', 2) as term from off_session_charge c join payment_attempt a on a.id = c.attempt_id
    where a.state in ('succeeded', 'confirming') group by 1 having count(*) > 1`.execute(db)
  expect(twice).toEqual([])
  const { rows: overlapping } = await sql`
    select m.id from membership m join membership n on n.customer_id = m.customer_id and n.membership = m.membership and n.id <> m.id
    where m.cancelled_at is null and n.cancelled_at is null and n.starts_on between m.starts_on and m.expires_on`.execute(db)
  expect(overlapping).toEqual([])
}

it(
  'charges each term at most once over five years of faults, and each payment buys a term or is refunded',
  { timeout: timeLimit(300_000) },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(year, { minLength: 5, maxLength: 5 }), async (years) => {
        await using theatre = await openTestTheatre(selling)
        const member = await openRenewingMember(theatre)
        const { agree, stop, pass, renew, latest, customer } = member
        for (const { days, isStopped, isByHand } of years) {
          if ((await latest()).state === 'lapsed') await (await createItemBuyer(theatre, [friend], false, customer)).pay()
          if ((await latest()).autoRenewalOffer) expect(await agree()).toMatchObject({ ok: true })
          const daysLeft = (Date.parse((await latest()).expiresOn) - Date.now()) / 86_400_000
          await pass(Math.max(0, Math.floor(daysLeft) - 29))
          await renew()
          if (isStopped && (await stop()).ok) await agree()
          await pass(29)
          for (const [nth, each] of days.entries()) {
            await runJobs(member, renew, each)
            await endWaiting(member, each.waiting)
            if (isByHand && nth === 5 && (await latest()).renewal && !(await isBeingPaid(theatre)))
              await (await createItemBuyer(theatre, [friend], false, customer)).pay()
            await expectOneChargeEach(theatre)
            await pass(1)
          }
        }
        await settleEverything(member, async () => {
          await sql`update membership_renewal set try_at = now() where state = 'charging'`.execute(theatre.db)
          await renew()
        })
        await expectOneChargeEach(theatre)
        expect(await countUnaccountedPayments(theatre, member)).toBe(0)
        await expectInvariants(theatre)
      }),
      { numRuns: 3, endOnFailure: true },
    )
  },
)
