import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, type Result } from '@playhouse/domain/result'
import type { Actor, BasketDeps, BasketWithTickets } from '#modules/basket'
import type { NewBasket, BookablePerformance, SeatsUnavailable, SeatSelection, HeldSeats } from './hold-request.ts'
import { holdSeatsBatched } from './batch-hold.ts'

/** The performance, its hall and its prices; undefined where there is no such performance. */
export async function loadBookable(
  { catalogue }: Pick<BasketDeps, 'catalogue'>,
  performance: string,
): Promise<BookablePerformance | undefined> {
  const performanceDetails = await catalogue.performanceDetails(performance)
  if (!performanceDetails) return undefined
  const [hall, priceTable] = await Promise.all([
    catalogue.hall(performanceDetails.hall, performanceDetails.planVersion),
    catalogue.priceTable(performanceDetails.priceList),
  ])
  return hall && { performanceDetails, hall, priceTable }
}

/** In a storm of claims a seat may slip away more than once, to one rival after the other, and prices may change. */
const maxAttempts = 10

/**
 * Takes seats into a basket at the price of the list as it is now, which is theirs from here on. The first ticket starts
 * its clock. What is given back and what is taken change hands in one step.
 */
export async function holdSeatsInBasket(
  deps: BasketDeps,
  into: string | NewBasket,
  actor: Actor,
  bookable: BookablePerformance,
  selection: SeatSelection,
): Promise<Result<{ readonly taken: HeldSeats; readonly filled: BasketWithTickets }, Problem | SeatsUnavailable>> {
  let now = bookable
  for (let looks = 1; looks <= maxAttempts; looks++) {
    const served = await holdSeatsBatched({ deps, into, actor, bookable: now, selection })
    if (served.ok) return served
    const { error } = served
    if (error.code === 'prices-outdated') {
      await deps.catalogue.refresh()
      now = (await loadBookable(deps, bookable.performanceDetails.id)) ?? now
    } else if (error.code !== 'seats-slipped') return fail(error)
  }
  return fail(problem('tickets-not-added'))
}
