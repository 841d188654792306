import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { isBusy, openDatabase, Overloaded, transact, WaitBudget, withBudget } from '#db'
import { testDatabase } from '#db/testing'
import { NestedConnection, outsideTransaction } from './nested-connection.ts'

/** A pool of one connection, which is lent out until `free` is called. */
async function openBusyPool(maxWaiting: number) {
  const testDb = await testDatabase()
  const db = openDatabase(testDb.address, { size: 1, maxWaiting })
  const lent = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  const holding = db.connection().execute(async () => {
    lent.resolve()
    await free.promise
  })
  onTestFinished(async () => {
    free.resolve()
    await holding
    await db.destroy()
    await testDb.drop()
  })
  await lent.promise
  const ask = () => sql<{ one: number }>`select 1 as one`.execute(db)
  return { db, ask, free: free.resolve }
}

it('refuses a second connection inside a transaction, and only there', async () => {
  await using testDb = await testDatabase()
  const ask = () => sql`select 1`.execute(testDb.db)
  await expect(transact(testDb.db, ask)).rejects.toBeInstanceOf(NestedConnection)
  await expect(transact(testDb.db, async () => outsideTransaction(ask))).resolves.toBeDefined()
  let later: Promise<unknown> | undefined
  const ended = Promise.withResolvers<void>()
  await transact(testDb.db, async () => {
    later = ended.promise.then(ask)
  })
  ended.resolve()
  await expect(later).resolves.toBeDefined()
})

it('refuses a request whose wait budget is spent, and keeps the connection that comes later for others', async () => {
  const { ask, free } = await openBusyPool(10)
  const refusal = await withBudget(new WaitBudget(50), ask).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(Overloaded)
  expect(isBusy(refusal)).toBe(true)
  const patient = withBudget(new WaitBudget(60_000), ask)
  free()
  expect((await patient).rows).toEqual([{ one: 1 }])
})

it('refuses a request at once where too many wait, and lets background work wait', async () => {
  const { ask, free } = await openBusyPool(1)
  const first = withBudget(new WaitBudget(60_000), ask)
  const background = ask()
  await expect(withBudget(new WaitBudget(60_000), ask)).rejects.toBeInstanceOf(Overloaded)
  free()
  expect(await Promise.all([first, background])).toMatchObject([{ rows: [{ one: 1 }] }, { rows: [{ one: 1 }] }])
})

it('counts waits at the same time once, and no time spent working', async () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => void vi.restoreAllMocks())
  const budget = new WaitBudget(1_000)
  const ends = [1, 2, 3].map(() => Promise.withResolvers<void>())
  const waits = ends.map(({ promise }) => budget.trackWait(promise))
  now = 100
  expect(budget.left).toBe(900)
  ends[0]!.resolve()
  await waits[0]
  now = 300
  for (const { resolve } of ends) resolve()
  await Promise.all(waits)
  now = 10_000
  expect(budget.left).toBe(700)
  budget.spend(1_000)
  expect(budget.left).toBe(0)
})
