import type { Kysely } from 'kysely'
import type { Database } from '#db'
import type { Locale } from '@playhouse/domain/brand'
import { type Money, money } from '@playhouse/domain/money'

/** The recipient and facts of a mail about an order. `amount`: the part charged by the payment provider, in minor units. */
export type Buyer = {
  readonly to: string
  readonly firstName: string
  readonly locale: Locale
  readonly number: string
  readonly amount: Money
}

/** Reads the recipient of a mail about an order. @throws NoResultError for an unknown order */
export async function readBuyer(db: Kysely<Database>, order: string): Promise<Buyer> {
  const { email, first_name, locale, number, amount } = await db
    .selectFrom('customer_order')
    .innerJoin('customer', 'customer.id', 'customer_order.customer_id')
    .innerJoin('payment_attempt', 'payment_attempt.id', 'customer_order.attempt_id')
    .select(['customer.email', 'customer.first_name', 'customer_order.locale', 'customer_order.number', 'payment_attempt.amount'])
    .where('customer_order.id', '=', order)
    .executeTakeFirstOrThrow()
  return { to: email, firstName: first_name, locale, number, amount: money(amount) }
}
