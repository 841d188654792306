import type { Transaction } from 'kysely'
import { findImages, insertImage, type PreparedImage } from '#modules/image'
import { type Database, newId, transact } from '#db'
import type { ChangeSubject } from '@playhouse/domain/change'
import { addressOfProduction } from '@playhouse/domain/production-address'
import type { StoredPriceList } from '@playhouse/domain/price-list-plan'
import type { ReadProgramme } from '@playhouse/domain/programme-file'
import {
  checkComplete,
  checkImages,
  checkLists,
  checkPerformances,
  checkPictures,
  checkProductions,
  checkTypes,
  checkWindows,
  type Composed,
  composeHalls,
  composeLists,
  composeProductions,
  composeSchedules,
  composeThings,
  composeWindows,
  imagesOf,
  type ImportReport,
  namedLists,
  namedProductions,
  ProblemList,
  publishedProductions,
  scheduledLists,
  startsAhead,
  thingsOf,
  withAddedPlans,
} from '@playhouse/domain/programme-import'
import { closest } from '#modules/spreadsheet'
import { applyChanges, lockCreation, type Planner, type WantedChange } from '../apply-changes.ts'
import { type EditDeps, readAddressOwners } from '../edit-production.ts'
import { readListsOnSale } from '../price-list-subject.ts'
import { readClaims } from '../references.ts'
import { subjectModules } from '../subjects.ts'
import type { PlanningDeps, Stored } from '../subject.ts'
import {
  insertPlans,
  readHallFiles,
  readListsOfFormerPlans,
  readStoredPlans,
  wantedFormerPlans,
  wantedPlans,
  withFormerPlan,
  withPlans,
} from './hall-files.ts'
import { readKnown, readPlans } from './known.ts'
import { readAfter, readPerformancesOf } from './read-after.ts'
import { lockSchedules } from './read-schedules.ts'

export type ImportOptions = {
  readonly isPreview: boolean
  readonly reason?: string | undefined
  /** Plans of halls by the names of their files, and images, that rows name. */
  readonly files?: { readonly plans: ReadonlyMap<string, { readonly bytes: Uint8Array }>; readonly images: readonly PreparedImage[] }
}
/** Dependencies of an import, the time zone of the theatre for performances that name none, and the ids of its levels of membership. */
export type ImportDeps = EditDeps & { readonly timeZone: string; readonly memberships: readonly string[] }

/** Ends the transaction of a preview, or of a file with problems, without effect. */
class WithoutEffect extends Error {
  readonly report: ImportReport
  constructor(report: ImportReport) {
    super('the import has no effect')
    this.report = report
  }
}

/**
 * Imports a programme file as one change set, or nothing of it where anything is wrong. A thing whose key exists is changed, another one is
 * created. A preview does everything in a transaction that it then rolls back.
 */
