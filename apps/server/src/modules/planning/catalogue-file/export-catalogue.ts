import type { Kysely } from 'kysely'
import type { Database } from '#db'
import type { Brand } from '@playhouse/domain/brand'
import { offerPlanSchema } from '@playhouse/domain/offer-plan'
import { recordFields } from '@playhouse/domain/record-fields'
import { listOffers } from '../offers.ts'
import type { PlanningDeps } from '../subject.ts'
import { listRecords } from '../record/stored-records.ts'
import { type CatalogueKind, catalogueKinds } from './catalogue-problem.ts'

export type CatalogueDeps = Omit<PlanningDeps, 'brand'> & { readonly db: Kysely<Database>; readonly brand: Brand }
/** A thing as a catalogue file has it: its id, whether it is withdrawn, and its fields. */
export type ExportedThing = { readonly id: string; readonly isWithdrawn?: boolean } & Readonly<Record<string, unknown>>

/** Reads the things of some kinds as a catalogue file has them, in the order of the theatre. Codes of single use and of programmes are left out. */
export async function exportCatalogue(
  deps: CatalogueDeps,
  kinds: readonly CatalogueKind[] = catalogueKinds,
): Promise<Partial<Record<CatalogueKind, readonly ExportedThing[]>>> {
  const lists: [CatalogueKind, ExportedThing[]][] = []
  for (const kind of catalogueKinds) if (kinds.includes(kind)) lists.push([kind, await exportKind(deps, kind)])
  return Object.fromEntries(lists)
}

async function exportKind(deps: CatalogueDeps, kind: CatalogueKind): Promise<ExportedThing[]> {
  if (kind === 'offer') {
    const offers = await listOffers(deps)
    return offers.map(({ id, offer }) => ({ id, ...inOrder(Object.keys(offerPlanSchema.shape), offer) }))
  }
  const records = await listRecords(deps, kind)
  return records.map(({ id, record: { isWithdrawn, ...record } }) => ({
    ...{ id, isWithdrawn },
    ...inOrder(Object.keys(recordFields[kind]), record),
  }))
}

/** A value with its fields in an order. Fields without a place are last. */
function inOrder(names: readonly string[], value: object): Record<string, unknown> {
  const placeOf = (name: string): number => (names.includes(name) ? names.indexOf(name) : names.length)
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => placeOf(one) - placeOf(other)))
}
