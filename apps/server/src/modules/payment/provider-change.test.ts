import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { longestWait, timeLimit } from '@playhouse/testing/time-limit'
import { readViolations } from '#modules/invariant'
import { expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { cancelPayment, makeRefund, type PaymentDeps, reconcilePayments, refundOrder } from './index.ts'
import { actor, createBuyer, openPaymentPage } from './testing/buyer.ts'
import { createManualProvider } from './testing/manual-provider.ts'
import { money } from '@playhouse/domain/money'

/** The shop after a change of provider; the former provider may still be configured. */
function changeProvider(shop: PaymentDeps, isFormerKept: boolean) {
  const hand = createManualProvider()
  const calls: string[] = []
  const named = Object.fromEntries(
    Object.entries(hand.provider).map(([name, value]) => [
      name,
      typeof value === 'function' ? (...args: never[]) => (calls.push(name), (value as (...given: never[]) => unknown)(...args)) : value,
    ]),
  ) as typeof hand.provider
  const provider = { ...named, name: 'new' }
  return { ...hand, calls, shop: { ...shop, provider, formerProvider: isFormerKept ? shop.provider : undefined } }
}

async function makeOverdue({ db }: TestTheatre): Promise<void> {
  await sql`update payment_attempt set created_at = created_at - interval '1 hour', pay_until = pay_until - interval '1 hour', ask_at = null`.execute(
    db,
  )
}

const statesOf = ({ db }: TestTheatre) => db.selectFrom('payment_attempt').select(['provider', 'state']).orderBy('created_at').execute()

it('reads attempts and refunds of the former provider from that provider, never from the new one', async () => {
  await using theatre = await openTestTheatre()
  const before = await openPaymentPage(theatre)
  const buyer = await createBuyer({ ...theatre, ...before.shop }, ['B.1'])
  const second = await buyer.start()
  if (!second.ok) throw new Error(second.error.code)
  before.end(before.attempt, 'succeeded')
  const { shop, calls } = changeProvider(before.shop, true)
  await makeOverdue(theatre)
  await reconcilePayments(shop)
  expect(await statesOf(theatre)).toEqual([
    { provider: 'hand', state: 'succeeded' },
    { provider: 'hand', state: 'timed-out' },
  ])
  expect(before.sessions.get(`s-${second.value.payment}`)?.status).toBe('expired')
  const { number } = await theatre.db.selectFrom('customer_order').select('number').executeTakeFirstOrThrow()
  expect(await refundOrder(shop, number, { amount: money(10_00), reason: 'late' }, actor)).toMatchObject({ ok: true })
  const { id } = await theatre.db.selectFrom('refund').select('id').executeTakeFirstOrThrow()
  await makeRefund(shop, id)
  expect(before.refunds.get(id)).toBe(10_00)
  before.bounce(before.attempt, id)
  await sql`update refund set ask_at = now() - interval '1 second'`.execute(theatre.db)
  await reconcilePayments(shop)
  expect(await theatre.db.selectFrom('refund').select(['state', 'failures']).execute()).toEqual([{ state: 'due', failures: 1 }])
  expect(calls).toEqual([])
})

it('parks an open attempt whose provider is not configured, reports it, and resumes it once the provider is configured', async () => {
  await using theatre = await openTestTheatre()
  const before = await openPaymentPage(theatre)
  const { shop, calls } = changeProvider(before.shop, false)
  await makeOverdue(theatre)
  await reconcilePayments(shop)
  expect(await statesOf(theatre)).toEqual([{ provider: 'hand', state: 'redirected' }])
  expect(calls).toEqual([])
  expect((await readViolations(theatre.db)).map(({ name }) => name)).toContain('invariant_payment_provider_missing')
  expect(await cancelPayment(shop, before.customer.id, before.attempt, actor)).toMatchObject({ error: { code: 'payment-unreachable' } })

  before.end(before.attempt, 'succeeded')
  await reconcilePayments({ ...shop, formerProvider: before.provider })
  expect(await statesOf(theatre)).toEqual([{ provider: 'hand', state: 'succeeded' }])
  await expectInvariants(theatre)
})

it('settles other attempts, and reports the failure, where an attempt cannot be parked', async () => {
  await using theatre = await openTestTheatre()
  const manual = await openPaymentPage(theatre)
  const buyer = await createBuyer({ ...theatre, ...manual.shop }, ['B.1'])
  if (!(await buyer.start()).ok) throw new Error('no second attempt')
  await makeOverdue(theatre)
  await sql`update payment_attempt set provider = 'gone' where basket_id = ${buyer.basket}`.execute(theatre.db)
  await sql`create function refuse_parking() returns trigger language plpgsql as $$ begin raise exception 'not parked'; end $$`.execute(
    theatre.database.owner,
  )
  await sql`create trigger refuse_parking before update on payment_attempt for each row
    when (new.parked_at is not null) execute function refuse_parking()`.execute(theatre.database.owner)
  manual.end(manual.attempt, 'succeeded')
  const failure: unknown = await reconcilePayments(manual.shop).catch((error: unknown) => error)
  expect((failure as AggregateError).errors.map(String)).toContainEqual(expect.stringContaining('not parked'))
  expect(await statesOf(theatre)).toEqual([
    { provider: 'hand', state: 'succeeded' },
    { provider: 'gone', state: 'redirected' },
  ])
})

it('finds attempts of a provider that is not configured by an index', { timeout: timeLimit(longestWait) }, async () => {
  await using theatre = await openTestTheatre()
  const { shop } = await openPaymentPage(theatre)
  await sql`
    insert into payment_attempt (id, basket_id, customer_id, provider, session_id, state, amount, currency, quote, quote_hash, locale, pay_until)
    select gen_random_uuid(), basket_id, customer_id, provider, 'past-' || n, 'succeeded', amount, currency, quote, quote_hash, locale, pay_until
    from payment_attempt, generate_series(1, 5000) n`.execute(theatre.db)
  await sql`analyze payment_attempt`.execute(theatre.database.owner)
  await reconcilePayments(shop)
  const used = async () => {
    const { rows } = await sql<{ name: string }>`
      select indexrelname as name from pg_stat_user_indexes
      where indexrelname in ('payment_attempt_parked', 'payment_attempt_unresolved') and idx_scan > 0 order by 1`.execute(
      theatre.database.owner,
    )
    return rows.map(({ name }) => name)
  }
  // An idle connection reports its statistics after ten seconds.
  await expect.poll(used, { timeout: longestWait }).toEqual(['payment_attempt_parked', 'payment_attempt_unresolved'])
})
