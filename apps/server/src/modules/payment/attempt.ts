import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { audit, type Database, type PaymentAttemptTable } from '#db'
import type { Actor, BasketHouse } from '#modules/basket'
import { next, type VerbOf } from '@playhouse/domain/machine'
import { paymentMoves, type PaymentState } from '@playhouse/domain/payment'
import type { PaymentProvider } from './provider.ts'

export type Attempt = Selectable<PaymentAttemptTable>
/** What payments are made with. */
export type PaymentHouse = BasketHouse & { readonly provider: PaymentProvider; readonly origin: string }

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
export async function openAttempt(db: Kysely<Database>, basket: string): Promise<Attempt | undefined> {
  return db
    .selectFrom('payment_attempt')
    .selectAll()
    .where('basket_id', '=', basket)
    .where('state', 'in', ['created', 'redirected'])
    .executeTakeFirst()
}

/** The attempt that bought the basket. */
export async function paidAttempt(db: Kysely<Database>, basket: string): Promise<Attempt | undefined> {
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
