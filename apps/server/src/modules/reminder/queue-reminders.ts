import { type Kysely, sql } from 'kysely'
import { type Database, publish, transact } from '#db'

const batchSize = 200

/**
 * Queues reminders of performances within 24 hours, once per order and performance, to customers who want them. Excludes orders
 * placed within that time, cancelled performances and returned tickets. Safe to run in several processes.
 * @returns the number of queued reminders
 */
export async function queuePerformanceReminders(db: Kysely<Database>): Promise<number> {
  return transact(db, async (trx) => {
    const { rows } = await sql<{ order_id: string; performance_id: string }>`
      insert into reminder (order_id, performance_id)
      select distinct o.id, p.id from performance p
        join ticket t on t.performance_id = p.id and t.returned_at is null
        join customer_order o on o.id = t.order_id and o.state = 'confirmed'
        join customer c on c.id = o.customer_id and c.reminders
      where p.sale <> 'cancelled' and p.starts_at > now() + interval '2 hours' and p.starts_at <= now() + interval '24 hours'
        and o.placed_at < p.starts_at - interval '24 hours'
        and not exists (select 1 from reminder r where r.order_id = o.id and r.performance_id = p.id)
      limit ${batchSize}
      on conflict do nothing returning order_id, performance_id`.execute(trx)
    for (const { order_id, performance_id } of rows)
      await publish(trx, 'mail.evening-tomorrow', order_id, { order: order_id, performance: performance_id })
    return rows.length
  })
}
