import { sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import { lockAccounts } from '#modules/ledger'
import type { ReservationState } from '@playhouse/domain/order'

/** `paid` in minor units. */
export type LockedBooking = {
  readonly id: string
  readonly account: string
  readonly reservation: ReservationState
  /** Whether the time until which its seats are kept has passed. */
  readonly isOver: boolean
  readonly isCancelled: boolean
  readonly paid: number
  readonly deposit: number
  readonly optionUntil: Date
  readonly depositDue: string | null
  readonly balanceDue: string
  /** The start and the time zone of its performance; null where it has no seat left. */
  readonly startsAt: Date | null
  readonly timeZone: string | null
  readonly now: Date
}

/** The account of the deposits of a booking, by the number of its reserved order; undefined where it is not one of a group. */
export async function accountOfBooking(trx: Transaction<Database>, number: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('group_booking')
    .innerJoin('reservation', 'reservation.id', 'group_booking.reservation_id')
    .select('group_booking.account_id')
    .where('reservation.number', '=', number)
    .executeTakeFirst()
  return row?.account_id
}

/** Locks a booking: first the account of its deposits, then its reserved order, as the sale of a deposit does. */
export async function lockBooking(trx: Transaction<Database>, account: string): Promise<LockedBooking> {
  await lockAccounts(trx, [account])
  await sql`
    select from reservation r join group_booking g on g.reservation_id = r.id where g.account_id = ${account}::uuid for update`.execute(trx)
  const { rows } = await sql<LockedBooking>`
    select r.id, g.account_id as account, r.state as reservation, r.held_until <= now() as "isOver", g.cancelled_at is not null as "isCancelled",
      a.balance as paid, g.deposit, g.option_until as "optionUntil", g.deposit_due as "depositDue", g.balance_due as "balanceDue", now() as now,
      p.starts_at as "startsAt", p.time_zone as "timeZone"
    from group_booking g join reservation r on r.id = g.reservation_id join ledger_account a on a.id = g.account_id
      left join performance p on p.id = (select min(t.performance_id) from reservation_ticket t where t.reservation_id = r.id)
    where g.account_id = ${account}::uuid`.execute(trx)
  return rows[0]!
}
