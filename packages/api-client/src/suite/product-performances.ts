import { expect } from 'vitest'
import { type Money, money } from '@playhouse/domain/money'
import type { ApiClient } from '#client'
import { code, value } from './visitor.ts'

/** The performances for which a product without any is sold; the product has the variant `red` for 14.00. */
export async function describeProductPerformances(programmer: ApiClient, product: string): Promise<void> {
  const params = { product }
  const read = async () => value(await programmer.productPerformances.read({ params }))
  const none = await read()
  expect(none.performances).toEqual([])
  const [first, second] = await openPerformances(programmer)
  const sell = (instances: readonly string[], variants: Record<string, { price: Money; fee: Money } | null> | null, version: number) =>
    programmer.productPerformances.change({ params, body: { version, instances: [...instances], variants } })
  const own = { price: money(10_00), fee: money(1_00) }
  const both = value(await sell([first!.id, second!.id], { red: own }, none.version))
  const shown = (variants: object[]) => variants.map((each) => ({ variant: 'red', ...each, sold: 0, held: 0 }))
  expect(both.performances).toEqual(
    [first!, second!].map(({ id, startsAt, title }) => ({ id, title, startsAt, variants: shown([{ price: 10_00, fee: 1_00 }]) })),
  )
  const usual = value(await sell([second!.id], { red: null }, both.version))
  expect(usual.performances.map(({ variants }) => variants)).toEqual([
    shown([{ price: 10_00, fee: 1_00 }]),
    shown([{ price: null, fee: null }]),
  ])
  expect(value(await sell([second!.id], { red: null }, usual.version))).toEqual({ ...usual, changeSet: null })
  // A second person who read an older version gets a problem, and overwrites nothing.
  expect(await sell([first!.id], null, both.version)).toMatchObject({
    error: { code: 'changed-meanwhile', params: { version: usual.version } },
  })
  const refused = async (instances: readonly string[], variants: Record<string, { price: Money; fee: Money }>) => {
    const reply = await sell(instances, variants, usual.version)
    return reply.ok || reply.error.code !== 'invalid-input' ? reply : reply.error.params.fields
  }
  expect(await refused(['no-such-performance'], { blue: own })).toEqual(['instances', 'variants.blue'])
  expect(await refused([first!.id], { red: { price: money(1_00), fee: money(2_00) } })).toEqual(['variants.red'])
  expect(code(await programmer.productPerformances.read({ params: { product: 'none' } }))).toBe('page-not-found')
  const ended = value(await sell([first!.id], null, usual.version))
  expect(ended.performances.map(({ id }) => id)).toEqual([second!.id])
  for (const { changeSet } of [ended, usual, both]) value(await programmer.planning.undo({ params: { change: changeSet! }, body: {} }))
  expect(await read()).toEqual(none)
}

/** Two performances that are not over, the first to start first. */
export async function openPerformances(
  programmer: ApiClient,
): Promise<{ readonly id: string; readonly startsAt: string; readonly title: string }[]> {
  const { productions } = value(await programmer.planning.productions())
  for (const { id: event, performances } of productions) {
    if (performances < 2) continue
    const { production, performances: planned } = value(await programmer.planning.production({ params: { event } }))
    const open = planned
      .filter(({ startsAt, web }) => web.sale !== 'cancelled' && Date.parse(`${startsAt}Z`) > Date.now() + 2 * 86_400_000)
      .toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))
    if (open.length >= 2) return open.slice(0, 2).map(({ id, startsAt }) => ({ id, startsAt, title: production.title }))
  }
  throw new Error('there are no performances to come')
}
