import {
  type ChangeDependent,
  type ChangeRow,
  type ChangeSubject,
  changedValues,
  hasChangedValues,
  isSameValue,
} from '@playhouse/domain/change'
import { hallPlanId, type StoredHallPlan } from '@playhouse/domain/hall-plan'
import { type PlanData, readPlan } from '@playhouse/domain/plan'
import type { OfferPlan } from '@playhouse/domain/offer-plan'
import type { StoredPerformance } from '@playhouse/domain/performance-plan'
import {
  addedPriceTypes,
  leavesRange,
  priceListOfStored,
  type StoredPriceList,
  storedPriceListOf,
  unprices,
} from '@playhouse/domain/price-list-plan'
import type { StoredPriceSchedule } from '@playhouse/domain/price-schedule'
import type { PriceType } from '@playhouse/domain/pricing'
import type { PerformanceType, StoredProduction } from '@playhouse/domain/production-plan'
import { salePeriodsOf, saleTimesOf, type SaleWindow, type StoredSaleWindows } from '@playhouse/domain/sale-window'
import type { StoredLocks } from '@playhouse/domain/seat-lock'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { StoredAccessCard } from '@playhouse/domain/access-card'
import type { StoredRecord } from '@playhouse/domain/record'
import type { StoredProductPerformances } from '@playhouse/domain/product-performances'
import type { StoredCardBatches } from '@playhouse/domain/card-batch'
import type { StoredProgrammeCodes } from '@playhouse/domain/programme-codes'
import type { StoredSingleUseCodes } from '@playhouse/domain/single-use-codes'
import type { StoredStock } from '@playhouse/domain/product-stock'
import { type RecordKind, recordKinds } from '@playhouse/domain/record-kind'
import type { ProductionImage } from '@playhouse/domain/season'
import { instantOf } from '@playhouse/domain/time'
import type { ChangeSet } from '#contract'
import type { MockShop, MockTicket, MockWorld } from './mock-shop.ts'
import { recordMapsOf } from './first-records.ts'
import type { MockLocks } from './seat-locks.ts'
import { changeMockPrices } from './price-of-ticket.ts'
import { withdrawNamedCodes } from './named-codes.ts'
import { showRecords } from './records.ts'
import { showCardBatches } from './subscription-cards.ts'
import { showSingleUseCodes } from './single-use-codes.ts'
import { firstAccessCards, showAccessCards } from './access-cards.ts'

type Values = {
  'hall-plan': StoredHallPlan
  'price-list': StoredPriceList
  'price-schedule': StoredPriceSchedule
  production: StoredProduction
  performance: StoredPerformance
  'performance-type': PerformanceType
  'sale-windows': StoredSaleWindows
  'seat-locks': StoredLocks
  offer: OfferPlan
  'product-performances': StoredProductPerformances
  'product-stock': StoredStock
  'programme-codes': StoredProgrammeCodes
  'subscription-cards': StoredCardBatches
  'offer-codes': StoredSingleUseCodes
  'access-card': StoredAccessCard
} & { readonly [Kind in RecordKind]: StoredRecord<Kind> }
const dayMs = 86_400_000
/** What changes records, or products with their performances and stocks. */
const shownByRecords: readonly ChangeSubject[] = [...recordKinds, 'product-performances', 'product-stock', 'programme-codes']

type Stored<Value> = { readonly value: Value; readonly version: number }
export type MockChange = Omit<ChangeSet, 'rows' | 'undoesKind' | 'undoneBy'> & { readonly rows: readonly ChangeRow[] }
/** A wanted value of one thing; null removes it. `version`: the one that was read, `new` for a new thing, `any` for what is there. */
export type MockWanted<Subject extends ChangeSubject = ChangeSubject> = {
  readonly subject: Subject
  readonly id: string
  readonly version: number | 'new' | 'any'
  readonly change: (current: never) => unknown
}
type MockIntent = Pick<MockChange, 'by' | 'kind'> & { readonly reason?: string | undefined; readonly undoes?: string }
type MockApplied = { readonly rows: readonly ChangeRow[]; readonly changeSet: string | null }

/** The planned programme of a mock shop: drafts too, with versions and change sets. */
export type PlannedProgramme = ReturnType<typeof createPlannedProgramme>

