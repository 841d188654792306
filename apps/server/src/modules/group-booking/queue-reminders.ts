import { type Kysely, sql } from 'kysely'
import { type Database, publish, transact } from '#db'

/** Days before a deposit or the rest is due on which the contact is reminded. */
const reminderDays = 7

/**
 * Queues one mail for each day on which a deposit or the rest of a group booking is due, a week before. Bookings of the last day are left out,
 * because their contact has just agreed to the dates.
 */
export async function queueGroupReminders(db: Kysely<Database>): Promise<void> {
  await transact(db, async (trx) => {
    const { rows } = await sql<{ id: string; number: string }>`
      with due as (
        select g.reservation_id as id, r.number, t.today, case when a.balance < g.deposit then g.deposit_due else g.balance_due end as day
        from group_booking g join reservation r on r.id = g.reservation_id join ledger_account a on a.id = g.account_id
          cross join lateral (
            select sum(s.price) as total, min((now() at time zone p.time_zone)::date) as today
            from reservation_ticket s join performance p on p.id = s.performance_id where s.reservation_id = g.reservation_id) t
        where r.state = 'reserved' and r.held_until > now() and r.created_at < now() - interval '1 day' and a.balance < t.total
        for update of g skip locked)
      update group_booking g set reminded_for = due.day from due
      where g.reservation_id = due.id and due.day between due.today and due.today + ${reminderDays}::int
        and g.reminded_for is distinct from due.day
      returning due.id, due.number`.execute(trx)
    for (const { id, number } of rows) await publish(trx, 'mail.group-due', id, { booking: number })
  })
}
