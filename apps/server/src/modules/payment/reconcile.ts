import { sql } from 'kysely'
import type { Actor } from '#modules/basket'
import { type Attempt, configuredProviders, findAttempt, isOpen, type PaymentDeps, providerOf } from './attempt.ts'
import { pollMandates } from './mandate.ts'
import { ProviderRefused } from './provider.ts'
import { pollRefunds } from './refund-failed.ts'
import { sendCharge } from './off-session.ts'
import { runConcurrently } from './run-concurrently.ts'
import { closeSession, settleSession } from './resolve-payment.ts'
import { endUnsentAttempt, settlePayment } from './settle-payment.ts'

const reconciler: Actor = { name: 'reconciler' }
type UnresolvedAttempt = Attempt & { readonly isOverdue: boolean; readonly isStale: boolean }

/** Attempts per batch, attempts read concurrently, and batches per run: a rush leaves thousands open. */
const batchSize = 100
const concurrency = 8
const maxBatches = 10

/** Seconds between two polls of an attempt: while its page is open, and while a direct debit is pending at the bank. */
const pollSeconds = { open: 40, promised: 600 }

/**
 * Resolves payments whose callback or return page was lost. Polls attempts older than 30 seconds, closes expired ones, and ends
 * attempts whose session was never opened because of a crash. The attempts polled longest ago come first, whatever the result,
 * so that one that cannot be resolved does not delay the others. Polls made refunds as well, because they may fail later.
 * Safe to run in several processes.
 * @throws AggregateError of the failures, after everything else was processed
 */
export async function reconcilePayments(deps: PaymentDeps): Promise<void> {
  const failures: unknown[] = []
  await parkAttempts(deps).catch((error: unknown) => failures.push(error))
  for (let batch = 0; batch < maxBatches; batch++) {
    const unresolvedAttempts = await leaseUnresolved(deps)
    failures.push(...(await runConcurrently(unresolvedAttempts, concurrency, (attempt) => resolveAttempt(deps, attempt))))
    if (unresolvedAttempts.length < batchSize) break
  }
  failures.push(...(await pollMandates(deps, reconciler)))
  await pollRefunds(deps, reconciler).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} payments could not be reconciled`)
}

/**
 * Parks attempts whose provider is not configured, because no other provider knows them; `invariant_payment_provider_missing`
 * lists them. They are resumed when the provider is configured again. An attempt without a session needs no provider.
 */
async function parkAttempts(deps: PaymentDeps): Promise<void> {
  const names = configuredProviders(deps).map(({ name }) => name)
  // Each statement has its partial index: `payment_attempt_parked` and `payment_attempt_unresolved`.
  await sql`
    update payment_attempt set parked_at = null
    where parked_at is not null and provider = any(${names})`.execute(deps.db)
  await sql`
    update payment_attempt set parked_at = now()
    where parked_at is null and session_id is not null and (state in ('created', 'redirected') or ask_at is not null)
      and provider <> all(${names})`.execute(deps.db)
}

/** Leases a batch of due attempts: their next poll is scheduled before they are polled. */
async function leaseUnresolved({ db }: PaymentDeps): Promise<UnresolvedAttempt[]> {
  const { rows } = await sql<UnresolvedAttempt>`
    update payment_attempt set ask_at = now() + make_interval(secs => case
        when state in ('created', 'redirected') then ${pollSeconds.open}::int else ${pollSeconds.promised}::int end)
    where id in (
      select id from payment_attempt
      where parked_at is null and ((state in ('created', 'redirected') and created_at < now() - interval '30 seconds' and (ask_at is null or ask_at < now()))
        or (state not in ('created', 'redirected') and ask_at < now()))
      order by coalesce(ask_at, created_at) limit ${batchSize} for update skip locked)
    returning *, pay_until < now() as "isOverdue", created_at < now() - interval '60 seconds' as "isStale"`.execute(db)
  return rows
}

async function resolveAttempt(deps: PaymentDeps, attempt: UnresolvedAttempt): Promise<void> {
  if (!isOpen(attempt)) return pollPromised(deps, attempt)
  // A charge whose answer was lost is sent again: the provider makes it once.
  if (attempt.state === 'created' && attempt.isStale && (await sendCharge(deps, attempt, reconciler))) return
  if (attempt.session_id === null) return attempt.isStale ? void (await endUnsentAttempt(deps, attempt.id, reconciler)) : undefined
  if (attempt.isOverdue) return closeOverdue(deps, attempt)
  const session = await providerOf(deps, attempt).readSession(attempt.session_id)
  if (session.status !== 'declined') await settleSession(deps, attempt.id, session, reconciler)
}

/** Closes an attempt past its deadline. A session that the provider does not know cannot be paid either. */
async function closeOverdue(deps: PaymentDeps, attempt: Attempt): Promise<void> {
  try {
    await closeSession(deps, attempt, 'expired', reconciler)
  } catch (error) {
    if (!(error instanceof ProviderRefused && error.status === 404)) throw error
    await settlePayment(deps, attempt.id, { status: 'expired' }, reconciler)
  }
}

/** Polls a direct debit that the bank has not paid yet: of an order in `confirming`, or of an attempt that was closed too late. */
async function pollPromised(deps: PaymentDeps, attempt: Attempt): Promise<void> {
  const session = await providerOf(deps, attempt).readSession(attempt.session_id!)
  await settleSession(deps, attempt.id, session, reconciler)
  if (session.status !== 'processing' && attempt.state !== 'confirming') await schedulePoll(deps, attempt.id, null)
}

/** Closes a second payment of a basket that is already paid. If it is paid too, the money is refunded; a debit when it arrives. */
export async function closePayment(deps: PaymentDeps, id: string): Promise<void> {
  const attempt = await findAttempt(deps.db, id)
  if (!attempt?.session_id) return
  const session = await providerOf(deps, attempt).expireSession(attempt.session_id)
  if (session.status === 'succeeded') await settleSession(deps, id, session, reconciler)
  if (session.status === 'processing') await schedulePoll(deps, id, pollSeconds.promised)
}

/** Schedules the next poll of an attempt. @param seconds from now; null for no further poll */
async function schedulePoll({ db }: PaymentDeps, id: string, seconds: number | null): Promise<void> {
  await db
    .updateTable('payment_attempt')
    .set({ ask_at: seconds === null ? null : sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('id', '=', id)
    .execute()
}
