import type { Kysely } from 'kysely'
import type { Database } from '#db'
import type { Locale } from '@playhouse/domain/brand'
import type { RefundMeans } from '@playhouse/domain/counter-tender'
import { type Money, money } from '@playhouse/domain/money'
import { meansOfRefund } from './refund.ts'

/** The data and the recipient of the mail about a refund. */
export type RefundNotice = {
  readonly to: string
  readonly firstName: string
  readonly locale: Locale
  readonly amount: Money
  /** The order's number; null where the payment bought no order. */
  readonly number: string | null
  /** Null where it was handed over at the counter. */
  readonly means: Exclude<RefundMeans, 'cash' | 'theatre-tokens'> | null
}

/** Reads the data of the mail about a refund. @throws NoResultError for an unknown refund */
export async function readRefundNotice(db: Kysely<Database>, refund: string): Promise<RefundNotice> {
  const row = await db
    .selectFrom('refund')
    .innerJoin('payment_attempt', 'payment_attempt.id', 'refund.attempt_id')
    .innerJoin('customer', 'customer.id', 'payment_attempt.customer_id')
    .leftJoin('customer_order', 'customer_order.id', 'refund.order_id')
    .select(['customer.email', 'customer.first_name', 'payment_attempt.locale', 'payment_attempt.provider'])
    .select(['refund.amount', 'refund.means', 'customer_order.number'])
    .where('refund.id', '=', refund)
    .executeTakeFirstOrThrow()
  const { email, first_name: firstName, locale, amount, number, provider, means: storedMeans } = row
  const means = meansOfRefund(storedMeans, provider)
  // What was taken for a sale that failed was handed back, whatever it was.
  const isHandedOver = means === 'cash' || means === 'theatre-tokens' || (number === null && means !== 'card')
  return { to: email, firstName, locale, amount: money(amount), number, means: isHandedOver ? null : means }
}
