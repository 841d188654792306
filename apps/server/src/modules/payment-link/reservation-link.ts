import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'
import type { PaymentLinkViewState } from '@playhouse/domain/payment-link'
import { type Problem, problem } from '@playhouse/domain/problem'
import { linkProblem, type LinkProblem, linkTokenHash } from './link-row.ts'

/** A link to the reserved order of a winner, with its state by the database clock. */
export type ReservationLink = {
  readonly reservation: string
  /** Number of the reserved order. */
  readonly number: string
  readonly customer: string
  readonly state: PaymentLinkViewState
  readonly until: Date
  /** The basket that the link pays for now; null while the order is in no basket, or in another one. */
  readonly basket: string | null
  /** How the last payment by the link ended; null without one. */
  readonly lastPayment: 'cancelled' | 'declined' | 'timed-out' | null
  /** Number of the order that was paid. */
  readonly order: string | null
}

/**
 * Finds a link to a reserved order. It ends with the order, or with the deadline of its basket: after a failed payment there is time for another
 * try. A basket that lapsed early returns the order to its customer.
 * @returns undefined for an unknown token
 */
export async function findReservationLink(db: Kysely<Database>, token: string): Promise<ReservationLink | undefined> {
  const isInBasket = sql`(r.state = 'in-basket' and r.basket_id is not distinct from l.basket_id)`
  const isCancelled = sql`exists (select from reservation_ticket t join performance p on p.id = t.performance_id
    where t.reservation_id = r.id and p.sale = 'cancelled')`
  const { rows } = await sql<ReservationLink>`
    select r.id as reservation, r.number, r.customer_id as customer, b.last_payment as "lastPayment", o.number as order,
      case when ${isInBasket} then l.basket_id end as basket,
      case when ${isInBasket} then greatest(r.held_until, b.deadline) else r.held_until end as until,
      case when r.state = 'confirmed' then 'paid' when r.state = 'lapsed' then 'expired'
        when ${isInBasket} and b.state = 'paying' then 'paying' when ${isCancelled} then 'cancelled'
        when r.is_locked or r.state = 'in-basket' and not ${isInBasket} then 'in-basket'
        when ${isInBasket} and b.deadline > now() then 'open' when r.held_until <= now() then 'expired' else 'open' end as state
    from reservation_link l join reservation r on r.id = l.reservation_id
      left join basket b on b.id = l.basket_id left join customer_order o on o.id = r.order_id
    where l.token_hash = ${linkTokenHash(token)}`.execute(db)
  return rows[0]
}

/** The problem of a link to a reserved order that can't be paid now, or undefined. */
export function reservationLinkProblem(
  link: Pick<ReservationLink, 'state'> | undefined,
): LinkProblem | Problem<'reserved-order-locked'> | undefined {
  if (link?.state === 'in-basket') return problem('reserved-order-locked')
  return linkProblem(link && { state: link.state })
}
