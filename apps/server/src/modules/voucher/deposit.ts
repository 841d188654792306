import { sql, type Transaction } from 'kysely'
import { type Actor, auditBy, type Database, newId } from '#db'
import { keepReservedUntil } from '#modules/seating'
import { findDepositProblem } from '@playhouse/domain/group-booking'
import type { ReservationState } from '@playhouse/domain/order'
import { type Problem, problem } from '@playhouse/domain/problem'

/** Opens the empty account of the deposits of a group booking. It has no code, so that customers cannot enter it. @returns its id */
export async function openDepositAccount(trx: Transaction<Database>, booking: string): Promise<string> {
  const id = newId()
  await trx
    .insertInto('ledger_account')
    .values({ id, kind: 'gift-voucher', customer_id: null, code_digest: null, hint: booking, balance: 0, expires_on: null })
    .execute()
  return id
}

type Deposit = { readonly account: string; readonly balance: number; readonly amount: number; readonly booking: string | undefined }

/**
 * Finds the problem of a deposit or an instalment of a group booking, amounts in minor units.
 * @param isSold whether it is being sold: its reserved order is locked until the sale commits
 * @returns the problem, or the name of the group
 */
export async function checkDeposit(
  trx: Transaction<Database>,
  { account, balance, amount, booking }: Deposit,
  isSold: boolean,
): Promise<{ readonly problem: Problem<'order-not-found' | 'reserved-order-locked' | 'invalid-input'> } | { readonly group: string }> {
  const { rows } = await sql<{ number: string; reservation: ReservationState; isOver: boolean; name: string; total: number }>`
    select r.number, r.state as reservation, r.held_until <= now() as "isOver", g.name,
      (select coalesce(sum(t.price), 0)::int from reservation_ticket t where t.reservation_id = r.id) as total
    from group_booking g join reservation r on r.id = g.reservation_id where g.account_id = ${account}::uuid
    ${isSold ? sql`for update of r` : sql``}`.execute(trx)
  const [row] = rows
  if (!row || row.number !== booking) return { problem: problem('order-not-found') }
  const found = findDepositProblem({ ...row, paid: balance }, amount)
  return found ? { problem: found } : { group: row.name }
}

/**
 * Keeps the seats of a group booking until the performance begins, once its deposit is paid; after a return of the deposit until the option
 * date, which may have passed. Call it after every change of the account.
 */
export async function keepDepositedSeats(trx: Transaction<Database>, account: string, actor: Actor): Promise<void> {
  const { rows } = await sql<{ id: string; until: Date }>`
    update reservation r set held_until = case when g.deposit > 0 and a.balance >= g.deposit then s.starts_at else g.option_until end
    from group_booking g join ledger_account a on a.id = g.account_id cross join lateral (
      select min(p.starts_at) as starts_at from reservation_ticket t join performance p on p.id = t.performance_id
      where t.reservation_id = g.reservation_id) s
    where r.id = g.reservation_id and g.account_id = ${account}::uuid and r.state = 'reserved' and s.starts_at is not null
    returning r.id, r.held_until as until`.execute(trx)
  for (const { id, until } of rows) {
    await keepReservedUntil(trx, id, until)
    await auditBy(trx, actor, { subject: 'reservation', subjectId: id, verb: 'keep-for-deposit', detail: { until } })
  }
}

/** The account of the deposits of a reserved order, with its balance in minor units; undefined where it is not a group booking. */
export async function readDepositAccount(
  trx: Transaction<Database>,
  number: string,
): Promise<{ readonly id: string; readonly balance: number } | undefined> {
  return trx
    .selectFrom('group_booking')
    .innerJoin('reservation', 'reservation.id', 'group_booking.reservation_id')
    .innerJoin('ledger_account', 'ledger_account.id', 'group_booking.account_id')
    .select(['ledger_account.id', 'ledger_account.balance'])
    .where('reservation.number', '=', number)
    .executeTakeFirst()
}
