import { priceListEditProblem, type StoredPriceList } from '@playhouse/domain/price-list-plan'
import {
  applyPriceSchedule,
  isAhead,
  type PriceScheduleEdit,
  priceScheduleOf,
  priceScheduleProblem,
  scheduledFields,
  type StoredPriceSchedule,
} from '@playhouse/domain/price-schedule'
import { problem } from '@playhouse/domain/problem'
import { fail } from '@playhouse/domain/result'
import type { ChangeDependent, ChangeRow } from '@playhouse/domain/change'
import type { PlannedPriceList } from '#contract'
import type { MockShop } from './mock-shop.ts'
import type { PlannedProgramme } from './planned-programme.ts'

type Scheduling = { readonly version: number; readonly schedule: PriceScheduleEdit; readonly reason?: string | undefined }

/** Scheduled prices of a mock shop. Those whose moment is over change their list before the next call that reads or changes price lists. */
export function createMockSchedules(shop: MockShop, planned: () => PlannedProgramme, isLive: (list: string) => boolean) {
  const refused = new Set<string>()
  const { timeZone } = shop.brand
  const inOrder = () =>
    [...planned().things['price-schedule']].toSorted(([, { value: a }], [, { value: b }]) =>
      a.from < b.from ? -1 : a.from > b.from ? 1 : 0,
    )

  /** Changes the lists whose scheduled prices begin to hold. */
  function applyDue(): void {
    for (const [id, { value }] of inOrder()) {
      if (refused.has(id) || isAhead(value.from, timeZone, shop.now())) continue
      const change = (current: StoredPriceList): StoredPriceList => applyPriceSchedule(current, value)
      const by = planned().lastChanger('price-schedule', id)
      const applied = planned().apply(
        { by, kind: 'edit-price-list' },
        [{ subject: 'price-list', id: value.priceList, version: 'any', change }],
        {
          check: ([row]) =>
            row && priceListEditProblem(row.before as StoredPriceList, row.after as StoredPriceList, isLive(value.priceList)),
        },
      )
      if (applied.ok) planned().things['price-schedule'].delete(id)
      else refused.add(id)
    }
  }

  return {
    applyDue,
    /** The scheduled prices of a list that do not hold yet, beside its current prices. */
    of: (list: string, current: StoredPriceList): PlannedPriceList['scheduled'] =>
      inOrder()
        .filter(([, { value }]) => value.priceList === list)
        .map(([id, { value }]) => ({
          ...{ id, from: value.from, isRefused: refused.has(id) },
          fields: scheduledFields(current, value),
        })),
    schedule(by: string, list: string, { version, schedule, reason }: Scheduling) {
      const stored = planned().things['price-list'].get(list)
      if (!stored) return fail(problem('page-not-found'))
      if (stored.version !== version)
        return fail(problem('changed-meanwhile', { version: stored.version, by: planned().lastChanger('price-list', list) }))
      const refusal = priceScheduleProblem(stored.value, schedule, { timeZone, now: shop.now(), isLive: isLive(list) })
      if (refusal) return fail(refusal)
      const change = (): StoredPriceSchedule => priceScheduleOf(list, stored.value, schedule)
      return planned().apply({ by, kind: 'schedule-prices', reason }, [
        { subject: 'price-schedule', id: crypto.randomUUID(), version: 'new', change },
      ])
    },
    withdraw(by: string, list: string, id: string) {
      if (planned().things['price-schedule'].get(id)?.value.priceList !== list) return fail(problem('page-not-found'))
      return planned().apply({ by, kind: 'withdraw-prices' }, [{ subject: 'price-schedule', id, version: 'any', change: () => null }])
    },
  }
}

/** What stands against undoing that scheduled prices were withdrawn: their moment is over. */
export const scheduleDependents = (shop: Pick<MockShop, 'brand' | 'now'>, rows: readonly ChangeRow[]): ChangeDependent[] =>
  rows.flatMap(({ before, after }) => {
    if (before === null || after !== null) return []
    const { priceList, from } = before as StoredPriceSchedule
    return isAhead(from, shop.brand.timeZone, shop.now()) ? [] : [{ kind: 'change' as const, id: priceList, count: 1 }]
  })
