import { expect } from 'vitest'
import type { ApiClient } from '@playhouse/api-client/client'
import { type Plan, type PlanData, readPlan, writePlan } from '@playhouse/domain/plan'
import { bands, type PriceList } from '@playhouse/domain/pricing'
import { longestWait } from '@playhouse/testing/time-limit'
import type { Fleet } from './fleet.ts'
import { valueOf } from './programmer.ts'

/** Adds a plan of the hall without row A, and its price list. @returns both plans by their versions */
export async function addSmallerPlan(
  { db }: Fleet['theatre'],
  { rows: rowsBefore, seatsInRow }: { readonly rows: number; readonly seatsInRow: number },
): Promise<ReadonlyMap<string, Plan>> {
  const { data } = await db.selectFrom('hall_plan').select('data').where('hall', '=', 'small').executeTakeFirstOrThrow()
  const first = JSON.parse(data) as PlanData
  const plan = readPlan(first)
  const rows = Array.from({ length: rowsBefore - 1 }, (_, nth) => String.fromCodePoint(66 + nth))
  const outline: [number, number][] = [
    [-50, -50],
    [2_000, -50],
    [2_000, 2_000],
    [-50, 2_000],
  ]
  const second = writePlan({
    ...{ hall: 'small', version: '2', name: 'The small house', stage: first.stage, views: first.views },
    areas: [
      {
        ...{ id: 'stalls', view: 'house', name: 'Stalls', outline, floorsAboveStage: 0, stepFree: true, steps: 0 },
        ...{ entrance: 'Main door', toiletMetres: 20 },
        rows: rows.map((label, row) => ({
          label,
          seats: Array.from({ length: seatsInRow }, (_, seat) => ({
            number: String(seat + 1),
            x: seat * 55,
            y: (row + 1) * 90,
            z: (row + 1) * 15,
          })),
        })),
      },
    ],
  })
  await db
    .insertInto('hall_plan')
    .values({ hall: 'small', version: '2', name: second.name, data: JSON.stringify(second) })
    .execute()
  const { data: list } = await db.selectFrom('price_list').select('data').where('id', '=', 'small-week').executeTakeFirstOrThrow()
  const half = rowsBefore / 2
  const other: PriceList = {
    ...{ ...list, id: 'small-other', planVersion: '2' },
    seatBands: [
      [bands.indexOf('a'), (half - 1) * seatsInRow],
      [bands.indexOf('b'), half * seatsInRow],
    ],
  }
  await db
    .insertInto('price_list')
    .values({ id: other.id, hall: 'small', data: JSON.stringify(other) })
    .execute()
  return new Map([
    ['1', plan],
    ['2', readPlan(second)],
  ])
}

/** Gives the performance another plan, as the screen does: a preview, then its moves; again where orders have changed in between. */
export async function changePlan(programmer: ApiClient, instance: string, planVersion: string, priceList: string): Promise<void> {
  const params = { instance }
  const other = { planVersion, priceList, byHand: [] }
  let { moves } = valueOf(await programmer.replans.preview({ params, body: other }))
  const attempt = async (): Promise<boolean> => {
    const planned = valueOf(await programmer.planning.production({ params: { event: 'the-tempest' } }))
    const { version } = planned.performances.find(({ id }) => id === instance)!
    const confirmed = moves.flatMap(({ from, to }) => (to ? [{ from: from.id, to: to.id }] : []))
    const applied = await programmer.replans.apply({ params, body: { ...other, version, moves: confirmed, reason: 'Thrust stage' } })
    // Only for the moment in which too many baskets are being changed.
    if (!applied.ok) expect(['change-has-dependents', 'service-unavailable']).toContain(applied.error.code)
    else moves = applied.value.replan.moves
    return applied.ok && applied.value.changeSet !== null
  }
  await expect.poll(attempt, { timeout: longestWait, interval: 20 }).toBe(true)
}

/** The plan that each process serves. */
export const plansServed = (fleet: Fleet, instance: string): Promise<string[]> =>
  Promise.all(
    fleet.members.map(async ({ process }) => {
      const reply = (await (await fetch(`${process.origin}/api/instances/${instance}`)).json()) as { planVersion: string }
      return reply.planVersion
    }),
  )
