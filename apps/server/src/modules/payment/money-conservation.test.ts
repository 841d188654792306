import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assertAsyncProperty } from '@playhouse/testing/property'
import { timeLimit } from '@playhouse/testing/time-limit'
import { expectInvariants } from '#testing'
import { expectConserved, expectLedgerEven, readUnevenOrders, recover } from './testing/money-accounts.ts'
import { stepWithCrash } from './testing/money-steps.ts'
import { openWorld, type World } from './testing/money-world.ts'

/** Whether an order was paid that holds two kinds of tickets and items, and a process was killed. */
async function isOfUse({ db, countCrashes }: World): Promise<boolean> {
  const lines = await db.selectFrom('order_line').select(['order_id', 'kind']).execute()
  const kinds = new Map<string, Set<string>>()
  for (const { order_id, kind } of lines) kinds.set(order_id, (kinds.get(order_id) ?? new Set()).add(kind))
  return countCrashes() > 0 && [...kinds.values()].some((of) => of.size > 1)
}

it(
  'conserves money over any sequence of mixed baskets, payments, returns, refunds and killed processes',
  { timeout: timeLimit(300_000) },
  async () => {
    await assertAsyncProperty(
      [fc.array(stepWithCrash, { minLength: 110, maxLength: 140 })],
      async (skip, steps) => {
        await using world = await openWorld()
        for (const { step, crash } of steps) await world.run(step, crash)
        for (const isRecovered of [false, true]) {
          if (isRecovered) await recover(world)
          await expectInvariants(world.theatre)
          await expectConserved(world)
          expect(await readUnevenOrders(world)).toEqual([])
          await expectLedgerEven(world)
        }
        if (!(await isOfUse(world))) skip()
      },
      { numRuns: 10, endOnFailure: true },
    )
  },
)
