import type { Kysely } from 'kysely'
import type { Database } from '#db'
import type { Catalogue, PerformanceDetails } from '#modules/catalogue'
import { createAvailabilityMask, type AvailabilityMask } from '#modules/seating'
import type { Brand } from '@playhouse/domain/brand'
import { type Eligibility, eligibilityOf } from '@playhouse/domain/eligibility'
import { type Problem, problem } from '@playhouse/domain/problem'
import type { KeptSeats } from '@playhouse/domain/season'
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

type Closed = Problem<'instance-passed' | 'instance-cancelled' | 'instance-off-sale' | 'instance-priority'>

/** Why a performance can't be booked now. Sold out is for the seats themselves to say. */
export function closedProblem(
  { sale }: Pick<Eligibility, 'sale'>,
  { generalSaleAt }: Pick<PerformanceDetails, 'generalSaleAt'>,
): Closed | undefined {
  if (sale === 'open') return undefined
  if (sale === 'passed') return problem('instance-passed')
  if (sale === 'cancelled') return problem('instance-cancelled')
  if (sale === 'priority') return problem('instance-priority', { generalSaleAt: new Date(generalSaleAt).toISOString() })
  return problem('instance-off-sale')
}

/** What lies over a performance's seats for somebody; nothing where none is kept from them. */
export function availabilityMaskFor(
  { kept, seats }: Pick<PerformanceDetails, 'kept' | 'seats'>,
  { sees }: Pick<Eligibility, 'sees'>,
): AvailabilityMask | undefined {
  const hidden = kept.filter((some) => !sees(some.for)).flatMap((some) => some.seats)
  if (hidden.length === 0) return undefined
  const name = `${seats} ${JSON.stringify(hidden)}`
  const mask = masks.get(name) ?? createAvailabilityMask(hidden, seats)
  masks.set(name, mask)
  return mask
}

/** As many as there are ways to keep seats in the programme: a handful. */
const masks = new Map<string, AvailabilityMask>()

/** Whether a seat is kept for other people than this one. */
export const isKeptFrom = (kept: readonly KeptSeats[], { sees }: Pick<Eligibility, 'sees'>, seat: number): boolean =>
  kept.some((some) => !sees(some.for) && some.seats.some(([first, seats]) => seat >= first && seat < first + seats))
