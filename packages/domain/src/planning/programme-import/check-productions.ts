import { missingOf, type PlanningFacts } from '../missing.ts'
import type { SaleWindow } from '../../season/sale-window.ts'
import type { StoredPerformance } from '../performance-plan.ts'
import { addressOfProduction } from '../production-address.ts'
import { isSameValue } from '../change.ts'
import type { StoredProduction } from '../production-plan.ts'
import type { ComposedProduction } from './compose-productions.ts'
import type { Composed } from './compose-things.ts'
import type { ProblemList } from './problem-list.ts'

type State = { readonly state: string }

/** Whether a file may change a state so: it creates any, and publishes drafts. Withdrawing and archiving have checks of the screens. */
export const mayChangeState = (before: State | null, after: State): boolean =>
  before === null || before.state === after.state || (before.state === 'draft' && after.state === 'published')

/** The size of uploaded images by their ids. */
export type Uploads = ReadonlyMap<string, { readonly width: number; readonly height: number }>

/** The images of a production after an import, with the place of each in the file, and the image that was there before. */
const placedImages = ({ row, before, after, pictureRows }: ComposedProduction) => [
  { place: { sheet: 'productions' as const, row: row || null }, image: after.image, former: before?.image },
  ...(after.gallery ?? []).map((image, nth) => ({
    place: { sheet: 'pictures' as const, row: pictureRows[nth] ?? null },
    ...{ image, former: before?.gallery?.[nth] },
  })),
]

/** The ids of the images of productions. */
export const imagesOf = (productions: readonly ComposedProduction[]): string[] =>
  productions.flatMap((production) => placedImages(production).flatMap(({ image }) => (image ? [image.id] : [])))

/** Reports images that were never uploaded, or that have another size. */
export function checkImages(productions: readonly ComposedProduction[], uploads: Uploads, problems: ProblemList): void {
  for (const { place, image, former } of productions.flatMap((production) => placedImages(production))) {
    if (!image || isSameValue(former, image)) continue
    const stored = uploads.get(image.id)
    if (stored?.width !== image.width || stored.height !== image.height)
      problems.add(
        { ...place, field: 'image' },
        'unknown-reference',
        image.id,
        stored ? `${image.id} ${stored.width}x${stored.height}` : null,
      )
  }
}

/**
 * Reports productions whose state a file may not change, and addresses that another production has or had, in the programme or in the file.
 * @param owners the production that has, or had, each address
 */
export function checkProductions(
  productions: readonly Composed<StoredProduction>[],
  owners: ReadonlyMap<string, string>,
  problems: ProblemList,
): void {
  const taken = new Map(owners)
  for (const { row, id, before, after } of productions) {
    if (!mayChangeState(before, after))
      problems.add({ sheet: 'productions', row, field: 'state' }, 'state-kept', after.state, before?.state ?? null)
    for (const [field, address] of [
      ['id', id],
      ['slug', addressOfProduction(after)],
    ] as const) {
      const owner = taken.get(address) ?? id
      taken.set(address, owner)
      if (owner !== id && (field === 'slug' ? address !== id : before === null))
        problems.add({ sheet: 'productions', row, field }, 'address-taken', address, owner)
    }
  }
}

/** The productions and performances of a file. */
export type Imported = {
  readonly productions: readonly Composed<StoredProduction>[]
  readonly performances: readonly Composed<StoredPerformance>[]
}

const isPublished = ({ before, after }: { readonly before: State | null; readonly after: State }): boolean =>
  after.state === 'published' && before?.state !== 'published'

/** The productions that a file publishes, or of which it publishes a performance. */
export const publishedProductions = ({ productions, performances }: Imported): Set<string> =>
  new Set([
    ...productions.filter(isPublished).map(({ id }) => id),
    ...performances.filter(isPublished).map(({ after }) => after.production),
  ])

/** Productions and performances after an import, and the facts that their check needs. */
export type AfterImport = {
  readonly productions: readonly StoredProduction[]
  readonly performances: readonly StoredPerformance[]
  readonly facts: Omit<PlanningFacts, 'saleWindows'>
  /** The windows of the sale of each production that has some. */
  readonly saleWindows: ReadonlyMap<string, readonly SaleWindow[]>
}

/** Reports what productions lack that a file publishes. */
export function checkComplete({ productions, performances }: Imported, after: AfterImport, problems: ProblemList): void {
  const rowOfProduction = new Map(productions.map(({ id, row }) => [id, row]))
  const rowOfPerformance = new Map(performances.map(({ id, row }) => [id, row]))
  const byProduction = Map.groupBy(after.performances, ({ production }) => production)
  for (const production of after.productions) {
    if (production.state !== 'published') continue
    const { id } = production
    const facts = { ...after.facts, saleWindows: after.saleWindows.get(id) ?? [] }
    for (const { kind, isBlocking, performance, detail } of missingOf(production, byProduction.get(id) ?? [], facts)) {
      if (!isBlocking) continue
      const place = performance === null ? undefined : rowOfPerformance.get(performance)
      const [sheet, row] =
        place === undefined ? (['productions', rowOfProduction.get(id) || null] as const) : (['performances', place] as const)
      problems.add({ sheet, row, field: 'state' }, 'incomplete', performance ?? id, detail === null ? kind : `${kind}: ${detail}`)
    }
  }
}
