import {
  type PlannedStart,
  type SaleWindow,
  saleWindowSchema,
  saleWindowsProblem,
  type StoredSaleWindows,
} from '../../season/sale-window.ts'
import { instantOf, wallClockFault } from '../../time/time.ts'
import { isSameValue } from '../change.ts'
import type { StoredPerformance } from '../performance-plan.ts'
import { type FindClosest, newSaleWindow, type ProgrammeRow, type SaleWindowRow } from '../programme-file/index.ts'
import type { Composed, Current } from './compose-things.ts'
import type { Known } from './known.ts'
import type { ProblemList } from './problem-list.ts'

/** The windows of a production after an import. `rows`: the row of each window by its place, undefined where the file has none. */
export type ComposedWindows = Composed<StoredSaleWindows> & { readonly rows: readonly (number | undefined)[] }

/** The windows of the productions that a file names. A window that the file does not name stays. */
export function composeWindows(
  rows: readonly ProgrammeRow<SaleWindowRow>[],
  current: ReadonlyMap<string, Current>,
  problems: ProblemList,
): ComposedWindows[] {
  const sheet = 'on-sale windows'
  const byProduction = Map.groupBy(rows, ({ key: [production = ''] }) => production)
  return [...byProduction].map(([id, ofProduction]) => {
    const before = (current.get(id)?.value ?? null) as StoredSaleWindows | null
    const windows: SaleWindow[] = [...(before?.windows ?? [])]
    const rowsOfWindows: (number | undefined)[] = windows.map(() => undefined)
    for (const { row, edit, lacking, number } of ofProduction
      .map((each) => ({ ...each, number: Number(each.key[1]) }))
      .toSorted((one, other) => one.number - other.number)) {
      const existing = windows[number - 1]
      if (!existing) for (const field of lacking) problems.add({ sheet, row, field }, 'missing', '')
      // Another import would find a gap filled by the next window.
      if (number > windows.length + 1)
        problems.add({ sheet, row, field: 'window' }, 'out-of-range', String(number), String(windows.length + 1))
      if (number > windows.length + 1 || (!existing && lacking.length > 0)) continue
      const { production: _production, window: _window, ...window } = edit({ ...newSaleWindow(), ...existing, production: id })
      const parsed = saleWindowSchema.safeParse(window)
      for (const { path, message } of parsed.error?.issues ?? [])
        problems.add({ sheet, row, field: path.map(String).join('.') }, 'invalid', message)
      windows[number - 1] = parsed.data ?? window
      rowsOfWindows[number - 1] = row
    }
    return { ...{ row: ofProduction[0]!.row, id, before, rows: rowsOfWindows }, after: { windows } }
  })
}

type WindowContext = {
  readonly known: Pick<Known, 'productions' | 'memberships'>
  readonly closest: FindClosest
  /** The time zone of the theatre. */
  readonly timeZone: string
  /** The performances of a production that are not over, with those of the file. */
  readonly startsOf: (production: string) => readonly PlannedStart[]
}

/** Reports windows of unknown productions, for unknown memberships, and those that could not be used. */
export function checkWindows(
  composed: readonly ComposedWindows[],
  { known, closest, timeZone, startsOf }: WindowContext,
  problems: ProblemList,
): void {
  for (const { id, row, rows, before, after } of composed) {
    // Windows that do not change were checked when they were entered.
    if (isSameValue(before, after)) continue
    const sheet = 'on-sale windows'
    if (!known.productions.has(id))
      problems.add({ sheet, row, field: 'production' }, 'unknown-reference', id, closest(id, [...known.productions]))
    for (const [nth, { memberships }] of after.windows.entries())
      for (const level of memberships ?? [])
        if (!known.memberships.has(level))
          problems.add(
            { sheet, row: rows[nth] ?? row, field: 'memberships' },
            'unknown-reference',
            level,
            closest(level, [...known.memberships]),
          )
    for (const path of saleWindowsProblem(after.windows, startsOf(id), timeZone)?.params.fields ?? []) {
      const [, nth, field] = path.split('.')
      if (nth === undefined || field === undefined) problems.add({ sheet, row, field: 'memberships' }, 'one-general-window', id)
      else
        problems.add(
          { sheet, row: rows[Number(nth)] ?? row, field },
          faultOf(after.windows[Number(nth)]!, field, timeZone),
          `${id}, ${Number(nth) + 1}`,
        )
    }
  }
}

function faultOf(window: SaleWindow, field: string, timeZone: string) {
  if (field !== 'from' && field !== 'until') return 'not-at-counter'
  const moment = window[field]
  return moment?.kind === 'at' && wallClockFault(moment.at, timeZone) ? 'skipped-time' : 'window-never-open'
}

/** The starts of performances that are not over and not cancelled, by production. Those with impossible times are left out. */
export function startsAhead(performances: readonly StoredPerformance[], now: number): Map<string, PlannedStart[]> {
  const isAhead = ({ startsAt, timeZone, web }: StoredPerformance): boolean =>
    web.sale !== 'cancelled' && !wallClockFault(startsAt, timeZone) && instantOf(startsAt, timeZone).epochMilliseconds > now
  return Map.groupBy(performances.filter(isAhead), ({ production }) => production)
}
