import type { Kysely } from 'kysely'
import type { Database } from '#db'
import type { Locale } from '@playhouse/domain/brand'
import { type Money, money } from '@playhouse/domain/money'

/** What the mail about a refund says, and to whom. */
export type RefundNotice = {
  readonly to: string
  readonly firstName: string
  readonly locale: Locale
  readonly amount: Money
  /** The order's; null where the payment bought none. */
  readonly number: string | null
  /** Whether it was handed over at the counter. */
  readonly isCash: boolean
}

/** @throws where no such refund exists */
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
