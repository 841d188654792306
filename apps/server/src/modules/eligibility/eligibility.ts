import type { Kysely } from 'kysely'
import type { Database } from '#db'
import type { Catalogue, PerformanceDetails } from '#modules/catalogue'
import { createAvailabilityMask, type AvailabilityMask } from '#modules/seating'
import type { Brand } from '@playhouse/domain/brand'
import { type Eligibility, eligibilityOf, hiddenSeats } from '@playhouse/domain/eligibility'
import { type EntitlementSubject, loadEntitlement } from './entitlement.ts'

export type EligibilityDeps = { readonly db: Kysely<Database>; readonly brand: Brand; readonly catalogue: Catalogue }

/** What somebody may buy of a performance, by the database's clock: the one answer for pages, seats and claims. */
export async function eligibilityFor(
  { db, brand, catalogue }: EligibilityDeps,
  known: EntitlementSubject,
  performanceDetails: PerformanceDetails,
): Promise<Eligibility> {
  return eligibilityOf(await loadEntitlement(db, brand.timeZone, known), performanceDetails, await catalogue.now())
}

/** What lies over a performance's seats for somebody; nothing where none is kept from them. */
export function availabilityMaskFor(
  { kept, seats }: Pick<PerformanceDetails, 'kept' | 'seats'>,
  { sees }: Pick<Eligibility, 'sees'>,
): AvailabilityMask | undefined {
  const hidden = hiddenSeats(kept, { sees })
  if (hidden.length === 0) return undefined
  const name = `${seats} ${JSON.stringify(hidden)}`
  const mask = masks.get(name) ?? createAvailabilityMask(hidden, seats)
  masks.set(name, mask)
  return mask
}

/** As many as there are ways to keep seats in the programme: a handful. */
const masks = new Map<string, AvailabilityMask>()
