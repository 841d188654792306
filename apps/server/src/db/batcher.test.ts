import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { currentBudget, Overloaded, WaitBudget, withBudget } from './overload.ts'
import { createBatcher } from './batcher.ts'

const sequential = { concurrency: 1, maxBatchSize: 10, maxWaiting: 100, conflictKeys: () => [] }

describe('a batcher', () => {
  it('starts the first batch at once, and puts items that arrive meanwhile into the next batch', async () => {
    const groups: number[][] = []
    const double = createBatcher(async (items: readonly number[]) => {
      groups.push([...items])
      await new Promise(setImmediate)
      return items.map((item) => 2 * item)
    }, sequential)
    const first = double(1)
    await new Promise(setImmediate)
    const others = [double(2), double(3), double(4)]
    expect(await Promise.all([first, ...others])).toEqual([2, 4, 6, 8])
    expect(groups).toEqual([[1], [2, 3, 4]])
  })

  it('runs the items of a failed batch one by one, so that only the invalid item fails', async () => {
    const divide = createBatcher(async (items: readonly number[]) => {
      if (items.includes(0)) throw new RangeError('by nothing')
      return items.map((item) => 12 / item)
    }, sequential)
    const responses = await Promise.allSettled([divide(2), divide(0), divide(3)])
    expect(responses).toMatchObject([{ value: 6 }, { reason: new RangeError('by nothing') }, { value: 4 }])
  })

  it('rejects an item when too many are waiting, and when the wait budget of its request is used up', async () => {
    const free = Promise.withResolvers<void>()
    const options = { ...sequential, maxWaiting: 2 }
    const double = createBatcher(async (items: readonly number[]) => {
      await free.promise
      return items.map((item) => 2 * item)
    }, options)
    const first = double(1)
    await new Promise(setImmediate)
    const limited = withBudget(new WaitBudget(300), () => double(2))
    const unlimited = double(3)
    await expect(double(4)).rejects.toBeInstanceOf(Overloaded)
    await expect(limited).rejects.toBeInstanceOf(Overloaded)
    free.resolve()
    expect(await Promise.all([first, unlimited])).toEqual([2, 6])
  })

  it('rejects every item whose wait budget ends while the queue is checked', async () => {
    const free = Promise.withResolvers<void>()
    const double = createBatcher(async (items: readonly number[]) => {
      await free.promise
      return items.map((item) => 2 * item)
    }, sequential)
    const first = double(1)
    await new Promise(setImmediate)
    // Time passes with each look at the clock, as on a busy machine.
    let now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 5))
    onTestFinished(() => clock.mockRestore())
    const waiting = Array.from({ length: 30 }, (_, nth) => withBudget(new WaitBudget(300 + 5 * nth), () => double(nth)))
    const outcomes = await Promise.allSettled(waiting)
    expect(outcomes.map(({ status }) => status)).toEqual(waiting.map(() => 'rejected'))
    free.resolve()
    expect(await first).toBe(2)
  })

  it('gives a batch the longest wait budget of its items, and no limit where one item has none', async () => {
    const free = Promise.withResolvers<void>()
    const budgets: (number | undefined)[] = []
    const double = createBatcher(async (items: readonly number[]) => {
      const budget = currentBudget()
      budgets.push(budget && Math.ceil(budget.left))
      await (items.includes(1) ? free.promise : undefined)
      // A pool without a free connection, which waits as long as the budget lasts.
      if (budget && budget.left < 1_000) throw new Overloaded('no database connection became free in time')
      return items.map((item) => 2 * item)
    }, sequential)
    const withinBudget = (milliseconds: number, item: number) => withBudget(new WaitBudget(milliseconds), () => double(item))
    const first = double(1)
    await new Promise(setImmediate)
    const mixed = [withinBudget(500, 2), withinBudget(60_000, 3)]
    free.resolve()
    expect(await Promise.all([first, ...mixed])).toEqual([2, 4, 6])
    const last = [withinBudget(500, 4), double(5)]
    expect(await Promise.all(last)).toEqual([8, 10])
    expect(budgets).toEqual([undefined, expect.any(Number), undefined])
    expect(budgets[1]).toBeGreaterThan(30_000)
  })

  it('never runs items with the same key at the same time, never exceeds its limits, and answers every item', async () => {
    const anyItem = fc.uniqueArray(fc.integer({ min: 0, max: 5 }), { maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(anyItem, { maxLength: 30 }),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 4 }),
        async (scheduler, requests, concurrency, maxBatchSize) => {
          const touched: number[] = []
          const order: number[][] = requests.map(() => [])
          let groups = 0
          const touch = createBatcher(
            async (items: readonly { nth: number; keys: readonly number[] }[]) => {
              groups += 1
              expect(groups).toBeLessThanOrEqual(concurrency)
              expect(items.length).toBeLessThanOrEqual(maxBatchSize)
              for (const { keys, nth } of items)
                for (const thing of keys) {
                  expect(touched).not.toContain(thing)
                  touched.push(thing)
                  order[thing]?.push(nth)
                }
              await scheduler.schedule(Promise.resolve())
              for (const { keys } of items) for (const thing of keys) touched.splice(touched.indexOf(thing), 1)
              groups -= 1
              return items.map(({ nth }) => nth)
            },
            { concurrency, maxBatchSize, maxWaiting: 100, conflictKeys: ({ keys }) => keys.map(String) },
          )
          const responses = Promise.all(requests.map((keys, nth) => touch({ keys, nth })))
          await scheduler.waitFor(responses)
          expect(await responses).toEqual(requests.map((_, nth) => nth))
          for (const nths of order) expect(nths).toEqual(nths.toSorted((a, b) => a - b))
        },
      ),
    )
  })
})
