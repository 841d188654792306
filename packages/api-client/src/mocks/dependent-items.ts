import { needsTickets } from '@playhouse/domain/item-kind'
import { isKeptItem } from '@playhouse/domain/stored-detail'
import type { MockVisit } from './mock-shop.ts'

/** Removes the items that need tickets from a visit. */
export function removeDependentItems(visit: MockVisit): void {
  visit.items = visit.items.some(isKeptItem) ? visit.items.filter(({ kind }) => !needsTickets(kind)) : []
}
