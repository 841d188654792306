import { packAvailability, seatAvailability } from '@playhouse/domain/seat'
import type { MockShop, MockVisit } from './mock-shop.ts'
import { eligibilityIn } from './eligibility.ts'

/** Runs of seats, `[first seat, seats]`, that are kept for others than this visitor. */
function hiddenFrom(shop: MockShop, visit: MockVisit, instance: string): readonly (readonly [number, number])[] {
  const mockPerformance = shop.performance(instance)!
  if (!mockPerformance.kept) return []
  const { sees } = eligibilityIn(shop, visit, mockPerformance)
  return mockPerformance.kept.flatMap((kept) => (sees(kept.for) ? [] : kept.seats))
}

export const isKeptFrom = (shop: MockShop, visit: MockVisit, instance: string, seat: number): boolean =>
  hiddenFrom(shop, visit, instance).some(([first, seats]) => seat >= first && seat < first + seats)

/** The seats as a visitor may know them: of those kept for others nothing but that they are there. */
export function availabilityFor(shop: MockShop, visit: MockVisit, instance: string): ReturnType<MockShop['availability']> {
  const outlook = shop.availability(instance)
  const hidden = hiddenFrom(shop, visit, instance)
  if (hidden.length === 0) return outlook
  const values = Uint8Array.from(outlook.values)
  for (const [first, seats] of hidden) values.fill(seatAvailability.hidden, first, first + seats)
  return { ...outlook, values, packed: packAvailability(values), left: values.filter((value) => value === seatAvailability.free).length }
}
