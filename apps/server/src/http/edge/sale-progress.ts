import type { SaleProgress } from '@playhouse/api-client/contract'
import { seatAvailability, unpackAvailability } from '@playhouse/domain/seat'
import { bands, priceOf } from '@playhouse/domain/pricing'
import { publicPriceTypes } from '#modules/pricing'
import type { AppContext } from '../app-context.ts'

/** How far a sale has got, and the same as JSON. */
export type Told = { readonly sale: SaleProgress; readonly json: string }
export interface SaleReporter {
  of(performance: string): Promise<Told>
  /** What was told last, if that isn't long ago; a newer one is on its way. */
  recent(performance: string): Told | undefined
}

/** Milliseconds for which one reckoning answers for everybody who waits. */
const freshFor = 2_000

/** Counts what is left in each band, for a whole crowd at once. */
export function createSaleReporter(context: Pick<AppContext, 'catalogue' | 'outlook'>): SaleReporter {
  const reports = new Map<string, { readonly value: Promise<Told>; told: Told | undefined; readonly at: number }>()
  const of = (performance: string): Promise<Told> => {
    const before = reports.get(performance)
    if (before && Date.now() - before.at < freshFor) return before.value
    const value = reckon(context, performance).then((sale) => ({ sale, json: JSON.stringify(sale) }))
    const report = { value, told: before?.told, at: Date.now() }
    reports.set(performance, report)
    value.then(
      (told) => (report.told = told),
      () => reports.delete(performance),
    )
    return value
  }
  return {
    of,
    recent: (performance) => {
      const report = reports.get(performance)
      if (!report || Date.now() - report.at > freshFor) void of(performance).catch(() => {})
      return report?.told
    },
  }
}

/** At the price that most people pay; seats that strangers can't buy are not counted. */
async function reckon({ catalogue, outlook }: Pick<AppContext, 'catalogue' | 'outlook'>, performance: string): Promise<SaleProgress> {
  const showing = await catalogue.showing(performance)
  if (!showing) return { seats: 0, seatsLeft: 0, bands: [] }
  const [tariff, known] = await Promise.all([catalogue.tariff(showing.priceList), outlook.of(showing.id, showing.seats)])
  const left = new Uint32Array(bands.length)
  for (const [seat, value] of unpackAvailability(known.packed, showing.seats).entries())
    if (value === seatAvailability.free) left[tariff.bandOf[seat]!]! += 1
  const [usual] = publicPriceTypes(tariff)
  const sold = new Set(tariff.bandOf)
  return {
    seats: showing.seats,
    seatsLeft: known.seatsLeft,
    bands: bands
      .flatMap((band, index) => {
        const price = usual && sold.has(index) ? priceOf(tariff.list, band, usual.id)?.price : undefined
        return price === undefined ? [] : [{ band, price, left: left[index]! }]
      })
      .sort((one, other) => other.price - one.price),
  }
}
