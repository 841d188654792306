import { changedFields } from '@playhouse/domain/change'
import type { StoredPerformance } from '@playhouse/domain/performance-plan'
import {
  type BandPainting,
  countRepainted,
  editPriceList,
  grossPotential,
  paintBands,
  paintingProblem,
  priceListEditProblem,
  priceListOfStored,
  type PriceListEdit,
  seatsByBand,
  type StoredPriceList,
} from '@playhouse/domain/price-list-plan'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { instantOf } from '@playhouse/domain/time'
import type { PlannedPriceList } from '#contract'
import { changerName, type MockCounter } from './mock-counter.ts'
import type { Contract, MockHandlers } from './mock-handler.ts'
import type { MockShop, MockVisit } from './mock-shop.ts'
import type { MockWanted, PlannedProgramme } from './planned-programme.ts'
import { createMockSchedules } from './price-schedules.ts'

const unknown = problem('page-not-found')
const dayMs = 86_400_000

/** Whether a performance is neither cancelled nor over. */
export const isPerformanceAhead = (
  shop: Pick<MockShop, 'now'>,
  { web, startsAt, timeZone }: Pick<StoredPerformance, 'web' | 'startsAt' | 'timeZone'>,
): boolean => web.sale !== 'cancelled' && instantOf(startsAt, timeZone).epochMilliseconds > shop.now() - dayMs

/** Mock handlers of the price lists that staff plan. */
export function priceListHandlers(
  shop: MockShop,
  counter: MockCounter,
  planned: () => PlannedProgramme,
): MockHandlers<Contract['priceLists']> {
  const isLive = (list: string): boolean =>
    [...planned().things.performance.values()].some(({ value }) => value.priceList === list && planned().isOnSale(value))
  const schedules = createMockSchedules(shop, planned, isLive)
  const programme = (): PlannedProgramme => {
    schedules.applyDue()
    return planned()
  }
  const nameOf = (visit: MockVisit): string => changerName(counter, visit)
  /** The taken seats of a performance that have a price: locked ones have none. */
  const claimsWithPrice = (id: string): { tickets: number; inBaskets: number } => {
    const { tickets, inBaskets } = programme().claimsOf(id)
    return { tickets: tickets - programme().countLocked(id), inBaskets }
  }
  const performancesOf = (list: string): PlannedPriceList['performances'] =>
    [...programme().things.performance.values()]
      .map(({ value }) => value)
      .filter((performance) => performance.priceList === list && isPerformanceAhead(shop, performance))
      .toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))
      .map(({ id, production, startsAt, state }) => ({
        ...{ id, event: production, title: programme().things.production.get(production)!.value.title, startsAt, state },
        ...claimsWithPrice(id),
      }))
  const read = (id: string) => {
    const stored = programme().things['price-list'].get(id)
    if (!stored) return fail(unknown)
    const { value, version } = stored
    const { priceTypes, prices } = priceListOfStored(id, value)
    return ok({
      ...{ id, name: value.name, hall: value.hall, hallName: shop.plan(value.hall).name, version, priceTypes, prices },
      ...{ scheduled: schedules.of(id, value), seats: seatsByBand(value.seatBands), performances: performancesOf(id) },
    })
  }
  /** The price list after a change. */
  const changed = (id: string, applied: ReturnType<PlannedProgramme['apply']>) => {
    if (!applied.ok) return applied
    const priceList = read(id)
    return priceList.ok ? ok({ priceList: priceList.value, changeSet: applied.value.changeSet }) : priceList
  }
  type Edit = { readonly version: number; readonly edit: PriceListEdit; readonly reason?: string | undefined }
  const apply = (visit: MockVisit, id: string, { version, edit, reason }: Edit, isPreview: boolean) => {
    const change = (current: StoredPriceList): StoredPriceList => editPriceList(current, edit)
    const wanted: MockWanted[] = [{ subject: 'price-list', id, version, change }]
    return programme().apply({ by: nameOf(visit), kind: 'edit-price-list', reason }, wanted, {
      isPreview,
      check: ([row]) => row && priceListEditProblem(row.before as StoredPriceList, row.after as StoredPriceList, isLive(id)),
    })
  }
  type Painting = { readonly version: number; readonly painting: BandPainting; readonly reason?: string | undefined }
  const applyPainting = (visit: MockVisit, id: string, { version, painting, reason }: Painting, isPreview: boolean) => {
    const change = (current: StoredPriceList): StoredPriceList => paintBands(current, painting)
    const wanted: MockWanted[] = [{ subject: 'price-list', id, version, change }]
    return programme().apply({ by: nameOf(visit), kind: 'paint-bands', reason }, wanted, {
      isPreview,
      check: ([row]) => row && paintingProblem(row.before as StoredPriceList, row.after as StoredPriceList, isLive(id)),
    })
  }
  const grossOf = (id: string, stored: StoredPriceList) => grossPotential(priceListOfStored(id, stored), seatsByBand(stored.seatBands))
  return {
    all: () =>
      ok({
        priceLists: [...programme().things['price-list']].map(([id, { value, version }]) => ({
          ...{ id, name: value.name, hallName: shop.plan(value.hall).name, version, performances: performancesOf(id).length },
        })),
      }),
    one: ({ params }) => read(params.priceList),
    create: ({ body: { priceList, reason }, visit }) => {
      const source = programme().things['price-list'].get(priceList.copyOf)
      if (!source) return fail(problem('invalid-input', { fields: ['priceList.copyOf'] }))
      const change = (): StoredPriceList => ({ ...source.value, name: priceList.name })
      const wanted: MockWanted[] = [{ subject: 'price-list', id: priceList.id, version: 'new', change }]
      const created = programme().apply({ by: nameOf(visit), kind: 'create-price-list', reason }, wanted)
      return created.ok ? read(priceList.id) : created
    },
    preview: ({ params: { priceList: id }, body, visit }) => {
      const applied = apply(visit, id, body, true)
      if (!applied.ok) return applied
      const before = programme().things['price-list'].get(id)!.value
      const after = editPriceList(before, body.edit)
      return ok({
        ...{ fields: changedFields(before, after), performances: performancesOf(id) },
        ...{ grossBefore: grossOf(id, before), grossAfter: grossOf(id, after) },
      })
    },
    edit: ({ params: { priceList: id }, body, visit }) => changed(id, apply(visit, id, body, false)),
    schedule: ({ params: { priceList: id }, body, visit }) => changed(id, schedules.schedule(nameOf(visit), id, body)),
    withdrawSchedule: ({ params: { priceList: id, schedule }, visit }) => changed(id, schedules.withdraw(nameOf(visit), id, schedule)),
    bands: ({ params }) => {
      const stored = programme().things['price-list'].get(params.priceList)
      if (!stored) return fail(unknown)
      const { hall, planVersion, seatBands } = stored.value
      return ok({ planVersion: planVersion ?? shop.plan(hall).version, seatBands, version: stored.version })
    },
    previewBands: ({ params: { priceList: id }, body, visit }) => {
      const applied = applyPainting(visit, id, body, true)
      if (!applied.ok) return applied
      const before = programme().things['price-list'].get(id)!.value
      const after = paintBands(before, body.painting)
      return ok({
        ...{ changed: countRepainted(before, after), seats: seatsByBand(after.seatBands), performances: performancesOf(id) },
        ...{ grossBefore: grossOf(id, before), grossAfter: grossOf(id, after) },
      })
    },
    paintBands: ({ params: { priceList: id }, body, visit }) => changed(id, applyPainting(visit, id, body, false)),
  }
}
