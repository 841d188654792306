import { type Kysely, type Selectable, sql } from 'kysely'
import { type Database, type OffSessionChargeTable, transact } from '#db'
import type { ItemToAdd } from '@playhouse/api-client/contract'
import type { Locale } from '@playhouse/domain/brand'
import type { Currency, Money } from '@playhouse/domain/money'
import type { Problem } from '@playhouse/domain/problem'
import { ok, type Result } from '@playhouse/domain/result'
import { type Actor, addItem, openBasket } from '#modules/basket'
import { type Attempt, findAttempt, type PaymentDeps, providerOf } from './attempt.ts'
import { freezeBasket } from './freeze-basket.ts'
import { syncMandate } from './mandate.ts'
import { ProviderRefused, ProviderUnreachable } from './provider.ts'
import { settleSession } from './resolve-payment.ts'
import { sessionRequest } from './session-request.ts'
import { settlePayment } from './settle-payment.ts'
import { storeSession } from './start-payment.ts'

/** A charge of a saved card or a mandate that the customer has agreed to before, without the customer present. */
export type OffSessionCharge = {
  /** The idempotency key: one charge at most is made for it. Another try after a decline needs another key. */
  readonly key: string
  /** What the customer has agreed to. */
  readonly purpose: OffSessionChargeTable['purpose']
  readonly customer: string
  /** The saved card; the preferred one if omitted. */
  readonly card?: string
  /** The direct debit mandate that pays instead of a card. */
  readonly mandate?: string
  /** The amount that the customer has agreed to. Where the items cost another amount, nothing is charged. */
  readonly amount: Money
  readonly currency: Currency
  /** What the order contains. */
  readonly items: readonly ItemToAdd[]
  /** The language of the order and its mails. */
  readonly locale: Locale
}

/**
 * The state of a charge. `payment` is the id of its attempt, `order` the number of its order.
 * - `paid`: the order is confirmed.
 * - `processing`: the order is confirmed or fails days later.
 * - `declined`: `code` is the provider's, such as `insufficient_funds`.
 * - `authentication-required`: the bank wants the customer to make the payment at `url`.
 * - `pending`: the provider's answer is not known yet; the reconciler asks again.
 * - `expired`: the customer did not make the payment in time, or cancelled it.
 * - `refunded`: money arrived that bought nothing, and is refunded.
 * - `no-card`, `no-mandate`: the customer has no such card, or no such mandate that is active. Nothing is recorded, so that the key can be used later.
 */
export type OffSessionOutcome =
  | { readonly status: 'paid' | 'processing'; readonly payment: string; readonly order: string }
  | { readonly status: 'declined'; readonly payment: string; readonly code: string }
  | { readonly status: 'authentication-required'; readonly payment: string; readonly url: string; readonly until: Date }
  | { readonly status: 'pending' | 'expired' | 'refunded'; readonly payment: string }
  | { readonly status: 'no-card' | 'no-mandate' }

type ChargeRow = Selectable<OffSessionChargeTable>

/**
 * Charges a saved card or a direct debit mandate, and places the order. The charge is a payment attempt like any other: callbacks, the reconciler and the
 * ledger handle it. Idempotent by `key`, from any process and after a crash at any point: a repeated call returns the state of
 * the first charge.
 * @returns the problem where the items can't be sold or cost another amount: nothing is charged then
 * @throws Error where the key was used for another customer or amount
 */
export async function chargeOffSession(
  deps: PaymentDeps,
  charge: OffSessionCharge,
  actor: Actor,
): Promise<Result<OffSessionOutcome, Problem>> {
  const row = await recordCharge(deps, charge)
  if (!row) return ok({ status: charge.mandate === undefined ? 'no-card' : 'no-mandate' })
  if (row.customer_id !== charge.customer || row.amount !== charge.amount || row.currency !== charge.currency)
    throw new Error(`off-session charge ${charge.key} exists for another customer or amount`)
  if (row.attempt_id === null) {
    const problem = await createAttempt(deps, charge, row, actor)
    if (problem) return problem
  }
  const { attempt_id } = (await findCharge(deps.db, charge.key))!
  try {
    await sendCharge(deps, (await findAttempt(deps.db, attempt_id!))!, actor)
  } catch (error) {
    // The outcome is unknown: the reconciler repeats the call.
    if (!(error instanceof ProviderUnreachable || error instanceof ProviderRefused)) throw error
  }
  return ok((await readOffSessionCharge(deps.db, charge.key))!)
}

