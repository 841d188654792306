import type { SeatFreshness } from '#modules/seating'
import { bandsFor } from '#modules/pricing'
import type { PriceTable } from '#modules/catalogue'
import type { Eligibility } from '@playhouse/domain/eligibility'
import { type BookableHall, seatStatus } from '@playhouse/domain/plan/best'
import type { HoldDeps, BookablePerformance } from './hold-request.ts'

/** A hall with a private copy of its seat values, which the caller may change. */
export type OpenHall = BookableHall & { readonly seats: Uint8Array }

/**
 * The hall with the seats that a visitor may buy. Values come from cached availability and may be outdated; the claim decides.
 */
export async function openHall(
  { brand, availability }: HoldDeps,
  {
    performanceDetails,
    hall,
    priceTable,
  }: Pick<BookablePerformance, 'performanceDetails' | 'priceTable'> & { readonly hall: Pick<BookablePerformance['hall'], 'plan'> },
  { buys, sees }: Pick<Eligibility, 'buys' | 'sees'>,
  freshness?: SeatFreshness,
): Promise<OpenHall> {
  const seats = await availability.copySeats(performanceDetails.id, performanceDetails.seats, freshness)
  for (const keptSeats of performanceDetails.kept)
    if (!sees(keptSeats.for)) for (const [first, seatCount] of keptSeats.seats) seats.fill(seatStatus.closed, first, first + seatCount)
  const sold = bandsFor(priceTable, buys)
  if (bandsIn(priceTable).some((band) => !sold.has(band)))
    for (let seat = 0; seat < seats.length; seat++) if (!sold.has(priceTable.bandOf[seat]!)) seats[seat] = seatStatus.closed
  const { seatBlocks } = priceTable.list
  return { plan: hall.plan, bandOf: priceTable.bandOf, seats, orphans: brand.seating.orphans, ...(seatBlocks && { blocks: seatBlocks }) }
}

const bandsByPriceTable = new WeakMap<PriceTable, readonly number[]>()
/** The bands that a hall has seats of. */
function bandsIn(priceTable: PriceTable): readonly number[] {
  const inHall = bandsByPriceTable.get(priceTable) ?? [...new Set(priceTable.bandOf)]
  bandsByPriceTable.set(priceTable, inHall)
  return inHall
}
