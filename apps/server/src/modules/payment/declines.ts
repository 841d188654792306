import { sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import { type Problem, problem } from '@playhouse/domain/problem'

/**
 * Attempts that may be declined within an hour before a card can't be paid with any more: of a basket, a customer, a
 * network. Whoever has a list of stolen cards tries them where each try costs nothing; a payer has three or four at most.
 */
const maxDeclines = { basket: 3, customer: 5, network: 20 }
/** Cards that may be declined on the provider's page before it is closed. */
export const maxDeclinesPerSession = 5
/** Seconds for which a declined attempt counts. */
const windowSeconds = 3_600

type Payer = { readonly basket: string; readonly customer: string; readonly network: string | null }

/** Why no card can be tried now: the basket stays as it is, and may be paid with whatever needs no card. */
export async function checkDeclineLimit(
  trx: Transaction<Database>,
  { basket, customer, network }: Payer,
): Promise<Problem<'payment-declined-often'> | undefined> {
  // Of each the attempt that was the last one too many: once it is an hour old there is room for another.
  const lastOf = (column: 'basket_id' | 'customer_id' | 'network', of: string | null, after: number) => sql`(
    select declined_at from payment_attempt where ${sql.ref(column)} = ${of} and declined_at > now() - make_interval(secs => ${windowSeconds})
    order by declined_at desc offset ${after - 1} limit 1)`
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from greatest(
      ${lastOf('basket_id', basket, maxDeclines.basket)}, ${lastOf('customer_id', customer, maxDeclines.customer)}, ${lastOf('network', network, maxDeclines.network)})
      + make_interval(secs => ${windowSeconds}) - now())::float8 as seconds`.execute(trx)
  const seconds = rows[0]!.seconds
  if (seconds === null) return undefined
  return problem('payment-declined-often', { retryAfterSeconds: Math.ceil(seconds), minutes: Math.ceil(seconds / 60) })
}

/** Counts a card that the provider declined. @returns how many it has declined of this attempt. */
export async function recordDecline(trx: Transaction<Database>, attempt: string): Promise<number> {
  const { declines } = await trx
    .updateTable('payment_attempt')
    .set((eb) => ({ declines: eb('declines', '+', 1), declined_at: sql<Date>`now()` }))
    .where('id', '=', attempt)
    .returning('declines')
    .executeTakeFirstOrThrow()
  return declines
}