export async function importProgramme(
  { db, timeZone, memberships, ...given }: ImportDeps,
  planner: Planner,
  file: ReadProgramme,
  { isPreview, reason, files = { plans: new Map(), images: [] } }: ImportOptions,
): Promise<ImportReport> {
  const plansBefore = await readPlans({ ...given, db })
  const hallFiles = await readHallFiles(file.rows.halls, files.plans, given.brand.locales)
  try {
    return await transact(db, async (trx) => {
      const problems = new ProblemList(file.problems)
      await lockCreation(trx)
      const { rows } = file
      const hallsOfFile = [...new Set(idsOf(rows.halls))]
      const storedPlans = await readStoredPlans(trx, hallsOfFile)
      const added = composeHalls(rows.halls, storedPlans, hallFiles, problems, closest)
      const plans = withAddedPlans(plansBefore, added)
      const deps = withPlans(given, added)
      const stored = (subject: ChangeSubject, ids: readonly string[]) => readStored(trx, deps, subject, ids)
      const scheduled = scheduledLists(rows)
      const { current, now } = await lockSchedules(trx, scheduled)
      const storedLists = await stored('price-list', [...new Set([...namedLists(rows), ...scheduled])])
      const former = await readListsOfFormerPlans(trx, added, storedPlans)
      const lists = composeLists(file, storedLists, problems, closest, added).map((list) => withFormerPlan(list, former))
      const typeRows = rows['performance types']
      const types = composeThings('performance types', typeRows, await stored('performance-type', idsOf(typeRows)), problems)
      const productions = composeProductions(file, await stored('production', namedProductions(rows)), problems)
      const known = await readKnown(trx, plans, {
        lists: new Map(lists.map(({ id, after }) => [id, after.hall])),
        types: [...idsOf(typeRows), ...(file.leftOut.get('performance types') ?? [])],
        productions: [...idsOf(rows.productions), ...(file.leftOut.get('productions') ?? [])],
        memberships,
      })
      const performances = composeThings(
        'performances',
        rows.performances,
        await stored('performance', idsOf(rows.performances)),
        problems,
        { timeZone, newestPlan: known.newestPlan },
      )
      const windowRows = rows['on-sale windows']
      const windows = composeWindows(windowRows, await stored('sale-windows', idsOf(windowRows)), problems)
      const addresses = productions.flatMap(({ id, after }) => [id, addressOfProduction(after)])
      checkProductions(productions, await readAddressOwners(trx, addresses), problems)
      checkPictures(rows.pictures, { known, closest }, problems)
      const uploads = new Map(files.images.map((image) => [image.id, image]))
      checkImages(productions, new Map([...uploads, ...(await findImages(trx, imagesOf(productions)))]), problems)
      checkLists(lists, { known, closest, onSale: await readListsOnSale(trx, existing(lists)) }, problems)
      const listsAfter = new Map([
        ...[...storedLists].map(([id, { value }]) => [id, value as StoredPriceList] as const),
        ...lists.map(({ id, after }) => [id, after] as const),
      ])
      const schedules = composeSchedules(
        file,
        { lists: listsAfter, current, onSale: await readListsOnSale(trx, scheduled), timeZone, now, closest, newId },
        problems,
      )
      checkTypes(types, { known, closest }, problems)
      const performancesOfWindows = await readPerformancesOf(
        trx,
        windows.map(({ id }) => id),
      )
      const planned = new Map([...performancesOfWindows, ...performances.map(({ id, after }) => [id, after] as const)])
      const starts = startsAhead([...planned.values()], Date.now())
      checkWindows(windows, { known, closest, timeZone, startsOf: (production) => starts.get(production) ?? [] }, problems)
      const claims = await readClaims(trx, existing(performances))
      checkPerformances(performances, { known, closest, hasClaims: (id) => claims.has(id) }, problems)
      const wanted = [
        ...wantedPlans(added),
        ...wantedFormerPlans(former, lists),
        ...lists.map((each) => wantedOf('price-list', each)),
        ...schedules.map((each) => wantedOf('price-schedule', each)),
        ...types.map((each) => wantedOf('performance-type', each)),
        ...productions.map((each) => wantedOf('production', each)),
        ...performances.map((each) => wantedOf('performance', each)),
        ...windows.map((each) => wantedOf('sale-windows', each)),
      ]
      if (problems.isEmpty) {
        await insertPlans(trx, added)
        for (const image of files.images) await insertImage(trx, planner.staff, image)
        const applied = await applyChanges(trx, deps, planner, { kind: 'import-programme', reason }, wanted)
        if (!applied.ok) throw new Error(`the import was refused: ${applied.error.code}`)
        const imported = { productions, performances }
        const published = publishedProductions(imported)
        if (published.size > 0) checkComplete(imported, await readAfter({ ...deps, db: trx }, published), problems)
        const things = thingsOf(applied.value.rows)
        const unchanged = wanted.length - things.length + rows.halls.length - added.length
        if (problems.isEmpty && !isPreview) return { problems: [], things, unchanged, changeSet: applied.value.changeSet }
        throw new WithoutEffect({ problems: problems.sorted(), things, unchanged, changeSet: null })
      }
      throw new WithoutEffect({ problems: problems.sorted(), things: [], unchanged: 0, changeSet: null })
    })
  } catch (error) {
    if (error instanceof WithoutEffect) return error.report
    throw error
  }
}

const wantedOf = <Thing>(subject: ChangeSubject, { id, after }: Pick<Composed<Thing>, 'id' | 'after'>): WantedChange => ({
  ...{ subject, id, version: 'any' },
  change: () => after,
})

const readStored = (
  trx: Transaction<Database>,
  deps: PlanningDeps,
  subject: ChangeSubject,
  ids: readonly string[],
): Promise<Map<string, Stored>> => (ids.length === 0 ? Promise.resolve(new Map()) : subjectModules[subject].read(trx, ids, deps))

/** The ids of things of a file that the programme has. */
const existing = (things: readonly Composed<unknown>[]): string[] => things.filter(({ before }) => before !== null).map(({ id }) => id)

const idsOf = (rows: readonly { readonly key: readonly string[] }[]): string[] => rows.map(({ key: [id = ''] }) => id)
