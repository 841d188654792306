import { addressOfProduction } from '@playhouse/domain/production-address'
import { type HallUse, HallUses, hallUseOf } from '@playhouse/domain/hall-clash'
import type { StoredPerformance } from '@playhouse/domain/performance-plan'
import { priceListOfStored, type StoredPriceList } from '@playhouse/domain/price-list-plan'
import { isAhead } from '@playhouse/domain/price-schedule'
import { type RawSheet, type ReadProgramme, writeJsonSheets } from '@playhouse/domain/programme-file'
import { readSources, type SourceDefaults } from '@playhouse/domain/programme-source'
import {
  type AfterImport,
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
  type ComposedWindows,
  type Imported,
  type ImportReport,
  type KnownPlans,
  ProblemList,
  publishedProductions,
  sheetsOfProgramme,
  startsAhead,
  summaryOf,
  thingsOf,
  withAddedPlans,
} from '@playhouse/domain/programme-import'
import type { ChangeSubject } from '@playhouse/domain/change'
import { hallPlanId } from '@playhouse/domain/hall-plan'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { BodyOf } from '#contract'
import { changerName, type MockCounter } from './mock-counter.ts'
import type { Contract, MockHandlers } from './mock-handler.ts'
import type { MockShop, MockVisit } from './mock-shop.ts'
import { closest, readSentSources } from './sent-sheets.ts'
import { type MockWanted, type PlannedProgramme, seatsOfPlan } from './planned-programme.ts'

type Files = BodyOf<Contract['programmeFiles']['preview']>['files']
type ImportOptions = { readonly isPreview: boolean; readonly reason?: string | undefined }
type SourceOptions = ImportOptions & { readonly defaults?: SourceDefaults | undefined }

