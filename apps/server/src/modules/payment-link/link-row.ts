import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import { lockBasket, type BasketRow } from '#modules/basket'
import type { PaymentLinkState } from '@playhouse/domain/payment-link'
import { type Problem, problem } from '@playhouse/domain/problem'

/** The digest of a link's token of 256 bits, by which the database finds it. */
export const linkTokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** A payment link with its state by the database clock. */
export type PaymentLink = {
  readonly id: string
  readonly basket: string
  readonly customer: string
  readonly staff: string
  /** Left to pay when it was made, in minor units. */
  readonly amount: number
  readonly createdAt: Date
  readonly until: Date
  readonly state: PaymentLinkState
  /** Number of the order that was paid. */
  readonly order: string | null
}

/** How a link is found. */
export type LinkKey = { readonly id: string } | { readonly token: string }

/**
 * A link ends at its time, or later with the basket's deadline: after a failed payment there is time for another try. What the basket has
 * become counts more than the link: a booking that was paid at the counter is paid.
 */
export const selectLinks = sql`
  select l.id, l.basket_id as basket, l.customer_id as customer, l.staff_id as staff, l.amount, l.created_at as "createdAt",
    greatest(l.valid_until, b.deadline) as until, o.number as order,
    case when b.state = 'completed' then 'paid' when l.cancelled_at is not null then 'cancelled' when l.expired_at is not null then 'expired'
      when b.state = 'paying' then 'paying' when b.state <> 'open' or greatest(l.valid_until, b.deadline) <= now() then 'expired'
      else 'open' end as state
  from payment_link l join basket b on b.id = l.basket_id left join customer_order o on o.basket_id = b.id`

/** Finds a link. @returns undefined for an unknown one, and for a token that was replaced */
export async function findLink(db: Kysely<Database>, key: LinkKey): Promise<PaymentLink | undefined> {
  const condition = 'id' in key ? sql`l.id = ${key.id}` : sql`l.token_hash = ${linkTokenHash(key.token)}`
  const { rows } = await sql<PaymentLink>`${selectLinks} where ${condition}`.execute(db)
  return rows[0]
}

/** Locks the basket of a link, then the link, and reads both afterwards. @returns undefined for an unknown link */
export async function lockLink(
  trx: Transaction<Database>,
  key: LinkKey,
): Promise<{ readonly link: PaymentLink; readonly basket: BasketRow } | undefined> {
  const found = await findLink(trx, key)
  if (!found) return undefined
  const basket = await lockBasket(trx, found.basket)
  await sql`select 1 from payment_link where id = ${found.id} for update`.execute(trx)
  // A token may have been replaced meanwhile.
  const link = await findLink(trx, key)
  return link && { link, basket }
}

export type LinkProblem = Problem<'page-not-found' | 'payment-link-expired' | 'payment-link-cancelled' | 'payment-link-paid'>

const problemByState = {
  paid: 'payment-link-paid',
  expired: 'payment-link-expired',
  cancelled: 'payment-link-cancelled',
} as const

/** The problem of a link that can't be paid any more, or undefined. */
export function linkProblem(link: Pick<PaymentLink, 'state'> | undefined): LinkProblem | undefined {
  if (!link) return problem('page-not-found')
  return link.state === 'open' || link.state === 'paying' ? undefined : problem(problemByState[link.state])
}