/** Reads the stored state of a charge. @returns undefined for an unknown key, and before its attempt exists */
export async function readOffSessionCharge(db: Kysely<Database>, key: string): Promise<OffSessionOutcome | undefined> {
  const row = await db
    .selectFrom('off_session_charge')
    .innerJoin('payment_attempt', 'payment_attempt.id', 'off_session_charge.attempt_id')
    .leftJoin('customer_order', 'customer_order.attempt_id', 'payment_attempt.id')
    .select(['payment_attempt.id', 'payment_attempt.state', 'payment_attempt.url', 'payment_attempt.pay_until'])
    .select(['off_session_charge.decline_code', 'customer_order.number'])
    .where('off_session_charge.key', '=', key)
    .executeTakeFirst()
  if (!row) return undefined
  const { id: payment, state, url, pay_until, decline_code, number } = row
  switch (state) {
    case 'created':
      return { status: 'pending', payment }
    case 'redirected':
      return { status: 'authentication-required', payment, url: url!, until: pay_until! }
    case 'succeeded':
      return { status: 'paid', payment, order: number! }
    case 'confirming':
      return { status: 'processing', payment, order: number! }
    case 'declined':
      return { status: 'declined', payment, code: decline_code ?? 'unknown' }
    case 'cancelled':
    case 'timed-out':
      return { status: 'expired', payment }
    case 'refund-due':
    case 'refunded':
      return { status: 'refunded', payment }
  }
}

/** Whether an order was placed by a charge without the customer, for which other letters are sent. */
export async function isOffSessionOrder(db: Kysely<Database>, order: string): Promise<boolean> {
  const row = await db
    .selectFrom('customer_order')
    .innerJoin('off_session_charge', 'off_session_charge.attempt_id', 'customer_order.attempt_id')
    .select('off_session_charge.key')
    .where('customer_order.id', '=', order)
    .executeTakeFirst()
  return row !== undefined
}

const findCharge = (db: Kysely<Database>, key: string): Promise<ChargeRow | undefined> =>
  db.selectFrom('off_session_charge').selectAll().where('key', '=', key).executeTakeFirst()

const findChargeOf = (db: Kysely<Database>, attempt: string): Promise<ChargeRow | undefined> =>
  db.selectFrom('off_session_charge').selectAll().where('attempt_id', '=', attempt).executeTakeFirst()

/** The token of the card or mandate that pays, and its owner at the provider; undefined where the customer has none. */
async function findMeans(
  trx: Kysely<Database>,
  provider: string,
  { customer, card, mandate }: OffSessionCharge,
): Promise<{ readonly token: string; readonly owner: string } | undefined> {
  if (mandate !== undefined) {
    const row = await trx
      .selectFrom('mandate')
      .select(['token', 'provider_customer as owner'])
      .where('id', '=', mandate)
      .where('customer_id', '=', customer)
      .where('provider', '=', provider)
      .where('state', '=', 'active')
      .executeTakeFirst()
    return row?.token ? { token: row.token, owner: row.owner } : undefined
  }
  return trx
    .selectFrom('payment_card')
    .innerJoin('provider_customer', (join) =>
      join
        .onRef('provider_customer.customer_id', '=', 'payment_card.customer_id')
        .onRef('provider_customer.provider', '=', 'payment_card.provider'),
    )
    .select(['payment_card.token', 'provider_customer.token as owner'])
    .where('payment_card.customer_id', '=', customer)
    .where('payment_card.provider', '=', provider)
    .$if(card !== undefined, (query) => query.where('payment_card.id', '=', card!))
    .orderBy('payment_card.is_preferred', 'desc')
    .orderBy('payment_card.created_at', 'desc')
    .executeTakeFirst()
}

