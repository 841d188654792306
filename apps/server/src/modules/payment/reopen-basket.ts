import { sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import { type Actor, type BasketRow, expireBasket, moveBasket, releaseBasketSeats, seatsByPerformance, ticketsOf } from '#modules/basket'
import { resumeHolds } from '#modules/seating'
import { hasTimeByLink } from './link-basket.ts'

/** Seconds for which seats stay on hold at least after a failed payment, so that the customer can retry. */
const minHoldSeconds = 120
/** Number of payment attempts that extend the hold; limits holding seats by repeatedly starting payments. */
const maxExtensions = 3

/** The payment that ended, and how it ended. */
type ReopenCause = { readonly payment: string | null; readonly last: BasketRow['last_payment'] }

/**
 * Reopens a basket after its payment ended without a sale. Its deadline stays, or is two minutes from now for the first attempts.
 * A basket past its deadline expires instead; one without seats has no deadline. The basket of an off-session charge ends: each charge has
 * its own. Seats that are paid for by a link return to their reserved order while that has time, so that it can be paid from the account, too.
 */
export async function reopenBasket(
  trx: Transaction<Database>,
  basket: BasketRow,
  { payment, last }: ReopenCause,
  actor: Actor,
): Promise<void> {
  const clock = await trx
    .selectFrom('basket')
    .select(sql<boolean>`deadline <= now()`.as('over'))
    .select(
      sql<Date | null>`case when deadline is null then null when (select count(*) from payment_attempt a where a.basket_id = basket.id) > ${maxExtensions} then deadline
        else greatest(deadline, now() + make_interval(secs => ${minHoldSeconds})) end`.as('until'),
    )
    .where('id', '=', basket.id)
    .executeTakeFirstOrThrow()
  const { until } = clock
  if (until) for (const seatSet of seatsByPerformance(await ticketsOf(trx, basket.id))) await resumeHolds(trx, basket.id, seatSet, until)
  await moveBasket(trx, basket, 'reopen', actor, { payment, last })
  await trx
    .updateTable('basket')
    .set({ last_payment: last, deadline: clock.over ? basket.deadline : until })
    .where('id', '=', basket.id)
    .execute()
  if (basket.is_off_session) await moveBasket(trx, { ...basket, state: 'open' }, 'reset', actor)
  if (!clock.over && !basket.is_off_session && (await hasTimeByLink(trx, basket.id))) {
    await releaseBasketSeats(trx, { ...basket, state: 'open' }, actor)
    await moveBasket(trx, { ...basket, state: 'open' }, 'reset', actor)
  }
  if (clock.over) await expireBasket(trx, { ...basket, state: 'open' }, actor)
}
