import { sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import { type Problem, problem } from '@playhouse/domain/problem'

/** Declined attempts per hour and basket, customer or network after which no card is accepted: a defence against card testing. */
const maxDeclines = { basket: 3, customer: 5, network: 20 }
/** Declined cards on one provider page after which the page is closed. */
export const maxDeclinesPerSession = 5
/** Seconds for which a declined attempt counts. The interval slides: the oldest counted decline expires first. */
const windowSeconds = 3_600

type Payer = { readonly basket: string; readonly customer: string; readonly network: string | null }

/**
 * Checks the limits on declined cards.
 * @returns the problem where a limit is reached, with the time to wait; a payment without a card remains possible
 */
export async function checkDeclineLimit(
  trx: Transaction<Database>,
  { basket, customer, network }: Payer,
): Promise<Problem<'payment-declined-often'> | undefined> {
  // The decline that reached the limit: once it is an hour old, another attempt is allowed.
  const lastOf = (column: 'basket_id' | 'customer_id' | 'network', id: string | null, after: number) => sql`(
    select declined_at from payment_attempt where ${sql.ref(column)} = ${id} and declined_at > now() - make_interval(secs => ${windowSeconds})
    order by declined_at desc offset ${after - 1} limit 1)`
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from greatest(
      ${lastOf('basket_id', basket, maxDeclines.basket)}, ${lastOf('customer_id', customer, maxDeclines.customer)}, ${lastOf('network', network, maxDeclines.network)})
      + make_interval(secs => ${windowSeconds}) - now())::float8 as seconds`.execute(trx)
  const seconds = rows[0]!.seconds
  if (seconds === null) return undefined
  return problem('payment-declined-often', { retryAfterSeconds: Math.ceil(seconds), minutes: Math.ceil(seconds / 60) })
}

/** Counts a card that the provider declined. @returns the number of declined cards of this attempt */
export async function recordDecline(trx: Transaction<Database>, attempt: string): Promise<number> {
  const { declines } = await trx
    .updateTable('payment_attempt')
    .set((eb) => ({ declines: eb('declines', '+', 1), declined_at: sql<Date>`now()` }))
    .where('id', '=', attempt)
    .returning('declines')
    .executeTakeFirstOrThrow()
  return declines
}
