import { type Kysely, sql } from 'kysely'
import type { SettledSale, UnfinishedSale } from '@playhouse/api-client/contract'
import { auditBy, type Database, transact } from '#db'
import type { Actor } from '#modules/basket'
import { settlePayment } from '#modules/payment'
import type { CounterPaymentMethod } from '@playhouse/domain/counter-tender'
import { money } from '@playhouse/domain/money'
import type { CounterDeps } from './deps.ts'

type Row = {
  readonly id: string
  readonly way: CounterPaymentMethod
  readonly amount: number
  readonly at: Date
  readonly staff: string
  readonly name: string
}

/**
 * Sales by cash or another method that the clerk takes which were broken off and given up, oldest first, until a staff user confirms
 * whether it was taken.
 * @param staffId the staff user whose sales are read; undefined for all
 */
export async function readUnfinishedSales(db: Kysely<Database>, staffId?: string): Promise<UnfinishedSale[]> {
  const { rows } = await sql<Row>`
    select u.id, p.way, u.amount, u.at, s.id as staff, s.name from invariant_cash_sale_given_up u
      join counter_payment p on p.attempt_id = u.id join staff s on s.id = u.staff_id
    where ${staffId ?? null}::uuid is null or s.id = ${staffId ?? null}::uuid order by u.at, u.id`.execute(db)
  return rows.map(({ id, way, amount, at, staff, name }) => ({
    payment: id,
    way,
    amount: money(amount),
    at: at.toISOString(),
    staff: { id: staff, name },
  }))
}

/**
 * Closes an unfinished sale. What was taken completes the sale now, or is owed to the customer where a seat has been
 * sold to another customer since.
 * @returns `undefined` where the sale is no longer unfinished
 */
export async function settleUnfinishedSale(
  deps: CounterDeps,
  { payment, staffId }: { readonly payment: string; readonly staffId: string | undefined },
  isTaken: boolean,
  actor: Actor,
): Promise<SettledSale | undefined> {
  const { db, brand } = deps
  const sale = (await readUnfinishedSales(db, staffId)).find((one) => one.payment === payment)
  if (!sale) return undefined
  if (!isTaken) return (await recordNotTaken(db, sale, actor)) ? { outcome: 'closed', order: null } : undefined
  const isSold = await settlePayment(deps, payment, { status: 'succeeded', amount: sale.amount, currency: brand.currency }, actor)
  if (!isSold) return { outcome: 'seats-gone', order: null }
  const { number } = await db.selectFrom('customer_order').select('number').where('attempt_id', '=', payment).executeTakeFirstOrThrow()
  return { outcome: 'sold', order: number }
}

async function recordNotTaken(db: Kysely<Database>, { payment, amount }: UnfinishedSale, actor: Actor): Promise<boolean> {
  return transact(db, async (trx) => {
    await sql`select from payment_attempt where id = ${payment} for update`.execute(trx)
    const { numAffectedRows } = await sql`
      update counter_payment set not_taken_at = now()
      where attempt_id = ${payment} and attempt_id in (select id from invariant_cash_sale_given_up)`.execute(trx)
    if (numAffectedRows !== 1n) return false
    const move = { verb: 'note-not-taken', from: 'timed-out', to: 'timed-out', detail: { amount } }
    await auditBy(trx, actor, { subject: 'payment', subjectId: payment, ...move })
    return true
  })
}