/** Creates the planned programme of a mock shop, from what it has on sale. */
export function createPlannedProgramme(shop: MockShop, locks: MockLocks) {
  const original = new Map(shop.performances.map((each) => [each.id, each]))
  const notes = new Map(shop.productions.map(({ id, seatInfo }) => [id, seatInfo]))
  const things: { readonly [Subject in ChangeSubject]: Map<string, Stored<Values[Subject]>> } = {
    ...recordMapsOf(shop),
    'hall-plan': new Map(hallsOf(shop).map((plan) => [hallPlanId(plan.hall, plan.planVersion), { value: plan, version: 1 }])),
    'price-list': new Map(shop.priceLists.map((list) => [list.id, { value: storedPriceListOf(list), version: 1 }])),
    'price-schedule': new Map(),
    'performance-type': new Map(),
    'sale-windows': new Map(),
    'seat-locks': new Map(),
    'offer-codes': new Map(),
    'subscription-cards': new Map(),
    'access-card': firstAccessCards(shop),
    offer: new Map(shop.promos.map(({ code, ...offer }) => [code, { value: offer, version: 1 }])),
    production: new Map(
      shop.productions.map(({ seatInfo: _seatInfo, ...each }) => [each.id, { value: { ...each, state: 'published' }, version: 1 }]),
    ),
    performance: new Map(shop.performances.map((each) => [each.id, { value: storedOf(shop, each), version: 1 }])),
  }
  const changes: MockChange[] = []
  const ofSubject = (subject: ChangeSubject): Map<string, Stored<unknown>> => things[subject] as Map<string, Stored<unknown>>
  const lastChanger = (subject: ChangeSubject, id: string): string =>
    changes.findLast(({ rows }) => rows.some((row) => row.subject === subject && row.id === id))?.by ?? ''

  /** What visitors pay is what the price lists say now. */
  function showPrices(): void {
    changeMockPrices(
      shop,
      [...things['price-list']].map(([id, { value }]) => priceListOfStored(id, value)),
    )
  }

  /** Visitors can use the current offers. Open baskets with a code that changed get a new version. */
  function showOffers(rows: readonly ChangeRow[]): void {
    shop.replacePromos([...things.offer].map(([code, { value }]) => ({ code, ...value })))
    withdrawNamedCodes(shop, rows)
    for (const visit of shop.visits.values()) if (rows.some(({ id }) => id === visit.promo)) visit.version += 1
  }

  /** The live part becomes what visitors see. */
  function show(): void {
    shop.slugs.clear()
    for (const { value } of things.production.values()) {
      if (value.slug === undefined) continue
      shop.slugs.set(value.id, value.slug)
      shop.addresses.set(value.slug, value.id)
    }
    const live = [...things.production.values()].map(({ value }) => value).filter(({ state }) => state === 'published')
    const performances = [...things.performance.values()]
      .map(({ value }) => value)
      .filter(({ state, production }) => state === 'published' && things.production.get(production)?.value.state !== 'draft')
    shop.replaceProgramme(
      live.map(({ state: _state, slug: _slug, ...production }) => {
        const seatInfo = notes.get(production.id)
        return { ...production, ...(seatInfo && { seatInfo }) }
      }),
      performances.map((each) =>
        mockPerformanceOf(each, original.get(each.id), things['sale-windows'].get(each.production)?.value.windows),
      ),
    )
  }

  /** Whether visitors can see a performance that is not over. */
  const isOnSale = ({ state, production, web, startsAt, timeZone }: StoredPerformance): boolean =>
    state === 'published' &&
    things.production.get(production)?.value.state === 'published' &&
    web.sale !== 'cancelled' &&
    instantOf(startsAt, timeZone).epochMilliseconds > shop.now() - dayMs

  /** Tickets of performances with one of these price types: sold or reserved, and in baskets. Tickets of orders have the name of their type. */
  function ticketsOfTypes(performances: readonly string[], types: readonly PriceType[]): { tickets: number; inBaskets: number } {
    const isOf = ({ performance, priceType }: MockTicket): boolean =>
      performances.includes(performance) && types.some(({ id }) => id === priceType)
    const countIn = (holders: Iterable<{ readonly tickets: readonly MockTicket[] }>): number =>
      [...holders].flatMap((holder) => holder.tickets).filter(isOf).length
    const sold = [...shop.payments.values()]
      .flatMap(({ order }) => order?.tickets ?? [])
      .filter(({ instance, priceTypeName }) => performances.includes(instance) && types.some(({ name }) => name === priceTypeName))
    return { tickets: sold.length + countIn(shop.reservations), inBaskets: countIn(shop.visits.values()) }
  }

  return {
    /** Uploaded images by their content. */
    images: new Map<string, Pick<ProductionImage, 'id' | 'width' | 'height'>>(),
    things,
    changes,
    /** Applies a change set, or returns a problem and changes nothing. */
    apply(
      intent: MockIntent,
      wanted: readonly MockWanted[],
      {
        check,
        isPreview = false,
      }: { readonly check?: (rows: readonly ChangeRow[]) => Problem | undefined; readonly isPreview?: boolean } = {},
    ): Result<MockApplied, Problem> {
      const rows: ChangeRow[] = []
      // The counter blocks seats too.
      for (const { id } of wanted.filter(({ subject }) => subject === 'seat-locks'))
        things['seat-locks'].set(id, { value: locks.read(id), version: things['seat-locks'].get(id)?.version ?? 0 })
      for (const { subject, id, version, change } of wanted) {
        const stored = ofSubject(subject).get(id)
        if (version === 'new' && stored) return fail(problem('id-taken', { id }))
        if (typeof version === 'number' && !stored) return fail(problem('page-not-found'))
        if (typeof version === 'number' && stored!.version !== version)
          return fail(problem('changed-meanwhile', { version: stored!.version, by: lastChanger(subject, id) }))
        const row = { subject, id, before: stored?.value ?? null, after: change(stored?.value as never) ?? null }
        if (!isSameValue(row.before, row.after)) rows.push(row)
      }
      const refusal = check?.(rows)
      if (refusal) return fail(refusal)
      if (rows.length === 0 || isPreview) return ok({ rows, changeSet: null })
      for (const { subject, id, after } of rows)
        if (after === null) ofSubject(subject).delete(id)
        else ofSubject(subject).set(id, { value: after, version: (ofSubject(subject).get(id)?.version ?? 0) + 1 })
      const { reason = null, undoes = null, ...by } = intent
      const changeSet = crypto.randomUUID()
      changes.push({
        ...by,
        reason,
        undoes,
        id: changeSet,
        at: new Date(shop.now()).toISOString(),
        rows: rows.map((row) => ({ ...row, ...changedValues(row) })),
      })
      if (rows.some(({ subject }) => subject === 'price-list')) showPrices()
      if (rows.some(({ subject }) => shownByRecords.includes(subject))) showRecords(shop, { things })
      const changedOffers = rows.filter(({ subject }) => subject === 'offer')
      if (changedOffers.length > 0) showOffers(changedOffers)
      showSingleUseCodes(
        shop,
        rows.filter(({ subject }) => subject === 'offer-codes'),
      )
      showCardBatches(
        shop,
        rows.filter(({ subject }) => subject === 'subscription-cards'),
      )
      showAccessCards(shop, rows, things['access-card'])
      show()
      locks.show(
        rows.filter(({ subject }) => subject === 'seat-locks'),
        intent.by,
      )
      return ok({ rows, changeSet })
    },
    /** Taken seats of a performance. */
    claimsOf(id: string): { tickets: number; inBaskets: number } {
      const holders = shop.performance(id) ? [...shop.pricedPerformanceOf(id)!.taken.values()] : []
      const tickets = holders.filter((holder) => holder === 'sold').length
      return { tickets, inBaskets: holders.length - tickets }
    },
    /** What was built on changes of price lists: performances with a new one, prices that they need, and tickets with a new price type. */
    priceListDependents(rows: readonly ChangeRow[], createdTogether: ReadonlySet<string>): ChangeDependent[] {
      return rows.flatMap((row): ChangeDependent[] => {
        const { id, before, after } = row
        const performances = [...things.performance.values()].map(({ value }) => value).filter(({ priceList }) => priceList === id)
        const count = performances.filter((each) => !createdTogether.has(each.id)).length
        if (before === null) return count > 0 ? [{ kind: 'reference', id: 'performance', count }] : []
        const onSale = performances.filter((each) => isOnSale(each)).length
        const current = things['price-list'].get(id)
        const unpriced = current && onSale > 0 && unprices(row, current.value)
        const [from, to] = [before as Partial<StoredPriceList>, after as Partial<StoredPriceList> | null]
        const added =
          from.priceTypes && to?.priceTypes ? addedPriceTypes({ priceTypes: from.priceTypes }, { priceTypes: to.priceTypes }) : []
        const { tickets, inBaskets } = ticketsOfTypes(
          performances.map((each) => each.id),
          to?.priceTypes?.filter((type) => added.includes(type.id)) ?? [],
        )
        return [
          ...(current && leavesRange(row, current.value) ? [{ kind: 'change' as const, id, count: 1 }] : []),
          ...(unpriced ? [{ kind: 'performance' as const, id, count: onSale }] : []),
          ...(tickets > 0 ? [{ kind: 'ticket' as const, id, count: tickets }] : []),
          ...(inBaskets > 0 ? [{ kind: 'basket' as const, id, count: inBaskets }] : []),
        ]
      })
    },
    /** Performances and price lists of plans that were added. */
    hallPlanDependents(rows: readonly ChangeRow[]): ChangeDependent[] {
      return rows.flatMap(({ id, before }): ChangeDependent[] => {
        if (before !== null) return []
        const isOfPlan = ({ hall, planVersion }: { readonly hall: string; readonly planVersion?: string | undefined }): boolean =>
          hallPlanId(hall, planVersion ?? '') === id
        const uses = [
          { table: 'performance', count: [...things.performance.values()].filter(({ value }) => isOfPlan(value)).length },
          { table: 'price_list', count: [...things['price-list'].values()].filter(({ value }) => isOfPlan(value)).length },
        ]
        return uses.flatMap(({ table, count }) => (count > 0 ? [{ kind: 'reference' as const, id: table, count }] : []))
      })
    },
    /** Uses and baskets of codes that were added, and uses above the limit from before a change. */
    offerDependents(rows: readonly ChangeRow[]): ChangeDependent[] {
      return rows.flatMap(({ id, before }): ChangeDependent[] => {
        const uses = shop.promoUses.filter(({ code }) => code === id).length
        const baskets = [...shop.visits.values()].filter(({ promo }) => promo === id).length
        const limit = (before as Partial<OfferPlan> | null)?.maxUses ?? Infinity
        const isExceeded = before === null ? uses > 0 : uses > limit
        return [
          ...(before === null && baskets > 0 ? [{ kind: 'reference' as const, id: 'basket', count: baskets }] : []),
          ...(isExceeded ? [{ kind: 'reference' as const, id: 'promo_use', count: uses }] : []),
        ]
      })
    },
    isOnSale,
    /** Seats of a performance that are locked. */
    countLocked: (id: string): number => locks.holdsOf(id).reduce((sum, { seats }) => sum + seats.length, 0),
    lockDependents: (rows: readonly ChangeRow[]): ChangeDependent[] => locks.dependents(rows),
    lastChanger,
    /** Change sets after another one that changed the same things to other values. */
    laterChanges(changeSet: string): ChangeDependent[] {
      const index = changes.findIndex(({ id }) => id === changeSet)
      const changed = changes[index]!.rows.filter((row) => !hasChangedValues(row, ofSubject(row.subject).get(row.id)?.value ?? null))
      return changes
        .slice(index + 1)
        .toReversed()
        .flatMap(({ id, rows }): ChangeDependent[] => {
          const count = rows.filter((row) => changed.some((each) => each.subject === row.subject && each.id === row.id)).length
          return count > 0 ? [{ kind: 'change', id, count }] : []
        })
    },
  }
}

