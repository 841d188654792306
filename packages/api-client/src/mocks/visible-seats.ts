import { hiddenSeats, isKeptFrom } from '@playhouse/domain/eligibility'
import { packAvailability, seatAvailability } from '@playhouse/domain/seat'
import type { MockShop, MockVisit } from './mock-shop.ts'
import { eligibilityIn } from './eligibility.ts'

/** Whether a seat is kept for visitors other than this one. */
export function isHiddenFrom(shop: MockShop, visit: MockVisit, instance: string, seat: number): boolean {
  const mockPerformance = shop.performance(instance)!
  return isKeptFrom(mockPerformance.kept ?? [], eligibilityIn(shop, visit, mockPerformance), seat)
}

/** The availability that a visitor may see: seats kept for other visitors are hidden. */
export function availabilityFor(shop: MockShop, visit: MockVisit, instance: string): ReturnType<MockShop['availability']> {
  const seatValues = shop.availability(instance)
  const mockPerformance = shop.performance(instance)!
  const hiddenRanges = hiddenSeats(mockPerformance.kept ?? [], eligibilityIn(shop, visit, mockPerformance))
  if (hiddenRanges.length === 0) return seatValues
  const values = Uint8Array.from(seatValues.values)
  for (const [first, seats] of hiddenRanges) values.fill(seatAvailability.hidden, first, first + seats)
  return {
    ...seatValues,
    values,
    packedSeats: packAvailability(values),
    seatsLeft: values.filter((value) => value === seatAvailability.free).length,
  }
}
