import { sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import { type Actor, type BasketRow, expireBasket, moveBasket, seatSets, ticketsOf } from '#modules/basket'
import { resumeHolds } from '#modules/seating'

/** After a payment that came to nothing the seats stay at least so long, so that another try is possible. Seconds. */
const minHoldSeconds = 120
/** Payments of a basket after which it is so: whoever goes on starting and giving up would keep the seats from everybody. */
const maxExtensions = 3

/** What became of the payment that a basket comes back from. */
type ReopenCause = { readonly payment: string | null; readonly last: BasketRow['last_payment'] }

/** The payer has the basket back as it was: until its own deadline, and two minutes at least the first times. Past it, it has expired. */
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
      sql<Date>`case when (select count(*) from payment_attempt a where a.basket_id = basket.id) > ${maxExtensions} then deadline
        else greatest(deadline, now() + make_interval(secs => ${minHoldSeconds})) end`.as('until'),
    )
    .where('id', '=', basket.id)
    .executeTakeFirstOrThrow()
  for (const set of seatSets(await ticketsOf(trx, basket.id))) await resumeHolds(trx, basket.id, set, clock.until)
  await moveBasket(trx, basket, 'reopen', actor, { payment, last })
  await trx
    .updateTable('basket')
    .set({ last_payment: last, deadline: clock.over ? basket.deadline : clock.until })
    .where('id', '=', basket.id)
    .execute()
  if (clock.over) await expireBasket(trx, { ...basket, state: 'open' }, actor)
}
