import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { checkPayment, reconcilePayments } from '#modules/payment'
import { expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { timeLimit } from '@playhouse/testing/time-limit'
import { actor } from '../modules/payment/testing/buyer.ts'
import { createItemBuyer, friend, selling } from '../modules/payment/testing/item-buyer.ts'
import { cardBehaviours, type ChargeFault } from '../modules/payment/testing/manual-cards.ts'
import { openRenewingMember } from '../modules/payment/testing/renewing-member.ts'

type Member = Awaited<ReturnType<typeof openRenewingMember>>
const faults = ['request-lost', 'response-lost', 'killed'] as const satisfies readonly ChargeFault[]

/** What happens on a day on which the job may charge. */
const day = fc.record({
  behaviour: fc.constantFrom(...cardBehaviours),
  fault: fc.option(fc.constantFrom(...faults)),
  /** Payments that wait for the member or the bank are paid, fail, or wait on. */
  waiting: fc.constantFrom('succeeded', 'failed', 'wait'),
  processes: fc.integer({ min: 1, max: 3 }),
})
const year = fc.record({ days: fc.array(day, { minLength: 13, maxLength: 13 }), isStopped: fc.boolean(), isByHand: fc.boolean() })
type Day = typeof day extends fc.Arbitrary<infer Value> ? Value : never

/** Runs the job in several processes, each of which may be killed. */
async function runJobs({ renew, shop, failNext, useCard }: Member, { behaviour, fault, processes }: Day): Promise<void> {
  await useCard(behaviour)
  if (fault) failNext(fault)
  const runs = await Promise.allSettled(Array.from({ length: processes }, renew))
  for (const run of runs)
    if (run.status === 'rejected' && !(run.reason instanceof AggregateError && run.reason.errors.every(isKill))) throw run.reason
  await reconcile(shop)
}
/** Runs the reconciler, whose next charge may meet the fault, too. */
async function reconcile(shop: Member['shop']): Promise<void> {
  await reconcilePayments(shop).catch((error: unknown) => {
    if (!(error instanceof AggregateError)) throw error
  })
}
const isKill = (error: unknown): boolean => error instanceof Error && error.message === 'killed'

/** Ends the sessions that wait for the member or the bank. */
async function endWaiting({ charges, sessions, end, shop, customer }: Member, outcome: Day['waiting']): Promise<void> {
  if (outcome === 'wait') return
  for (const attempt of charges) {
    const status = sessions.get(`s-${attempt}`)?.status
    if (status !== 'open' && status !== 'processing') continue
    if (outcome === 'succeeded' || status === 'processing') end(attempt, outcome)
    await checkPayment(shop, customer.id, attempt, actor)
  }
  await reconcile(shop)
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
        const { agree, stop, pass, renew, latest, shop, customer, sessions } = member
        for (const { days, isStopped, isByHand } of years) {
          if ((await latest()).state === 'lapsed') await (await createItemBuyer(theatre, [friend], false, customer)).pay()
          if ((await latest()).autoRenewalOffer) expect(await agree()).toMatchObject({ ok: true })
          const daysLeft = (Date.parse((await latest()).expiresOn) - Date.now()) / 86_400_000
          await pass(Math.max(0, Math.floor(daysLeft) - 29))
          await renew()
          if (isStopped && (await stop()).ok) await agree()
          await pass(29)
          for (const [nth, each] of days.entries()) {
            await runJobs(member, each)
            await endWaiting(member, each.waiting)
            if (isByHand && nth === 5 && (await latest()).renewal) await (await createItemBuyer(theatre, [friend], false, customer)).pay()
            await expectOneChargeEach(theatre)
            await pass(1)
          }
        }
        // No more faults: settle all pending payments.
        for (let round = 0; round < 3; round++) {
          await endWaiting(member, 'succeeded')
          await sql`update payment_attempt set ask_at = least(ask_at, now()), pay_until = now()
            where state in ('created', 'redirected', 'confirming')`.execute(theatre.db)
          await reconcile(shop)
          await sql`update membership_renewal set try_at = now() where state = 'charging'`.execute(theatre.db)
          await renew()
        }
        await expectOneChargeEach(theatre)
        const paid = [...sessions.values()].filter(({ status }) => status === 'succeeded').length
        const { rows } = await sql<{ bought: number; refunded: number }>`
          select (select count(*)::int from off_session_charge c join payment_attempt a on a.id = c.attempt_id where a.state = 'succeeded') as bought,
            (select count(*)::int from off_session_charge c join payment_attempt a on a.id = c.attempt_id
              where a.state in ('refund-due', 'refunded')) as refunded`.execute(theatre.db)
        expect(rows[0]!.bought + rows[0]!.refunded).toBe(paid)
        await expectInvariants(theatre)
      }),
      { numRuns: 3, endOnFailure: true },
    )
  },
)
