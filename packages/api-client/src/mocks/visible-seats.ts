import { packAvailability, seatAvailability } from '@playhouse/domain/seat'
import type { MockShop, MockVisit } from './mock-shop.ts'
import { eligibilityIn } from './eligibility.ts'

/** Runs of seats, `[first seat, seat count]`, that are kept for other visitors. */
function hiddenFrom(shop: MockShop, visit: MockVisit, instance: string): readonly (readonly [number, number])[] {
  const mockPerformance = shop.performance(instance)!
  if (!mockPerformance.kept) return []
  const { sees } = eligibilityIn(shop, visit, mockPerformance)
  return mockPerformance.kept.flatMap((kept) => (sees(kept.for) ? [] : kept.seats))
}

/** Whether a seat is kept for visitors other than this one. */
export const isKeptFrom = (shop: MockShop, visit: MockVisit, instance: string, seat: number): boolean =>
  hiddenFrom(shop, visit, instance).some(([first, seats]) => seat >= first && seat < first + seats)

/** The availability that a visitor may see: seats kept for other visitors are hidden. */
export function availabilityFor(shop: MockShop, visit: MockVisit, instance: string): ReturnType<MockShop['availability']> {
  const seatValues = shop.availability(instance)
  const hidden = hiddenFrom(shop, visit, instance)
  if (hidden.length === 0) return seatValues
  const values = Uint8Array.from(seatValues.values)
  for (const [first, seats] of hidden) values.fill(seatAvailability.hidden, first, first + seats)
  return { ...seatValues, values, packed: packAvailability(values), left: values.filter((value) => value === seatAvailability.free).length }
}
