import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, type Result } from '@playhouse/domain/result'
import type { Actor, BasketDeps, BasketWithTickets } from '#modules/basket'
import type { NewBasket, BookablePerformance, SeatsUnavailable, SeatSelection, HeldSeats } from './hold-request.ts'
import { holdSeatsBatched } from './batch-hold.ts'

/** Loads a performance with its hall and prices; undefined if it does not exist. */
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

/** Attempts after claim conflicts and price changes, which may occur repeatedly in a rush. */
const maxAttempts = 10

/**
 * Holds seats in a basket at the current prices, which the tickets keep. The first ticket starts the basket's deadline. Seats are
 * released and held in one step.
 */
export async function holdSeatsInBasket(
  deps: BasketDeps,
  targetBasket: string | NewBasket,
  actor: Actor,
  bookable: BookablePerformance,
  selection: SeatSelection,
): Promise<Result<{ readonly heldSeats: HeldSeats; readonly basketWithTickets: BasketWithTickets }, Problem | SeatsUnavailable>> {
  let current = bookable
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const result = await holdSeatsBatched({ deps, targetBasket, actor, bookable: current, selection })
    if (result.ok) return result
    const { error } = result
    if (error.code === 'prices-outdated') {
      await deps.catalogue.refresh()
      current = (await loadBookable(deps, bookable.performanceDetails.id)) ?? current
    } else if (error.code !== 'claim-conflict') return fail(error)
  }
  return fail(problem('tickets-not-added'))
}
