import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { Actor, BasketDeps, BasketWithTickets } from '#modules/basket'
import type {
  HoldRequest,
  NewBasket,
  BookablePerformance,
  SeatsUnavailable,
  SeatSelection,
  SeriesRejected,
  HeldSeats,
} from './hold-request.ts'
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
    catalogue.priceTable(performanceDetails.priceList, performanceDetails.priceVersion),
  ])
  return hall && { performanceDetails, hall, priceTable }
}

const hasOtherPlan = (one: BookablePerformance, other: BookablePerformance): boolean =>
  one.performanceDetails.planVersion !== other.performanceDetails.planVersion

/** Attempts after claim conflicts and price changes, which may occur repeatedly in a rush. */
const maxAttempts = 10

/** The basket with its held seats, by performance in the order of the request. */
type Held = { readonly heldSeats: readonly HeldSeats[]; readonly basketWithTickets: BasketWithTickets }

/**
 * Holds seats in a basket at the current prices, which the tickets keep: all parts in one step. The first ticket starts the
 * basket's deadline. Seats are released and held in one step.
 */
export async function holdPartsInBasket(request: HoldRequest): Promise<Result<Held, Problem | SeatsUnavailable | SeriesRejected>> {
  const { deps } = request
  let { parts } = request
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const result = await holdSeatsBatched({ ...request, parts })
    if (result.ok) return result
    const { error } = result
    if (error.code === 'prices-outdated') {
      await deps.catalogue.refresh()
      const current = await Promise.all(
        parts.map(async (part) => ({
          ...part,
          bookable: (await loadBookable(deps, part.bookable.performanceDetails.id)) ?? part.bookable,
        })),
      )
      // The seats of the request are those of another plan.
      if (current.some(({ bookable }, nth) => hasOtherPlan(bookable, parts[nth]!.bookable))) return fail(problem('tickets-not-added'))
      parts = current
    } else if (error.code !== 'claim-conflict') return fail(error)
  }
  return fail(problem('tickets-not-added'))
}

/** Holds seats of one performance in a basket, see {@link holdPartsInBasket}. */
export async function holdSeatsInBasket(
  deps: BasketDeps,
  targetBasket: string | NewBasket,
  actor: Actor,
  bookable: BookablePerformance,
  { idempotencyKey, ...selection }: SeatSelection & Pick<HoldRequest, 'idempotencyKey'>,
): Promise<Result<{ readonly heldSeats: HeldSeats; readonly basketWithTickets: BasketWithTickets }, Problem | SeatsUnavailable>> {
  const parts = [{ bookable, selection }]
  const held = await holdPartsInBasket({ deps, targetBasket, actor, parts, series: null, idempotencyKey })
  if (held.ok) return ok({ ...held.value, heldSeats: held.value.heldSeats[0]! })
  // Only a series is rejected by performance.
  return fail(held.error as Exclude<typeof held.error, SeriesRejected>)
}
