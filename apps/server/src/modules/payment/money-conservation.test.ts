import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assertAsyncProperty } from '@playhouse/testing/property'
import { timeLimit } from '@playhouse/testing/time-limit'
import { expectInvariants } from '#testing'
import { expectConserved, expectLedgerEven, readUnevenGifts, readUnevenOrders, recover } from './testing/money-accounts.ts'
import { type CrashingStep, giftStepWithCrash, stepWithCrash } from './testing/money-steps.ts'
import { openWorld, type World } from './testing/money-world.ts'

/** Whether an order was paid that holds two kinds of tickets and items. */
async function hasMixedOrder({ db }: World): Promise<boolean> {
  const lines = await db.selectFrom('order_line').select(['order_id', 'kind']).execute()
  const kinds = new Map<string, Set<string>>()
  for (const { order_id, kind } of lines) kinds.set(order_id, (kinds.get(order_id) ?? new Set()).add(kind))
  return [...kinds.values()].some((of) => of.size > 1)
}

/** Whether one gift membership was claimed and another one was returned. */
async function hasClaimAndReturn({ db }: World): Promise<boolean> {
  const claimed = await db.selectFrom('membership').select('id').where('order_id', 'is', null).execute()
  const items = db.selectFrom('order_item').select('id').where('kind', '=', 'gift-membership')
  return claimed.length > 0 && (await items.where('returned_at', 'is not', null).execute()).length > 0
}

/**
 * Runs a sequence of steps, and compares all books before and after the recovery from its crashes.
 * @returns the orders and gift memberships that disagree with their books
 */
async function runSteps(world: World, steps: readonly CrashingStep[]): Promise<unknown[]> {
  for (const { step, crash } of steps) await world.run(step, crash)
  const uneven: unknown[] = []
  for (const isRecovered of [false, true]) {
    if (isRecovered) await recover(world)
    await expectInvariants(world.theatre)
    await expectConserved(world)
    await expectLedgerEven(world)
    uneven.push(...(await readUnevenOrders(world)), ...(await readUnevenGifts(world)))
  }
  return uneven
}

it(
  'conserves money over any sequence of mixed baskets, payments, returns, refunds and killed processes',
  { timeout: timeLimit(300_000) },
  async () => {
    await assertAsyncProperty(
      [fc.array(stepWithCrash, { minLength: 110, maxLength: 140 })],
      async (skip, steps) => {
        await using world = await openWorld()
        expect(await runSteps(world, steps)).toEqual([])
        if (world.countCrashes() === 0 || !(await hasMixedOrder(world))) skip()
      },
      { numRuns: 10, endOnFailure: true },
    )
  },
)

it(
  'conserves money over any sequence of gift memberships that are bought, claimed, returned and killed processes',
  { timeout: timeLimit(300_000) },
  async () => {
    await assertAsyncProperty(
      [fc.array(giftStepWithCrash, { minLength: 40, maxLength: 60 })],
      async (skip, steps) => {
        await using world = await openWorld()
        expect(await runSteps(world, steps)).toEqual([])
        if (world.countCrashes() === 0 || !(await hasClaimAndReturn(world))) skip()
      },
      { numRuns: 6, endOnFailure: true },
    )
  },
)