/** Mock handlers of the programme as files. They read and write JSON, but no workbooks, CSV, calendars, plans or images. */
export function programmeFileHandlers(
  shop: MockShop,
  counter: MockCounter,
  programme: () => PlannedProgramme,
): MockHandlers<Contract['programmeFiles']> {
  const knownPlans = (): KnownPlans => {
    const plans = [...programme().things['hall-plan'].values()].map(({ value }) => value)
    const plansOf = (hall: string): string[] => plans.filter((plan) => plan.hall === hall).map(({ planVersion }) => planVersion)
    return {
      ...{ halls: new Set(plans.map(({ hall }) => hall)), plansOf, newestPlan: (hall) => plansOf(hall).at(-1) },
      seatsOf: (hall, version) =>
        programme().things['hall-plan'].has(hallPlanId(hall, version)) ? seatsOfPlan(shop.plan(hall, version)) : undefined,
    }
  }
  const storedPlans = () =>
    [...programme().things['hall-plan'].values()].map(({ value: { hall, planVersion, name } }) => ({
      ...{ hall, version: planVersion, name, isRemoved: false },
    }))
  const ownersOf = (addresses: readonly string[]): Map<string, string> => {
    const ownerOf = (address: string) => shop.addresses.get(address) ?? programme().things.production.get(address)?.value.id
    return new Map(
      addresses.flatMap((address) => {
        const owner = ownerOf(address)
        return owner === undefined ? [] : [[address, owner] as const]
      }),
    )
  }
  const listsOnSale = (): Set<string> =>
    new Set([...programme().things.performance.values()].flatMap(({ value }) => (programme().isOnSale(value) ? [value.priceList] : [])))
  /** The scheduled prices that do not hold yet, in the order in which they begin to hold. */
  const schedulesAhead = () =>
    [...programme().things['price-schedule']]
      .map(([id, { value }]) => ({ id, value }))
      .filter(({ value }) => isAhead(value.from, shop.brand.timeZone, shop.now()))
      .toSorted(({ value: one }, { value: other }) => (one.from < other.from ? -1 : one.from > other.from ? 1 : 0))
  /** The programme as it would be with the things of a file. */
  const withFile = (
    lists: readonly Composed<StoredPriceList>[],
    { productions, performances }: Imported,
    windows: readonly ComposedWindows[],
    plans: KnownPlans,
  ): AfterImport => {
    const overlay = <Thing>(current: ReadonlyMap<string, { readonly value: Thing }>, things: readonly Composed<Thing>[]) =>
      new Map([...[...current].map(([id, { value }]) => [id, value] as const), ...things.map(({ id, after }) => [id, after] as const)])
    const { things } = programme()
    const allLists = overlay(things['price-list'], lists)
    const allProductions = overlay(things.production, productions)
    const allPerformances = [...overlay(things.performance, performances).values()]
    const uses = (each: StoredPerformance): HallUse[] => {
      const production = allProductions.get(each.production)
      return each.web.sale === 'cancelled' || !production ? [] : [hallUseOf(each, production)]
    }
    return {
      ...{ productions: [...allProductions.values()], performances: allPerformances },
      saleWindows: new Map([...overlay(things['sale-windows'], windows)].map(([id, value]) => [id, value.windows])),
      facts: {
        ...{ locales: shop.brand.locales, seatsOf: plans.seatsOf, now: shop.now(), hallUses: new HallUses(allPerformances.flatMap(uses)) },
        priceList: (id) => {
          const list = allLists.get(id)
          return list && priceListOfStored(id, list)
        },
      },
    }
  }
  const importFile = (visit: MockVisit, file: ReadProgramme, { isPreview, reason }: ImportOptions): ImportReport => {
    const { rows } = file
    const { things } = programme()
    const problems = new ProblemList(file.problems)
    const added = composeHalls(rows.halls, storedPlans(), new Map(), problems, closest)
    const plans = withAddedPlans(knownPlans(), added)
    const lists = composeLists(file, things['price-list'], problems, closest, added)
    const types = composeThings('performance types', rows['performance types'], things['performance-type'], problems)
    const productions = composeProductions(file, things.production, problems)
    const { timeZone } = shop.brand
    const performances = composeThings('performances', rows.performances, things.performance, problems, {
      ...{ timeZone, newestPlan: plans.newestPlan },
    })
    const known = {
      ...plans,
      priceLists: new Map([
        ...[...things['price-list']].map(([id, { value }]) => [id, value.hall] as const),
        ...lists.map(({ id, after }) => [id, after.hall] as const),
      ]),
      productions: new Set([
        ...things.production.keys(),
        ...rows.productions.map(({ key: [id = ''] }) => id),
        ...(file.leftOut.get('productions') ?? []),
      ]),
      types: new Set([
        ...things['performance-type'].keys(),
        ...rows['performance types'].map(({ key: [id = ''] }) => id),
        ...(file.leftOut.get('performance types') ?? []),
      ]),
      memberships: new Set(shop.brand.memberships.map(({ id }) => id)),
      programmes: new Set(shop.programmes?.map((each) => each.programme.id)),
    }
    const addresses = productions.flatMap(({ id, after }) => [id, addressOfProduction(after)])
    checkProductions(productions, ownersOf(addresses), problems)
    checkPictures(rows.pictures, { known, closest }, problems)
    checkImages(productions, new Map([...programme().images.values()].map((image) => [image.id, image])), problems)
    checkLists(lists, { known, closest, onSale: listsOnSale() }, problems)
    const schedules = composeSchedules(
      file,
      {
        lists: new Map([
          ...[...things['price-list']].map(([id, { value }]) => [id, value] as const),
          ...lists.map(({ id, after }) => [id, after] as const),
        ]),
        ...{ current: schedulesAhead(), onSale: listsOnSale(), timeZone, now: shop.now(), closest, newId: () => crypto.randomUUID() },
      },
      problems,
    )
    checkTypes(types, { known, closest }, problems)
    const windows = composeWindows(rows['on-sale windows'], things['sale-windows'], problems)
    const planned = new Map([...things.performance].map(([id, { value }]) => [id, value]))
    for (const { id, after } of performances) planned.set(id, after)
    const starts = startsAhead([...planned.values()], shop.now())
    checkWindows(windows, { known, closest, timeZone, startsOf: (production) => starts.get(production) ?? [] }, problems)
    const hasClaims = (id: string): boolean => Object.values(programme().claimsOf(id)).some((count) => count > 0)
    checkPerformances(performances, { known, closest, hasClaims }, problems)
    if (problems.isEmpty) {
      const imported = { productions, performances }
      const published = publishedProductions(imported)
      const after = withFile(lists, imported, windows, plans)
      checkComplete(imported, { ...after, productions: after.productions.filter(({ id }) => published.has(id)) }, problems)
    }
    if (!problems.isEmpty) return { problems: problems.sorted(), things: [], unchanged: 0, changeSet: null }
    const wantedOf = (subject: ChangeSubject, composed: readonly Composed<unknown>[]): MockWanted[] =>
      composed.map(({ id, after }) => ({ ...{ subject, id, version: 'any' }, change: () => after }))
    const wanted = [
      ...wantedOf('price-list', lists),
      ...wantedOf('price-schedule', schedules),
      ...wantedOf('performance-type', types),
      ...wantedOf('production', productions),
      ...wantedOf('performance', performances),
      ...wantedOf('sale-windows', windows),
    ]
    const by = changerName(counter, visit)
    const applied = programme().apply({ by, kind: 'import-programme', reason }, wanted, { isPreview })
    if (!applied.ok) throw new Error(`the import was refused: ${applied.error.code}`)
    const changed = thingsOf(applied.value.rows)
    return {
      problems: [],
      things: changed,
      unchanged: wanted.length - changed.length + rows.halls.length,
      changeSet: applied.value.changeSet,
    }
  }
  const run = (visit: MockVisit, files: Files, { defaults = {}, ...options }: SourceOptions) => {
    const sources = readSentSources(files)
    if (!sources.ok) return sources
    const plans = knownPlans()
    const { timeZone, currency, locales } = shop.brand
    const context = {
      ...{ defaults, timeZone, currency, language: locales[0]! },
      seatsOf: (hall: string) => plans.seatsOf(hall, plans.newestPlan(hall) ?? ''),
      priceLists: new Map([...programme().things['price-list']].map(([id, { value }]) => [id, value])),
      uploads: new Map(),
    }
    const { file, notes, locate } = readSources(sources.value, context, closest)
    const report = importFile(visit, file, options)
    return ok(summaryOf({ ...report, problems: report.problems.map(locate), notes }))
  }
  const exported = (): RawSheet[] => {
    const { things } = programme()
    const valuesOf = <Value>(values: ReadonlyMap<string, { readonly value: Value }>): Value[] =>
      [...values.values()].map(({ value }) => value)
    return sheetsOfProgramme({
      halls: valuesOf(things['hall-plan']),
      priceLists: [...things['price-list']].map(([id, { value }]) => ({ id, list: value })),
      schedules: schedulesAhead().map(({ value }) => value),
      types: valuesOf(things['performance-type']),
      saleWindows: [...things['sale-windows']].map(
        ([
          production,
          {
            value: { windows },
          },
        ]) => ({ production, windows }),
      ),
      productions: valuesOf(things.production),
      performances: valuesOf(things.performance).toSorted((one, other) => one.startsAt.localeCompare(other.startsAt)),
    })
  }
  return {
    preview: ({ body: { files, defaults }, visit }) => run(visit, files, { isPreview: true, defaults }),
    import: ({ body: { files, reason, defaults }, visit }) => run(visit, files, { isPreview: false, reason, defaults }),
    workbook: (): Result<never, Problem> => fail(problem('service-unavailable')),
    archive: (): Result<never, Problem> => fail(problem('service-unavailable')),
    json: () => ok(new TextEncoder().encode(writeJsonSheets(exported()))),
  }
}
