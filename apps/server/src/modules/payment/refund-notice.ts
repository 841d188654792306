import type { Kysely } from 'kysely'
import type { Database } from '#db'
import type { Locale } from '@playhouse/domain/brand'
import { type Money, money } from '@playhouse/domain/money'

/** The data and the recipient of the mail about a refund. */
export type RefundNotice = {
  readonly to: string
  readonly firstName: string
  readonly locale: Locale
  readonly amount: Money
  /** The order's number; null where the payment bought no order. */
  readonly number: string | null
  /** Whether it was paid out in cash. */
  readonly isCash: boolean
}

/** Reads the data of the mail about a refund. @throws NoResultError for an unknown refund */
export async function readRefundNotice(db: Kysely<Database>, refund: string): Promise<RefundNotice> {
  const row = await db
    .selectFrom('refund')
    .innerJoin('payment_attempt', 'payment_attempt.id', 'refund.attempt_id')
    .innerJoin('customer', 'customer.id', 'payment_attempt.customer_id')
    .leftJoin('customer_order', 'customer_order.id', 'refund.order_id')
    .select(['customer.email', 'customer.first_name', 'payment_attempt.locale', 'payment_attempt.provider'])
    .select(['refund.amount', 'customer_order.number'])
    .where('refund.id', '=', refund)
    .executeTakeFirstOrThrow()
  const { email, first_name: firstName, locale, amount, number, provider } = row
  return { to: email, firstName, locale, amount: money(amount), number, isCash: provider === 'cash' }
}
