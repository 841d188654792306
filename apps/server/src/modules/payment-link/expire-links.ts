import { type Kysely, sql } from 'kysely'
import { auditBy, type Database, publish, transact } from '#db'
import { moveBasket, releaseBasketSeats } from '#modules/basket'
import { lockLink } from './link-row.ts'

const batchSize = 100
const actor = { name: 'sweeper' }

/**
 * Ends links whose basket has ended, or past their time by the database clock, releases their seats, and queues a letter to each customer. One short
 * transaction for each link; safe to run in several processes. A link with an open payment page waits for its end.
 * @returns the number of ended links
 * @throws AggregateError of the failures, after the others were processed
 */
export async function expirePaymentLinks(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select l.id from payment_link l join basket b on b.id = l.basket_id
    where l.cancelled_at is null and l.expired_at is null and b.state not in ('paying', 'completed')
      and (b.state <> 'open' or (l.valid_until <= now() and greatest(l.valid_until, b.deadline) <= now()))
    order by l.valid_until limit ${batchSize}`.execute(db)
  const failures: unknown[] = []
  let ended = 0
  for (const { id } of rows)
    try {
      if (await expireLink(db, id)) ended += 1
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${rows.length} payment links could not be ended`)
  return ended
}

const expireLink = (db: Kysely<Database>, id: string): Promise<boolean> =>
  transact(db, async (trx) => {
    const locked = await lockLink(trx, { id })
    if (locked?.link.state !== 'expired') return false
    const { basket } = locked
    const { rows } = await sql<{ id: string }>`
      update payment_link set expired_at = now() where id = ${id} and expired_at is null and cancelled_at is null returning id`.execute(trx)
    if (rows.length === 0) return false
    if (basket.state === 'open') {
      await releaseBasketSeats(trx, basket, actor)
      await moveBasket(trx, basket, 'expire', actor, { link: id })
    }
    await auditBy(trx, actor, { subject: 'payment-link', subjectId: id, verb: 'expire', from: 'open', to: 'expired' })
    await publish(trx, 'mail.payment-link-expired', id, { link: id })
    return true
  })
