import { sql, type Transaction } from 'kysely'
import { audit, type Database } from '#db'
import type { Actor } from '#modules/basket'
import type { Money } from '@playhouse/domain/money'
import { type Attempt, findProvider, type PaymentDeps } from './attempt.ts'
import { passNotFound, ProviderRefused, type SessionRefund } from './provider.ts'

/** A refund to be sent to the provider; `amount` in minor units. */
type RefundRequest = { readonly id: string; readonly amount: Money; readonly key: string; readonly failures: number }
type SendResult = { readonly refundId: string } | Refusal
/** The provider's reason, and the session's refunds, one of which may cover this refund. */
type Refusal = { readonly refusalReason: string; readonly existing: readonly SessionRefund[] }

/** Stored characters of a provider's reason. */
const maxReasonLength = 300

/**
 * Sends a refund to the provider. After a refusal it reads the session's refunds, because the refund may have been made in the
 * provider's dashboard.
 * @throws ProviderUnreachable; ProviderRefused (401) while the credentials are wrong: the call is retried later
 */
export async function sendRefund(deps: PaymentDeps, attempt: Attempt | undefined, { amount, key }: RefundRequest): Promise<SendResult> {
  if (!attempt?.session_id) return { refusalReason: 'the payment has no session at the provider', existing: [] }
  const provider = findProvider(deps, attempt.provider)
  if (!provider) return { refusalReason: `the payment provider ${attempt.provider} is not configured`, existing: [] }
  const { session_id: sessionId } = attempt
  const asRefusal = (error: unknown): ProviderRefused => {
    if (error instanceof ProviderRefused && error.status !== 401) return error
    throw error
  }
  try {
    return await provider.refund({ sessionId, amount, key })
  } catch (error) {
    const reason = asRefusal(error).message.slice(0, maxReasonLength)
    const existing = await provider.listRefunds(sessionId).catch((readError: unknown) => {
      asRefusal(readError)
      return []
    })
    return { refusalReason: reason, existing }
  }
}

/**
 * Reads the refunds of a session before one is resent.
 * @throws ProviderUnreachable, ProviderRefused where they cannot be read: the refund might be made twice
 */
export async function readExistingRefunds(deps: PaymentDeps, attempt: Attempt | undefined): Promise<readonly SessionRefund[]> {
  const provider = attempt && findProvider(deps, attempt.provider)
  if (!provider || !attempt.session_id) return []
  return (await provider.listRefunds(attempt.session_id).catch(passNotFound)) ?? []
}

/**
 * Finds a refund at the provider that covers a refused one; without one the refused refund becomes `failed`. The caller holds
 * the lock of the attempt.
 * @returns the id of the covering refund at the provider; undefined where the refund has failed
 */
export async function resolveRefusal(
  trx: Transaction<Database>,
  order: RefundRequest,
  refusal: Refusal,
  actor: Actor,
): Promise<string | undefined> {
  const coveringRefund = await findCoveringRefund(trx, order, refusal.existing)
  if (coveringRefund === undefined) await failRefused(trx, order, refusal, actor)
  return coveringRefund
}

/**
 * Finds a refund of the session that covers a refused or failed one: it has its key, or was made in the dashboard and its
 * amount also covers the refunds assigned to it before.
 * @returns its id at the provider, or undefined
 */
export async function findCoveringRefund(
  trx: Transaction<Database>,
  { amount, key }: Pick<RefundRequest, 'amount' | 'key'>,
  existing: readonly SessionRefund[],
): Promise<string | undefined> {
  const liveRefunds = existing.filter(({ status }) => status !== 'failed')
  const ownRefund = liveRefunds.find((refund) => refund.key === key)
  if (ownRefund) return ownRefund.refundId
  for (const refund of liveRefunds) {
    if (refund.key !== undefined) continue
    const { covered: coveredAmount } = await trx
      .selectFrom('refund')
      .select(sql<number>`coalesce(sum(amount), 0)::int`.as('covered'))
      .where('provider_refund', '=', refund.refundId)
      .where('state', '=', 'made')
      .executeTakeFirstOrThrow()
    if (refund.amount - coveredAmount >= amount) return refund.refundId
  }
  return undefined
}

/** Marks a refused refund as `failed`, with the provider's reason and the date, until staff retry or settle it. */
async function failRefused(
  trx: Transaction<Database>,
  { id, amount, failures }: RefundRequest,
  { refusalReason }: Refusal,
  actor: Actor,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('refund')
    // The next try has another key, because providers repeat a refusal for the same key.
    .set({ state: 'failed', failures: failures + 1, refusal: refusalReason, failed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'due')
    .where('failures', '=', failures)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  const detail = { amount, refusal: refusalReason }
  await audit(trx, { actor: actor.name, subject: 'refund', subjectId: id, verb: 'refuse', from: 'due', to: 'failed', detail })
}
