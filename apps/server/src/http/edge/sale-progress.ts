import type { SaleProgress } from '@playhouse/api-client/contract'
import { seatAvailability, unpackAvailability } from '@playhouse/domain/seat'
import { bands, priceOf } from '@playhouse/domain/pricing'
import { publicPriceTypes } from '#modules/pricing'
import type { AppContext } from '../app-context.ts'

/** The progress of a sale, and the same as JSON. */
export type SaleReport = { readonly sale: SaleProgress; readonly json: string }
export interface SaleReporter {
  report(performance: string): Promise<SaleReport>
  /** The latest report, if any; a newer one is loaded when it is older than {@link maxAgeMs}. */
  cachedReport(performance: string): SaleReport | undefined
}

/** Milliseconds for which one report is served to all visitors in the queue. */
const maxAgeMs = 2_000

/** Reports the remaining seats of each band, cached for many visitors. */
export function createSaleReporter(context: Pick<AppContext, 'catalogue' | 'availability'>): SaleReporter {
  const reports = new Map<string, { readonly value: Promise<SaleReport>; latest: SaleReport | undefined; readonly at: number }>()
  const report = (performance: string): Promise<SaleReport> => {
    const earlier = reports.get(performance)
    if (earlier && Date.now() - earlier.at < maxAgeMs) return earlier.value
    const value = countRemainingSeats(context, performance).then((sale) => ({ sale, json: JSON.stringify(sale) }))
    const entry = { value, latest: earlier?.latest, at: Date.now() }
    reports.set(performance, entry)
    value.then(
      (result) => (entry.latest = result),
      () => reports.delete(performance),
    )
    return value
  }
  return {
    report,
    cachedReport: (performance) => {
      const entry = reports.get(performance)
      if (!entry || Date.now() - entry.at > maxAgeMs) void report(performance).catch(() => {})
      return entry?.latest
    },
  }
}

/** Counts the free seats of each band, with its full public price. Seats that an anonymous visitor cannot buy are not counted. */
async function countRemainingSeats(
  { catalogue, availability }: Pick<AppContext, 'catalogue' | 'availability'>,
  performance: string,
): Promise<SaleProgress> {
  const performanceDetails = await catalogue.performanceDetails(performance)
  if (!performanceDetails) return { seats: 0, seatsLeft: 0, bands: [] }
  const [priceTable, seats] = await Promise.all([
    catalogue.priceTable(performanceDetails.priceList),
    availability.snapshot(performanceDetails.id, performanceDetails.seats),
  ])
  const seatsLeft = new Uint32Array(bands.length)
  for (const [seat, value] of unpackAvailability(seats.packedSeats, performanceDetails.seats).entries())
    if (value === seatAvailability.free) seatsLeft[priceTable.bandOf[seat]!]! += 1
  const [fullPriceType] = publicPriceTypes(priceTable)
  const bandsInUse = new Set(priceTable.bandOf)
  return {
    seats: performanceDetails.seats,
    seatsLeft: seats.seatsLeft,
    bands: bands
      .flatMap((band, index) => {
        const price = fullPriceType && bandsInUse.has(index) ? priceOf(priceTable.list, band, fullPriceType.id)?.price : undefined
        return price === undefined ? [] : [{ band, price, left: seatsLeft[index]! }]
      })
      .sort((a, b) => b.price - a.price),
  }
}
