import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { audit, type Database, type PaymentAttemptTable } from '#db'
import type { Actor, BasketDeps } from '#modules/basket'
import { next, type VerbOf } from '@playhouse/domain/machine'
import { paymentMoves, type PaymentState } from '@playhouse/domain/payment'
import { type PaymentProvider, ProviderRefused } from './provider.ts'

export type Attempt = Selectable<PaymentAttemptTable>
/** What payments are made with. */
export type PaymentDeps = BasketDeps & {
  /** Takes new payments. */
  readonly provider: PaymentProvider
  /** Takes none any more; its open payments and its refunds are still seen to. */
  readonly formerProvider?: PaymentProvider | undefined
  readonly origin: string
}
type Providers = Pick<PaymentDeps, 'provider' | 'formerProvider'>

/** Every provider that is configured, the current one first. */
export const configuredProviders = ({ provider, formerProvider }: Providers): readonly PaymentProvider[] =>
  formerProvider ? [provider, formerProvider] : [provider]

/** The provider with this name; undefined where it is not configured. */
export const findProvider = (providers: Providers, name: string): PaymentProvider | undefined =>
  configuredProviders(providers).find((each) => each.name === name)

/**
 * The provider that an attempt was made with.
 * @throws ProviderRefused where it is not configured: no other one knows the attempt
 */
export function providerOf(providers: Providers, { provider }: Pick<Attempt, 'provider'>): PaymentProvider {
  const match = findProvider(providers, provider)
  if (!match) throw new ProviderRefused(0, `the payment provider ${provider} is not configured`)
  return match
}

/** Whether it may still be paid without our asking again. */
export const isOpen = ({ state }: Pick<Attempt, 'state'>): boolean => state === 'created' || state === 'redirected'

/** Whether its money came, and it was settled what became of that. */
export const isPaid = ({ state }: Pick<Attempt, 'state'>): boolean => ['succeeded', 'refund-due', 'refunded'].includes(state)

export async function lockAttempt(trx: Transaction<Database>, id: string): Promise<Attempt> {
  return trx.selectFrom('payment_attempt').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

export async function findAttempt(db: Kysely<Database>, id: string): Promise<Attempt | undefined> {
  return db.selectFrom('payment_attempt').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The attempt that may still be paid, if the basket has one. There is never a second (unique index). */
export async function findOpenAttempt(db: Kysely<Database>, basket: string): Promise<Attempt | undefined> {
  return db
    .selectFrom('payment_attempt')
    .selectAll()
    .where('basket_id', '=', basket)
    .where('state', 'in', ['created', 'redirected'])
    .executeTakeFirst()
}

/** The attempt that bought the basket. */
export async function findPaidAttempt(db: Kysely<Database>, basket: string): Promise<Attempt | undefined> {
  return db
    .selectFrom('payment_attempt')
    .selectAll()
    .where('basket_id', '=', basket)
    .where('state', 'in', ['succeeded', 'confirming'])
    .executeTakeFirst()
}

/** Moves an attempt along its machine, with its row in the audit. False where the table says no: nothing is written. */
export async function moveAttempt(
  trx: Transaction<Database>,
  attempt: Attempt,
  verb: VerbOf<typeof paymentMoves>,
  actor: Actor,
  detail?: unknown,
): Promise<PaymentState | undefined> {
  const to = next(paymentMoves, attempt.state, verb)
  if (!to) return undefined
  await trx
    .updateTable('payment_attempt')
    .set({ state: to, settled_at: sql<Date>`now()`, ask_at: null })
    .where('id', '=', attempt.id)
    .execute()
  await audit(trx, {
    actor: actor.name,
    requestId: actor.requestId,
    subject: 'payment',
    subjectId: attempt.id,
    verb,
    from: attempt.state,
    to,
    detail,
  })
  return to
}
