import { type SeatNeed, seatNeeds } from './request.ts'

/**
 * The needs of a request for seats: those that are stated, and those of the customer's access ID that fit them. A companion seat is beside a
 * wheelchair space, which has no aisle and no steps to look for. A person alone has no companion.
 */
export function needsOfRequest(quantity: number, stated: readonly SeatNeed[], ofAccess: readonly SeatNeed[] = []): SeatNeed[] {
  const isSpace = stated.includes('wheelchair') || stated.includes('companion')
  const fitting = ofAccess.filter((need) => !isSpace || (need !== 'end-of-row' && need !== 'step-free'))
  const needs = new Set([...stated, ...fitting])
  if (needs.has('companion')) needs.add('wheelchair')
  if (quantity < 2) needs.delete('companion')
  return seatNeeds.filter((need) => needs.has(need))
}