type MockPerformance = MockWorld['performances'][number]

function storedOf(shop: Pick<MockWorld, 'plan'>, each: MockPerformance): StoredPerformance {
  return {
    ...{ id: each.id, production: each.production, hall: each.hall, priceList: each.priceList, type: null, state: 'published' },
    ...{ planVersion: shop.plan(each.hall).version, startsAt: each.startsAt, timeZone: each.timeZone },
    web: { isVisible: true, sale: each.sale },
    counter: { isVisible: true, isOnSale: true },
    ...{ generalSaleAt: each.generalSaleAt, priority: each.priority ?? [], programme: each.programme ?? null },
    ...{ members: each.members ?? null, perCustomer: each.perCustomer ?? null, accessTags: each.accessTags },
  }
}

function mockPerformanceOf(
  stored: StoredPerformance,
  original: MockPerformance | undefined,
  windows: readonly SaleWindow[] = [],
): MockPerformance {
  const at = (plain: string): number => instantOf(plain, stored.timeZone).epochMilliseconds
  const { type: _type, state: _state, web, counter, programme, members, perCustomer, ...fields } = stored
  return {
    ...fields,
    ...(original?.waitingRoom && { waitingRoom: original.waitingRoom }),
    ...(original?.kept && { kept: original.kept }),
    ...(programme !== null && { programme }),
    ...(members !== null && { members }),
    ...(perCustomer !== null && { perCustomer }),
    ...{ soldShare: original?.soldShare ?? 0, sale: web.sale, isVisible: web.isVisible, counter },
    startsAtInstant: at(stored.startsAt),
    generalSaleInstant: at(stored.generalSaleAt),
    priorityInstants: stored.priority.map(({ from }) => at(from)),
    ...(windows.length > 0 && {
      saleTimes: saleTimesOf(salePeriodsOf(windows, stored), {
        generalSaleAt: at(stored.generalSaleAt),
        priority: stored.priority.map(({ from, memberships: levels }) => ({ from: at(from), memberships: levels })),
      }),
    }),
  }
}

/** The plans of the season. */
const hallsOf = (shop: Pick<MockWorld, 'performances' | 'plan'>): StoredHallPlan[] =>
  [...new Set(shop.performances.map(({ hall }) => hall))].map((hall) => {
    const { version: planVersion, name } = shop.plan(hall)
    return { hall, planVersion, name }
  })

/** The plan of a hall of a mock shop; undefined for an unknown hall or another version. */
export function planOfHall(shop: Pick<MockWorld, 'plan'>, hall: string, version: string): PlanData | undefined {
  try {
    const data = shop.plan(hall, version)
    return data.version === version ? data : undefined
  } catch {
    return undefined
  }
}

/** The number of seats of a plan. */
export const seatsOfPlan = (data: PlanData): number => readPlan(data).seatCount
