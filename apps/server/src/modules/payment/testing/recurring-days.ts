import fc from 'fast-check'
import { checkPayment, reconcilePayments } from '#modules/payment'
import type { TestTheatre } from '#testing'
import { sql } from 'kysely'
import { actor } from './buyer.ts'
import { cardBehaviours, type ChargeFault } from './manual-cards.ts'
import type { RecurringPayer } from './recurring-payer.ts'

const faults = ['request-lost', 'response-lost', 'killed'] as const satisfies readonly ChargeFault[]

/** What happens on a day on which a job may charge. */
export const chargeDay = fc.record({
  behaviour: fc.constantFrom(...cardBehaviours),
  fault: fc.option(fc.constantFrom(...faults)),
  /** Payments that wait for the payer or the bank are paid, fail, or wait on. */
  waiting: fc.constantFrom('succeeded', 'failed', 'wait'),
  processes: fc.integer({ min: 1, max: 3 }),
})
export type ChargeDay = typeof chargeDay extends fc.Arbitrary<infer Value> ? Value : never

/** Runs a job in several processes, each of which may be killed. */
export async function runJobs(
  { shop, failNext, useCard }: RecurringPayer,
  job: () => Promise<void>,
  { behaviour, fault, processes }: ChargeDay,
): Promise<void> {
  await useCard(behaviour)
  if (fault) failNext(fault)
  const runs = await Promise.allSettled(Array.from({ length: processes }, job))
  for (const run of runs)
    if (run.status === 'rejected' && !(run.reason instanceof AggregateError && run.reason.errors.every(isKill))) throw run.reason
  await reconcile(shop)
}

/** Runs the reconciler, whose next charge may meet the fault, too. */
async function reconcile(shop: RecurringPayer['shop']): Promise<void> {
  await reconcilePayments(shop).catch((error: unknown) => {
    if (!(error instanceof AggregateError)) throw error
  })
}
const isKill = (error: unknown): boolean => error instanceof Error && error.message === 'killed'

/** Ends the sessions that wait for the payer or the bank. */
export async function endWaiting({ charges, sessions, end, shop, customer }: RecurringPayer, outcome: ChargeDay['waiting']): Promise<void> {
  if (outcome === 'wait') return
  for (const attempt of charges) {
    const status = sessions.get(`s-${attempt}`)?.status
    if (status !== 'open' && status !== 'processing') continue
    if (outcome === 'succeeded' || status === 'processing') end(attempt, outcome)
    await checkPayment(shop, customer.id, attempt, actor)
  }
  await reconcile(shop)
}

/** The end: everything is reachable, and every waiting payment is decided. @param job runs what is still open once more */
export async function settleEverything(payer: RecurringPayer, job: () => Promise<void>): Promise<void> {
  // No charge has met the last fault yet, perhaps.
  payer.failNext(undefined)
  for (let round = 0; round < 3; round++) {
    await endWaiting(payer, 'succeeded')
    await sql`update payment_attempt set ask_at = least(ask_at, now()), pay_until = now()
      where state in ('created', 'redirected', 'confirming')`.execute(payer.shop.db)
    await reconcile(payer.shop)
    await job()
  }
}

/** Counts the payments that neither bought what they were charged for nor are refunded. */
export async function countUnaccountedPayments({ db }: TestTheatre, { sessions }: RecurringPayer): Promise<number> {
  const paid = [...sessions.values()].filter(({ status }) => status === 'succeeded').length
  const { rows } = await sql<{ accounted: number }>`
    select count(*)::int as accounted from off_session_charge c join payment_attempt a on a.id = c.attempt_id
    where a.state in ('succeeded', 'refund-due', 'refunded')`.execute(db)
  return paid - rows[0]!.accounted
}