/** Records the charge with what pays and an empty basket. @returns the row; undefined where the customer has no such card or mandate */
async function recordCharge(deps: PaymentDeps, charge: OffSessionCharge): Promise<ChargeRow | undefined> {
  const { key, customer, purpose, amount, currency } = charge
  return transact(deps.db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`off-session ${key}`}, 0))`.execute(trx)
    const existing = await findCharge(trx, key)
    if (existing) return existing
    const provider = deps.provider.name
    const means = await findMeans(trx, provider, charge)
    if (!means) return undefined
    const basket = await openBasket(trx, deps.brand, { customer_id: customer, is_off_session: true })
    return trx
      .insertInto('off_session_charge')
      .values({
        key,
        customer_id: customer,
        purpose,
        amount,
        currency,
        basket_id: basket,
        attempt_id: null,
        provider,
        mandate_id: charge.mandate ?? null,
        provider_customer: means.owner,
        token: means.token,
        decline_code: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/** Fills the basket of a charge and freezes it. @returns the problem; undefined if there is an attempt, also of a concurrent call */
async function createAttempt(
  deps: PaymentDeps,
  { customer, items, locale, amount, key }: OffSessionCharge,
  { basket_id: basket }: ChargeRow,
  actor: Actor,
): Promise<Result<never, Problem> | undefined> {
  const hasAttempt = async () => (await findCharge(deps.db, key))!.attempt_id !== null
  for (const item of items) {
    const added = await addItem(deps, basket, actor, item)
    if (!added.ok) return (await hasAttempt()) ? undefined : added
  }
  const offSession = {
    amount,
    record: async (trx: Kysely<Database>, attempt: Attempt) => {
      await trx.updateTable('off_session_charge').set({ attempt_id: attempt.id }).where('basket_id', '=', attempt.basket_id).execute()
    },
  }
  const quote = await freezeBasket(deps, { customer, basket, locale, offSession }, actor)
  return quote.ok || (await hasAttempt()) ? undefined : quote
}

/** HTTP statuses that concern the shop's credentials, not the charge; 0: the provider is not configured. */
const credentialStatuses = [0, 401, 403]

/**
 * Sends the charge of an attempt to its provider, and applies the answer. Does nothing once the answer is known.
 * @returns false for an attempt that is no off-session charge
 * @throws ProviderUnreachable; ProviderRefused while the provider rejects the credentials
 */
export async function sendCharge(deps: PaymentDeps, attempt: Attempt, actor: Actor): Promise<boolean> {
  const charge = await findChargeOf(deps.db, attempt.id)
  if (!charge) return false
  if (attempt.state !== 'created') return true
  const provider = providerOf(deps, attempt)
  const customer = await deps.db.selectFrom('customer').selectAll().where('id', '=', attempt.customer_id).executeTakeFirstOrThrow()
  try {
    if (!provider.chargeOffSession) throw new ProviderRefused(501, `${provider.name} charges no saved cards`)
    const { session, url } = await provider.chargeOffSession({
      ...(await sessionRequest(deps, customer, attempt)),
      customerId: charge.provider_customer,
      ...(charge.mandate_id === null ? { savesCard: 'always' as const, card: charge.token } : { mandate: charge.token }),
    })
    if (url !== undefined) await storeSession(deps, attempt.id, { sessionId: session.sessionId, url }, actor)
    else {
      await deps.db
        .updateTable('payment_attempt')
        .set({ session_id: session.sessionId })
        .where('id', '=', attempt.id)
        .where('state', '=', 'created')
        .execute()
      await settleSession(deps, attempt.id, session, actor)
    }
  } catch (error) {
    if (!(error instanceof ProviderRefused) || credentialStatuses.includes(error.status)) throw error
    await deps.db.updateTable('off_session_charge').set({ decline_code: 'refused' }).where('attempt_id', '=', attempt.id).execute()
    await settlePayment(deps, attempt.id, { status: 'failed' }, actor)
    // A mandate that was cancelled at the bank, and whose callback was lost.
    const mandate =
      charge.mandate_id && (await deps.db.selectFrom('mandate').selectAll().where('id', '=', charge.mandate_id).executeTakeFirst())
    if (mandate) await syncMandate(deps, mandate, actor)
  }
  return true
}
