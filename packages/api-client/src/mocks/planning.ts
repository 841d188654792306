import { type ChangeDependent, type ChangeRow, undoneValue } from '@playhouse/domain/change'
import { hallPlanId } from '@playhouse/domain/hall-plan'
import { clashOfMoved, type HallUse, HallUses, hallUseOf } from '@playhouse/domain/hall-clash'
import { formatOfImage } from '@playhouse/domain/image'
import { missingOf, type PlanningFacts } from '@playhouse/domain/missing'
import {
  changePerformance,
  changesSeats,
  movesCustomers,
  movesPublished,
  type PerformanceChange,
  performanceEditProblem,
  type StoredPerformance,
} from '@playhouse/domain/performance-plan'
import { nameOfPriceList } from '@playhouse/domain/price-list-plan'
import { performancesOfRun, planRun } from '@playhouse/domain/performance-run'
import {
  draftProduction,
  editedProduction,
  type PerformanceType,
  type ProductionPlan,
  type ProductionState,
  imageProblem,
  type StoredProduction,
} from '@playhouse/domain/production-plan'
import { addressOfProduction, addressProblem } from '@playhouse/domain/production-address'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { instantOf } from '@playhouse/domain/time'
import type { PlannedProduction } from '#contract'
import { describeMockRow, listMockChanges } from './change-history.ts'
import { changerName, type MockCounter } from './mock-counter.ts'
import type { Contract, MockHandlers } from './mock-handler.ts'
import type { MockShop, MockVisit } from './mock-shop.ts'
import { type MockWanted, planOfHall, type PlannedProgramme, seatsOfPlan } from './planned-programme.ts'
import { salesOf } from './seat-locks.ts'
import { builtOn } from './built-on.ts'

const unavailable = problem('event-unavailable')
/** The mock decodes no image: each has this size in pixels. */
const mockImageSize = { width: 1200, height: 800 }

