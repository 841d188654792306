import { sql } from 'kysely'
import type { Actor } from '#modules/basket'
import { type Attempt, configuredProviders, findAttempt, isOpen, type PaymentDeps, providerOf } from './attempt.ts'
import { ProviderRefused } from './provider.ts'
import { pollRefunds } from './refund-failed.ts'
import { closeSession, settleSession } from './resolve-payment.ts'
import { endUnsentAttempt, settlePayment } from './settle-payment.ts'

const reconciler: Actor = { name: 'reconciler' }
type UnresolvedAttempt = Attempt & { readonly over: boolean; readonly stale: boolean }

/** Attempts that one look takes, how many are asked about at once, and looks of a round at most: a rush leaves thousands open. */
const batchSize = 100
const concurrency = 8
const maxBatches = 10

/** After asking about an attempt: seconds until it is asked about again, while it may be paid and while a bank takes its days. */
const pollSeconds = { open: 40, promised: 600 }

/**
 * Puts right what callbacks and return pages left in doubt: asks about payments older than half a minute, closes those
 * past their time, and gives up those that crashed before anybody was sent to pay. Those asked about longest ago come
 * first, whatever became of asking: what can't be resolved holds up nobody else. Refunds that were made may come back, and are
 * asked about as well. Any number of processes share the work.
 */
export async function reconcilePayments(deps: PaymentDeps): Promise<void> {
  const failures: unknown[] = []
  await parkAttempts(deps).catch((error: unknown) => failures.push(error))
  for (let look = 0; look < maxBatches; look++) {
    const doubtful = await leaseUnresolved(deps)
    const left = [...doubtful]
    const work = async (): Promise<void> => {
      for (let attempt = left.pop(); attempt; attempt = left.pop())
        await resolveAttempt(deps, attempt).catch((error: unknown) => failures.push(error))
    }
    await Promise.all(Array.from({ length: concurrency }, work))
    if (doubtful.length < batchSize) break
  }
  await pollRefunds(deps, reconciler).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} payments are still in doubt`)
}

/**
 * Puts attempts aside whose provider is not configured, for no other one knows them; `invariant_payment_provider_missing`
 * shows them. They are taken up again where the provider is configured again. What nobody was sent to pay needs no provider.
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

/** Takes what is to be asked about now, and puts it off until it is to be asked about again. */
async function leaseUnresolved({ db }: PaymentDeps): Promise<UnresolvedAttempt[]> {
  const { rows } = await sql<UnresolvedAttempt>`
    update payment_attempt set ask_at = now() + make_interval(secs => case
        when state in ('created', 'redirected') then ${pollSeconds.open}::int else ${pollSeconds.promised}::int end)
    where id in (
      select id from payment_attempt
      where parked_at is null and ((state in ('created', 'redirected') and created_at < now() - interval '30 seconds' and (ask_at is null or ask_at < now()))
        or (state not in ('created', 'redirected') and ask_at < now()))
      order by coalesce(ask_at, created_at) limit ${batchSize} for update skip locked)
    returning *, pay_until < now() as over, created_at < now() - interval '60 seconds' as stale`.execute(db)
  return rows
}

async function resolveAttempt(deps: PaymentDeps, attempt: UnresolvedAttempt): Promise<void> {
  if (!isOpen(attempt)) return pollPromised(deps, attempt)
  if (attempt.session_id === null) return attempt.stale ? void (await endUnsentAttempt(deps, attempt.id, reconciler)) : undefined
  if (attempt.over) return closeOverdue(deps, attempt)
  const session = await providerOf(deps, attempt).readSession(attempt.session_id)
  if (session.status !== 'declined') await settleSession(deps, attempt.id, session, reconciler)
}

/** Its time is over. A session that the provider doesn't know (any more) can't be paid either. */
async function closeOverdue(deps: PaymentDeps, attempt: Attempt): Promise<void> {
  try {
    await closeSession(deps, attempt, 'expired', reconciler)
  } catch (error) {
    if (!(error instanceof ProviderRefused && error.status === 404)) throw error
    await settlePayment(deps, attempt.id, { status: 'expired' }, reconciler)
  }
}

/** A debit that the bank has not paid yet, be it for an order that waits or of an attempt that was closed too late. */
async function pollPromised(deps: PaymentDeps, attempt: Attempt): Promise<void> {
  const session = await providerOf(deps, attempt).readSession(attempt.session_id!)
  await settleSession(deps, attempt.id, session, reconciler)
  if (session.status !== 'processing' && attempt.state !== 'confirming') await schedulePoll(deps, attempt.id, null)
}

/** Closes a second payment of a basket that is paid for. Should it be paid too, the money goes back, a debit's when it comes. */
export async function closePayment(deps: PaymentDeps, id: string): Promise<void> {
  const attempt = await findAttempt(deps.db, id)
  if (!attempt?.session_id) return
  const session = await providerOf(deps, attempt).expireSession(attempt.session_id)
  if (session.status === 'succeeded') await settleSession(deps, id, session, reconciler)
  if (session.status === 'processing') await schedulePoll(deps, id, pollSeconds.promised)
}

/** @param seconds from now; null for never again. */
async function schedulePoll({ db }: PaymentDeps, id: string, seconds: number | null): Promise<void> {
  await db
    .updateTable('payment_attempt')
    .set({ ask_at: seconds === null ? null : sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('id', '=', id)
    .execute()
}
