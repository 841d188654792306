import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, type Result } from '@playhouse/domain/result'
import type { Actor, BasketDeps, Filled } from '#modules/basket'
import type { NewBasket, OnSale, SeatsGone, SeatsToTake, Taken } from './hold-request.ts'
import { takeTogether } from './batch-hold.ts'

/** The performance, its hall and its prices; undefined where there is no such performance. */
export async function onSale({ catalogue }: Pick<BasketDeps, 'catalogue'>, performance: string): Promise<OnSale | undefined> {
  const showing = await catalogue.showing(performance)
  if (!showing) return undefined
  const [hall, tariff] = await Promise.all([catalogue.hall(showing.hall, showing.planVersion), catalogue.tariff(showing.priceList)])
  return hall && { showing, hall, tariff }
}

/** In a storm of claims a seat may slip away more than once, to one rival after the other, and prices may change. */
const mostLooks = 10

/**
 * Takes seats into a basket at the price of the list as it is now, which is theirs from here on. The first ticket starts
 * its clock. What is given back and what is taken change hands in one step.
 */
export async function takeSeats(
  deps: BasketDeps,
  into: string | NewBasket,
  actor: Actor,
  at: OnSale,
  wanted: SeatsToTake,
): Promise<Result<{ readonly taken: Taken; readonly filled: Filled }, Problem | SeatsGone>> {
  let now = at
  for (let looks = 1; looks <= mostLooks; looks++) {
    const served = await takeTogether({ deps, into, actor, at: now, wanted })
    if (served.ok) return served
    const { error } = served
    if (error.code === 'prices-outdated') {
      await deps.catalogue.refresh()
      now = (await onSale(deps, at.showing.id)) ?? now
    } else if (error.code !== 'seats-slipped') return fail(error)
  }
  return fail(problem('tickets-not-added'))
}
