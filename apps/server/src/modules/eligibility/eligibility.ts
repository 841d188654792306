import type { Kysely } from 'kysely'
import type { Database } from '#db'
import type { Catalogue, PerformanceDetails } from '#modules/catalogue'
import { createAvailabilityMask, type AvailabilityMask } from '#modules/seating'
import type { Brand } from '@playhouse/domain/brand'
import { type Eligibility, eligibilityOf, hiddenSeats } from '@playhouse/domain/eligibility'
import { type EntitlementSubject, loadEntitlement } from './entitlement.ts'

export type EligibilityDeps = { readonly db: Kysely<Database>; readonly brand: Brand; readonly catalogue: Catalogue }

/** The eligibility of a visitor for a performance, by the database's clock. Pages, seat availability and claims all use it. */
export async function eligibilityFor(
  { db, brand, catalogue }: EligibilityDeps,
  subject: EntitlementSubject,
  performanceDetails: PerformanceDetails,
): Promise<Eligibility> {
  return eligibilityOf(await loadEntitlement(db, brand.timeZone, subject), performanceDetails, await catalogue.now())
}

/** The mask of a performance's seat availability for a visitor; undefined if no seat is hidden. */
export function availabilityMaskFor(
  { kept, seats }: Pick<PerformanceDetails, 'kept' | 'seats'>,
  { sees }: Pick<Eligibility, 'sees'>,
): AvailabilityMask | undefined {
  const hiddenRanges = hiddenSeats(kept, { sees })
  if (hiddenRanges.length === 0) return undefined
  const name = `${seats} ${JSON.stringify(hiddenRanges)}`
  const mask = masks.get(name) ?? createAvailabilityMask(hiddenRanges, seats)
  masks.set(name, mask)
  return mask
}

/** One mask for each combination of kept seats in the programme: a few. */
const masks = new Map<string, AvailabilityMask>()
