import { changedFields } from '@playhouse/domain/change'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { type SaleWindow, salePeriodsOf, saleWindowsProblem, type StoredSaleWindows } from '@playhouse/domain/sale-window'
import { instantOf } from '@playhouse/domain/time'
import type { PlannedSaleWindows } from '#contract'
import { changerName, type MockCounter } from './mock-counter.ts'
import type { Contract, MockHandlers } from './mock-handler.ts'
import type { MockShop, MockVisit } from './mock-shop.ts'
import type { MockWanted, PlannedProgramme } from './planned-programme.ts'

/** Mock handlers of the windows in which productions are sold. */
export function saleWindowsHandlers(
  shop: MockShop,
  counter: MockCounter,
  programme: () => PlannedProgramme,
): MockHandlers<Contract['saleWindows']> {
  const ahead = (event: string) =>
    [...programme().things.performance.values()]
      .map(({ value }) => value)
      .filter(
        ({ production, web, startsAt, timeZone }) =>
          production === event && web.sale !== 'cancelled' && instantOf(startsAt, timeZone).epochMilliseconds > shop.now(),
      )
      .toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))
  const periodsOf = (event: string, windows: readonly SaleWindow[]): PlannedSaleWindows['performances'] =>
    ahead(event).map(({ id, startsAt, timeZone, state }) => ({
      ...{ id, startsAt, state },
      periods: salePeriodsOf(windows, { startsAt, timeZone }).map(({ from, until }) => ({
        from: new Date(from).toISOString(),
        until: new Date(until).toISOString(),
      })),
    }))
  const read = (event: string): Result<PlannedSaleWindows, Problem<'event-unavailable'>> => {
    const production = programme().things.production.get(event)
    if (!production) return fail(problem('event-unavailable'))
    const stored = programme().things['sale-windows'].get(event)
    const windows = stored?.value.windows ?? []
    return ok({
      ...{ event, title: production.value.title, version: stored?.version ?? null, windows: [...windows] },
      performances: periodsOf(event, windows),
    })
  }
  type Edit = { readonly version: number | null; readonly windows: readonly SaleWindow[]; readonly reason?: string | undefined }
  const apply = (visit: MockVisit, event: string, { version, windows, reason }: Edit, isPreview: boolean) => {
    if (!programme().things.production.has(event)) return fail(problem('event-unavailable'))
    const levels = shop.brand.memberships.map(({ id }) => id)
    const unknown = windows.flatMap((window, nth) =>
      window.memberships?.every((level) => levels.includes(level)) === false ? [`windows.${nth}.memberships`] : [],
    )
    if (unknown.length > 0) return fail(problem('invalid-input', { fields: unknown }))
    const rejection = saleWindowsProblem(windows, ahead(event), shop.brand.timeZone)
    if (rejection) return fail(rejection)
    const change = (current: StoredSaleWindows | undefined): StoredSaleWindows | null =>
      current === undefined && windows.length === 0 ? null : { windows }
    const wanted: MockWanted[] = [{ subject: 'sale-windows', id: event, version: version ?? 'new', change }]
    const by = changerName(counter, visit)
    const applied = programme().apply({ by, kind: 'edit-sale-windows', reason }, wanted, { isPreview })
    if (applied.ok || (applied.error.code !== 'page-not-found' && applied.error.code !== 'id-taken')) return applied
    const stored = programme().things['sale-windows'].get(event)
    return fail(problem('changed-meanwhile', { version: stored?.version ?? 0, by: programme().lastChanger('sale-windows', event) }))
  }
  return {
    one: ({ params }) => read(params.event),
    preview: ({ params: { event }, body, visit }) => {
      const applied = apply(visit, event, body, true)
      if (!applied.ok) return applied
      const fields = applied.value.rows.flatMap(({ before, after }) => changedFields(before, after))
      return ok({ fields, performances: periodsOf(event, body.windows) })
    },
    edit: ({ params: { event }, body, visit }) => {
      const applied = apply(visit, event, body, false)
      if (!applied.ok) return applied
      const saleWindows = read(event)
      return saleWindows.ok ? ok({ saleWindows: saleWindows.value, changeSet: applied.value.changeSet }) : saleWindows
    },
  }
}
