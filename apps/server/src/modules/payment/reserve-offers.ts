import type { Transaction } from 'kysely'
import type { Database } from '#db'
import { type Actor, type AppliedOffers, type BasketRow, usedOffers } from '#modules/basket'
import { releasePromo, reserveDiscountedTickets, reservePromo, typedCodeOf } from '#modules/promo'
import { type Problem, problem } from '@playhouse/domain/problem'

/**
 * Reserves the uses of the offers of a basket, and their discounted tickets.
 * @returns `promo-not-valid` where the promo code cannot be used, which is taken from the basket; `price-changed` where another offer cannot
 * be used, or too few tickets of a performance are left: the basket then has another total
 */
export async function reserveOffers(
  trx: Transaction<Database>,
  basket: BasketRow,
  applied: AppliedOffers,
  customer: string,
  actor: Actor,
): Promise<Problem<'promo-not-valid' | 'price-changed'> | undefined> {
  const { promo, discountedTickets } = applied
  if (basket.promo !== null && !promo) return removeUnusablePromo(trx, basket)
  // In the order of codes, so that two payments can't wait for each other.
  for (const code of [...(promo ? [promo.code] : []), ...usedOffers(applied)].toSorted())
    if (!(await reservePromo(trx, code, { basket: basket.id, customer, ...(code === promo?.code && typedCodeOf(promo)) }, actor))) {
      await releasePromo(trx, basket.id, actor)
      // An automatic offer that has just ended is not among those of the next price.
      return code === promo?.code ? removeUnusablePromo(trx, basket) : problem('price-changed')
    }
  for (const [code, tickets] of Object.entries(discountedTickets))
    if (!(await reserveDiscountedTickets(trx, code, basket.id, tickets))) {
      await releasePromo(trx, basket.id, actor)
      return problem('price-changed')
    }
  return undefined
}

/** Takes a promo code that cannot be used from the basket, so that its customer sees the total without it. */
async function removeUnusablePromo(trx: Transaction<Database>, { id }: BasketRow): Promise<Problem<'promo-not-valid'>> {
  await trx
    .updateTable('basket')
    .set((eb) => ({ promo: null, single_use_code: null, named_code: null, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  return problem('promo-not-valid')
}
