import type { Kysely } from 'kysely'
import type { Database } from '#db'
import type { Locale } from '@playhouse/domain/brand'
import { type Money, money } from '@playhouse/domain/money'

/** Whom a mail about an order is for. `amount`: what was to be paid for it by the payment provider. */
export type Buyer = {
  readonly to: string
  readonly firstName: string
  readonly locale: Locale
  readonly number: string
  readonly amount: Money
}

/** The customer of an order as a mail addresses them. @throws where no such order exists */
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