/** Mock handlers of the programme that staff plan. */
export function planningHandlers(
  shop: MockShop,
  counter: MockCounter,
  programme: () => PlannedProgramme,
): MockHandlers<Contract['planning']> {
  const nameOf = (visit: MockVisit): string => changerName(counter, visit)
  const performancesOf = (event: string): StoredPerformance[] =>
    [...programme().things.performance.values()]
      .flatMap(({ value }) => (value.production === event ? [value] : []))
      .toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))
  const productionOf = (event: string): StoredProduction | undefined => programme().things.production.get(event)?.value
  const hallUses = (): HallUse[] =>
    [...programme().things.performance.values()].flatMap(({ value }) =>
      value.web.sale === 'cancelled' ? [] : [hallUseOf(value, productionOf(value.production)!)],
    )
  const imageProblemOf = (production: ProductionPlan): Problem | undefined =>
    imageProblem(production, (wanted) => [...programme().images.values()].find(({ id }) => id === wanted))
  /** The problem of a production with addresses of which another production has one. */
  const addressesProblem = (addresses: readonly string[], id: string): Problem | undefined =>
    addresses
      .map((address) => addressProblem(id, address, shop.addresses.get(address) ?? programme().things.production.get(address)?.value.id))
      .find(Boolean)
  const facts = (event: string): PlanningFacts => ({
    locales: shop.brand.locales,
    seatsOf: (hall, version) => {
      const data = planOfHall(shop, hall, version)
      return data && seatsOfPlan(data)
    },
    priceList: (id) => shop.priceLists.find((list) => list.id === id),
    saleWindows: programme().things['sale-windows'].get(event)?.value.windows ?? [],
    hallUses: new HallUses(hallUses()),
    now: shop.now(),
  })
  const read = (event: string): Result<PlannedProduction, Problem<'event-unavailable'>> => {
    const stored = programme().things.production.get(event)
    if (!stored) return fail(unavailable)
    const performances = performancesOf(event)
    return ok({
      ...{ production: stored.value, version: stored.version },
      performances: performances.map((performance) => ({
        ...performance,
        version: programme().things.performance.get(performance.id)!.version,
        ...programme().claimsOf(performance.id),
      })),
      missing: missingOf(stored.value, performances, facts(event)),
    })
  }
  /** The production after a change of it. */
  const after = (event: string, applied: Result<unknown, Problem>): Result<PlannedProduction, Problem> =>
    applied.ok ? read(event) : fail(applied.error.code === 'page-not-found' ? unavailable : applied.error)
  const refuse = (dependents: readonly ChangeDependent[]): Problem | undefined =>
    dependents.length > 0 ? problem('change-has-dependents', { dependents: [...dependents] }) : undefined
  const checkRows = (rows: readonly ChangeRow[]): Problem | undefined => {
    for (const { id, before, after: next } of rows) {
      const { tickets, inBaskets } = programme().claimsOf(id)
      const rejection = performanceEditProblem((before ?? undefined) as StoredPerformance | undefined, next as StoredPerformance, {
        hasSeats: tickets + inBaskets > 0,
        hasCustomers: tickets + inBaskets > programme().countLocked(id),
      })
      if (rejection) return rejection
    }
    const moved = rows.filter(movesPublished).map(({ after: next }) => next as StoredPerformance)
    const clash = clashOfMoved(
      moved.map((each) => hallUseOf(each, productionOf(each.production)!)),
      moved.length > 0 ? hallUses() : [],
    )
    return clash && problem('hall-in-use', { instance: clash.id, other: clash.other.id, title: clash.other.title })
  }
  const unknownReferences = (
    change: Pick<PerformanceChange, 'hall' | 'planVersion' | 'priceList' | 'type' | 'programme'>,
  ): Problem | undefined => {
    const { hall, planVersion, priceList, type, programme: opener } = change
    const fields = [
      ...((hall === undefined) !== (planVersion === undefined) ||
      (hall !== undefined && !programme().things['hall-plan'].has(hallPlanId(hall, planVersion!)))
        ? ['planVersion']
        : []),
      ...(priceList !== undefined && !shop.priceLists.some(({ id }) => id === priceList) ? ['priceList'] : []),
      ...(typeof type === 'string' && !programme().things['performance-type'].has(type) ? ['type'] : []),
      ...(typeof opener === 'string' && !shop.programmes?.some((each) => each.programme.id === opener) ? ['programme'] : []),
    ]
    return fields.length > 0 ? problem('invalid-input', { fields }) : undefined
  }
  type StateChange = { readonly kind: 'publish-production' | 'withdraw-production' | 'archive-production'; readonly state: ProductionState }
  const setState = (
    visit: MockVisit,
    event: string,
    { version, reason }: { readonly version: number; readonly reason?: string | undefined },
    { kind, state }: StateChange,
    check: (performances: readonly StoredPerformance[], production: StoredProduction) => Problem | undefined,
  ): Result<PlannedProduction, Problem> => {
    const performances = performancesOf(event)
    const wanted: MockWanted[] = [
      { subject: 'production', id: event, version, change: (current: StoredProduction) => ({ ...current, state }) },
      ...performances.map(({ id, web }): MockWanted => ({
        ...{ subject: 'performance', id, version: 'any' },
        change: (current: StoredPerformance) => (web.sale === 'cancelled' || state === 'archived' ? current : { ...current, state }),
      })),
    ]
    const checkState = (): Problem | undefined => check(performances, productionOf(event)!)
    return after(event, programme().apply({ by: nameOf(visit), kind, reason }, wanted, { check: checkState }))
  }
  return {
    options: () => {
      const plans = [...programme().things['hall-plan'].values()].map(({ value }) => value).toReversed()
      return ok({
        halls: plans.map((plan) => ({ ...plan, seats: seatsOfPlan(shop.plan(plan.hall, plan.planVersion)) })),
        priceLists: shop.priceLists.map((list) => ({
          ...{ id: list.id, name: nameOfPriceList(list), hall: list.hall, planVersion: list.planVersion ?? null },
        })),
        programmes: (shop.programmes ?? []).map(({ programme: { id, name } }) => ({ id, name })),
        timeZone: shop.brand.timeZone,
      })
    },
    productions: () =>
      ok({
        productions: [...programme().things.production.values()].map(({ value: { id, title, state }, version }) => {
          const performances = performancesOf(id)
          return {
            ...{ id, title, state, version, performances: performances.length },
            drafts: performances.filter((performance) => performance.state === 'draft').length,
            first: performances[0]?.startsAt ?? null,
            last: performances.at(-1)?.startsAt ?? null,
          }
        }),
      }),
    production: ({ params }) => read(params.event),
    createProduction: ({ body: { production, reason }, visit }) => {
      const rejection = imageProblemOf(production)
      if (rejection) return fail(rejection)
      const change = (): StoredProduction => draftProduction(production)
      const check = () => addressesProblem([production.id, addressOfProduction(production)], production.id)
      const wanted: MockWanted[] = [{ subject: 'production', id: production.id, version: 'new', change }]
      return after(production.id, programme().apply({ by: nameOf(visit), kind: 'create-production', reason }, wanted, { check }))
    },
    editProduction: ({ params: { event }, body: { version, production, reason }, visit }) => {
      if (production.id !== event) return fail(problem('invalid-input', { fields: ['production.id'] }))
      const rejection = imageProblemOf(production)
      if (rejection) return fail(rejection)
      const change = (current: StoredProduction): StoredProduction => editedProduction(current, production)
      const check = () => addressesProblem([addressOfProduction(production)], event)
      const wanted: MockWanted[] = [{ subject: 'production', id: event, version, change }]
      return after(event, programme().apply({ by: nameOf(visit), kind: 'edit-production', reason }, wanted, { check }))
    },
    uploadImage: ({ body: { file } }) => {
      const upload = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0))
      if (!formatOfImage(upload)) return fail(problem('image-refused', { reason: 'not-an-image' }))
      const { images } = programme()
      const image = images.get(file) ?? { id: crypto.randomUUID().replaceAll('-', ''), ...mockImageSize }
      images.set(file, image)
      return ok(image)
    },
    publish: ({ params, body, visit }) =>
      setState(visit, params.event, body, { kind: 'publish-production', state: 'published' }, (performances, production) => {
        const kinds = missingOf(production, performances, facts(production.id)).flatMap(({ kind, isBlocking }) =>
          isBlocking ? [kind] : [],
        )
        return kinds.length > 0 ? problem('production-incomplete', { missing: [...new Set(kinds)] }) : undefined
      }),
    withdraw: ({ params, body, visit }) =>
      setState(visit, params.event, body, { kind: 'withdraw-production', state: 'draft' }, (performances) =>
        refuse(salesOf(programme(), performances, { withLocks: false })),
      ),
    archive: ({ params, body, visit }) =>
      setState(visit, params.event, body, { kind: 'archive-production', state: 'archived' }, (performances) => {
        const ahead = performances.filter(
          ({ web, startsAt, timeZone }) => web.sale !== 'cancelled' && instantOf(startsAt, timeZone).epochMilliseconds > shop.now(),
        )
        return refuse(ahead.map(({ id }) => ({ kind: 'performance', id, count: 1 })))
      }),
    addPerformance: ({ params: { event }, body, visit }) => {
      if (!productionOf(event)) return fail(unavailable)
      const performance: StoredPerformance = { ...body.performance, production: event, state: 'draft' }
      const rejection = unknownReferences(body.performance)
      if (rejection) return fail(rejection)
      const wanted: MockWanted[] = [{ subject: 'performance', id: performance.id, version: 'new', change: () => performance }]
      const intent = { by: nameOf(visit), kind: 'create-performances' as const, reason: body.reason }
      return after(event, programme().apply(intent, wanted, { check: checkRows }))
    },
    addRun: ({ params: { event }, body: { pattern, defaults, skip, isPreview, reason }, visit }) => {
      const rejection = unknownReferences(defaults)
      if (rejection) return fail(rejection)
      const run = performancesOfRun(pattern)
      if (!run) return fail(problem('invalid-input', { fields: ['pattern'] }))
      const types = new Map<string, PerformanceType>([...programme().things['performance-type']].map(([id, { value }]) => [id, value]))
      if (pattern.rules.some(({ type }) => type !== null && !types.has(type)))
        return fail(problem('invalid-input', { fields: ['pattern.rules'] }))
      const owner = productionOf(event)
      if (!owner) return fail(unavailable)
      const existing = new Set(programme().things.performance.keys())
      const planned = planRun(run, {
        ...{ production: owner, defaults, types, existing, skip },
        hallUses: hallUses(),
      })
      const wanted = planned
        .filter(({ isMade }) => isMade)
        .map(({ performance }): MockWanted => ({ subject: 'performance', id: performance.id, version: 'new', change: () => performance }))
      const intent = { by: nameOf(visit), kind: 'create-performances' as const, reason }
      const applied = programme().apply(intent, wanted, { check: checkRows, isPreview })
      if (!applied.ok) return applied
      const performances = planned.map(({ performance: { id, startsAt, type }, fault, clashesWith }) => ({
        id,
        startsAt,
        type,
        fault,
        clashesWith,
      }))
      return ok({ performances, changeSet: applied.value.changeSet })
    },
    editPerformances: ({ body: { performances, change, isPreview, reason }, visit }) => {
      const rejection = unknownReferences(change)
      if (rejection) return fail(rejection)
      const wanted = performances.map(({ id, version }): MockWanted => ({
        ...{ subject: 'performance', id, version },
        change: (current: StoredPerformance) => changePerformance(current, change),
      }))
      const intent = { by: nameOf(visit), kind: 'edit-performances' as const, reason }
      const applied = programme().apply(intent, wanted, { check: checkRows, isPreview })
      if (!applied.ok) return applied
      const { rows, changeSet } = applied.value
      return ok({ changeSet, rows: rows.map((row) => ({ ...describeMockRow(row), ...programme().claimsOf(row.id) })) })
    },
    performanceTypes: () =>
      ok({ types: [...programme().things['performance-type'].values()].map(({ value, version }) => ({ ...value, version })) }),
    setPerformanceType: ({ params: { type: id }, body: { version, type, reason }, visit }) => {
      if (!shop.priceLists.some((list) => list.id === type.priceList)) return fail(problem('invalid-input', { fields: ['type.priceList'] }))
      const wanted: MockWanted[] = [{ subject: 'performance-type', id, version: version ?? 'new', change: () => ({ ...type, id }) }]
      const applied = programme().apply({ by: nameOf(visit), kind: 'set-performance-type', reason }, wanted)
      if (!applied.ok) return applied
      const stored = programme().things['performance-type'].get(id)!
      return ok({ ...stored.value, version: stored.version })
    },
    changes: ({ query }) => ok(listMockChanges(programme(), shop.brand.defaultLocale, query)),
    undo: ({ params: { change: id }, body: { reason }, visit }) => {
      const change = programme().changes.find((each) => each.id === id)
      if (!change) return fail(problem('page-not-found'))
      const wanted = change.rows.toReversed().map((row): MockWanted => ({
        subject: row.subject,
        id: row.id,
        version: 'any',
        change: (current: unknown) => undoneValue(row, current ?? null),
      }))
      const rowsOf = (subject: ChangeRow['subject']): readonly ChangeRow[] => change.rows.filter((row) => row.subject === subject)
      const createdIds = new Set(rowsOf('performance').flatMap((row) => (row.before === null ? [row.id] : [])))
      const dependents = (): ChangeDependent[] => [
        ...programme().laterChanges(id),
        ...rowsOf('production').flatMap((row): ChangeDependent[] => {
          const count = row.before === null ? performancesOf(row.id).filter((each) => !createdIds.has(each.id)).length : 0
          return count > 0 ? [{ kind: 'reference', id: 'performance', count }] : []
        }),
        // Windows that were created with the production are removed with it.
        ...rowsOf('production').flatMap((row): ChangeDependent[] =>
          row.before === null &&
          programme().things['sale-windows'].has(row.id) &&
          !rowsOf('sale-windows').some(({ id: production, before }) => production === row.id && before === null)
            ? [{ kind: 'reference', id: 'sale_windows', count: 1 }]
            : [],
        ),
        ...programme().priceListDependents(rowsOf('price-list'), createdIds),
        ...builtOn(shop, rowsOf),
        // The price list that was created with a plan is removed with it.
        ...programme()
          .hallPlanDependents(rowsOf('hall-plan'))
          .filter(
            ({ id: table, count }) => table !== 'price_list' || count > rowsOf('price-list').filter((row) => row.before === null).length,
          ),
        ...programme().offerDependents(rowsOf('offer')),
        ...(change.kind === 'replan-performance' ? change.rows.map((row) => ({ kind: 'reference' as const, id: row.id, count: 1 })) : []),
        ...salesOf(programme(), rowsOf('performance').filter(changesSeats), { withLocks: true }),
        ...salesOf(
          programme(),
          rowsOf('performance').filter((row) => movesCustomers(row) && !changesSeats(row)),
          { withLocks: false },
        ),
        ...programme().lockDependents([...rowsOf('agent'), ...rowsOf('seat-locks')]),
      ]
      const intent = { by: nameOf(visit), kind: 'undo' as const, reason, undoes: id }
      const applied = programme().apply(intent, wanted, { check: () => refuse(dependents()) })
      return applied.ok ? ok({ changeSet: applied.value.changeSet! }) : applied
    },
  }
}
