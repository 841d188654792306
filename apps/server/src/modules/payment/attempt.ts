import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { auditBy, type Database, type PaymentAttemptTable } from '#db'
import type { Actor, BasketDeps } from '#modules/basket'
import { next, type VerbOf } from '@playhouse/domain/machine'
import { paymentMoves, type PaymentState } from '@playhouse/domain/payment'
import { type PaymentProvider, ProviderRefused } from './provider.ts'

export type Attempt = Selectable<PaymentAttemptTable>
/** The dependencies of the payment functions. */
export type PaymentDeps = BasketDeps & {
  /** Receives new payments. */
  readonly provider: PaymentProvider
  /** Receives no new payments; its open payments and refunds are still processed. */
  readonly formerProvider?: PaymentProvider | undefined
  readonly origin: string
}
type Providers = Pick<PaymentDeps, 'provider' | 'formerProvider'>

/** All configured providers, the current one first. */
export const configuredProviders = ({ provider, formerProvider }: Providers): readonly PaymentProvider[] =>
  formerProvider ? [provider, formerProvider] : [provider]

/** @returns the provider with this name, or undefined where it is not configured */
export const findProvider = (providers: Providers, name: string): PaymentProvider | undefined =>
  configuredProviders(providers).find((provider) => provider.name === name)

/**
 * Finds the provider of an attempt.
 * @throws ProviderRefused (status 0) where that provider is not configured: no other provider knows the attempt
 */
export function providerOf(providers: Providers, { provider }: Pick<Attempt, 'provider'>): PaymentProvider {
  const match = findProvider(providers, provider)
  if (!match) throw new ProviderRefused(0, `the payment provider ${provider} is not configured`)
  return match
}

/** Whether the attempt can still be paid: its session is open, or may be created. */
export const isOpen = ({ state }: Pick<Attempt, 'state'>): boolean => state === 'created' || state === 'redirected'

/** Whether its money arrived and is accounted for: it bought the order, or a refund is due or sent. */
export const isPaid = ({ state }: Pick<Attempt, 'state'>): boolean => ['succeeded', 'refund-due', 'refunded'].includes(state)

export async function lockAttempt(trx: Transaction<Database>, id: string): Promise<Attempt> {
  return trx.selectFrom('payment_attempt').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

export async function findAttempt(db: Kysely<Database>, id: string): Promise<Attempt | undefined> {
  return db.selectFrom('payment_attempt').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Finds the basket's attempt that can still be paid. A unique index permits one at most. */
export const findOpenAttempt = (db: Kysely<Database>, basket: string): Promise<Attempt | undefined> =>
  findInState(db, basket, ['created', 'redirected'])

/** Finds the attempt that bought the basket. */
export const findPaidAttempt = (db: Kysely<Database>, basket: string): Promise<Attempt | undefined> =>
  findInState(db, basket, ['succeeded', 'confirming'])

const findInState = (db: Kysely<Database>, basket: string, states: readonly PaymentState[]): Promise<Attempt | undefined> =>
  db.selectFrom('payment_attempt').selectAll().where('basket_id', '=', basket).where('state', 'in', states).executeTakeFirst()

/**
 * Moves an attempt along its state machine, and audits the move.
 * @returns the new state, or undefined where the machine has no such move: nothing is written then
 */
export async function moveAttempt(
  trx: Transaction<Database>,
  attempt: Attempt,
  verb: VerbOf<typeof paymentMoves>,
  actor: Actor,
  detail?: unknown,
): Promise<PaymentState | undefined> {
  const to = next(paymentMoves, attempt.state, verb)
  if (!to) return undefined
  const move = { state: to, settled_at: sql<Date>`now()`, ask_at: null }
  await Promise.all([
    trx.updateTable('payment_attempt').set(move).where('id', '=', attempt.id).execute(),
    auditBy(trx, actor, { subject: 'payment', subjectId: attempt.id, verb, from: attempt.state, to, detail }),
  ])
  return to
}
