import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { audit, isBusy, isConnectionLost, newId, openDatabase, publish, transact } from '#db'
import { type TestDatabase, testDatabase } from '#db/testing'
import { driverAddress } from './open-database.ts'
import type { Database } from './schema.ts'

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
  await sql`create table balance (id int primary key, amount int not null)`.execute(testDb.owner)
  await sql`create table sum_of_money (total bigint, part numeric, day date)`.execute(testDb.owner)
})
afterAll(() => testDb.drop())

async function fill(...amounts: readonly number[]): Promise<void> {
  await sql`delete from balance`.execute(testDb.db)
  for (const [id, amount] of amounts.entries()) await sql`insert into balance values (${id}, ${amount})`.execute(testDb.db)
}
async function amounts(): Promise<number[]> {
  const { rows } = await sql<{ amount: number }>`select amount from balance order by id`.execute(testDb.db)
  return rows.map(({ amount }) => amount)
}

test('commits both of two transactions that deadlock', async () => {
  await fill(100, 100)
  let tries = 0
  let holders = 0
  const bothHoldOne = Promise.withResolvers<void>()
  const move = (from: number, to: number) =>
    transact(testDb.db, async (trx) => {
      tries += 1
      await sql`update balance set amount = amount - 1 where id = ${from}`.execute(trx)
      holders += 1
      if (holders === 2) bothHoldOne.resolve()
      await bothHoldOne.promise
      await sql`update balance set amount = amount + 1 where id = ${to}`.execute(trx)
    })
  await Promise.all([move(0, 1), move(1, 0)])
  expect(await amounts()).toEqual([100, 100])
  expect(tries).toBeGreaterThan(2)
})

test('does not retry a transaction whose callback throws, and rolls it back', async () => {
  await fill(5)
  let tries = 0
  const work = transact(testDb.db, async (trx) => {
    tries += 1
    await sql`update balance set amount = 0`.execute(trx)
    throw new Error('no such seat')
  })
  await expect(work).rejects.toThrow('no such seat')
  expect([tries, await amounts()]).toEqual([1, [5]])
})

test('sends statements that start together without waiting, in their order', async () => {
  await fill()
  const log: string[] = []
  const insert = async (trx: Transaction<Database>, id: number): Promise<void> => {
    log.push(`start ${id}`)
    await sql`insert into balance values (${id}, ${id})`.execute(trx)
    log.push(`end ${id}`)
  }
  const query = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => query.mockRestore())
  await transact(testDb.db, async (trx) => {
    query.mockClear()
    const inserts = [1, 2, 3].map((id) => insert(trx, id))
    expect(query, 'sent before any reply').toHaveBeenCalledTimes(3)
    await Promise.all(inserts)
  })
  expect(log).toEqual(['start 1', 'start 2', 'start 3', 'end 1', 'end 2', 'end 3'])
  expect(await amounts()).toEqual([1, 2, 3])
})

test('rejects with the first error of statements that start together, and rolls all back', async () => {
  await fill(5)
  const work = transact(testDb.db, (trx) =>
    Promise.all([
      sql`update balance set amount = 6`.execute(trx),
      sql`insert into balance values (0, 1)`.execute(trx),
      sql`update balance set amount = 7`.execute(trx),
    ]),
  )
  await expect(work).rejects.toMatchObject({ code: '23505' })
  expect(await amounts()).toEqual([5])
})

test('rejects the statements behind a failed one with its error, also where its promise rejects later', async () => {
  await fill(5)
  const pause = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  }
  const work = transact(testDb.db, (trx) => {
    const failing = sql`insert into balance values (0, 1)`.execute(trx).catch(async (error: unknown) => {
      await pause()
      throw error
    })
    return Promise.all([failing, sql`update balance set amount = 7`.execute(trx)])
  })
  await expect(work).rejects.toMatchObject({ code: '23505' })
  expect(await amounts()).toEqual([5])
})

test('runs no statement of a branch that the failed transaction has left behind', async () => {
  await fill(5)
  const branch = Promise.withResolvers<unknown>()
  const work = transact(testDb.db, async (trx) => {
    const takeAll = async (): Promise<void> => {
      await sql`select 1`.execute(trx)
      await sql`update balance set amount = 0`.execute(trx)
    }
    branch.resolve(takeAll().catch((error: unknown) => error))
    throw new Error('no such seat')
  })
  await expect(work).rejects.toThrow('no such seat')
  expect(await branch.promise).toBeInstanceOf(Error)
  expect(await amounts()).toEqual([5])
})

test('repeats a transaction on a new connection when the first is lost before the commit', async () => {
  await fill(5)
  let tries = 0
  await transact(testDb.db, async (trx) => {
    tries += 1
    await sql`update balance set amount = amount + 1`.execute(trx)
    if (tries === 1) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx)
  })
  expect([tries, await amounts()]).toEqual([2, [6]])
})

test('leaves a server that became a standby and connects to its successor', async () => {
  await fill(5)
  const name = (await sql<{ name: string }>`select current_database() as name`.execute(testDb.db)).rows[0]!.name
  const setReadOnly = (is: 'on' | 'off') =>
    sql.raw(`alter database ${name} set default_transaction_read_only = ${is}`).execute(testDb.owner)
  await setReadOnly('on')
  const db = openDatabase(testDb.address, { size: 1 })
  const spend = (attempts: number) => transact(db, (trx) => sql`update balance set amount = amount - 1`.execute(trx), { attempts })
  try {
    const refusal = await spend(2).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: '25006' })
    expect(isConnectionLost(refusal), 'the visitor is asked to wait').toBe(true)
    // A connection that was opened before stays read-only.
    const before = spend(7)
    await setReadOnly('off')
    await before
    expect(await amounts()).toEqual([4])
  } finally {
    await setReadOnly('off')
    await db.destroy()
  }
})

test.each(['EAI_AGAIN', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', '57P05', '25P03'])('classifies %s as a lost connection', (code) => {
  expect(isConnectionLost(Object.assign(new Error('lost'), { code }))).toBe(true)
})

test.each(['53100', '53200', '53300', '53400'])('classifies %s as a busy database', (code) => {
  expect(isBusy(Object.assign(new Error('full'), { code }))).toBe(true)
})

test('asks once for a connection of a pool in which none becomes free, because a retry would lengthen its queue', async () => {
  const pool = new pg.Pool({ ...driverAddress(testDb.address), max: 1 })
  const holder = await pool.connect()
  pool.options.connectionTimeoutMillis = 20
  onTestFinished(async () => {
    holder.release()
    await pool.end()
  })
  const connect = vi.fn(() => pool.connect())
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: { connect, end: () => pool.end(), options: {} } }) })
  const failure = await transact(db, async () => {}, { idempotent: true }).catch((error: unknown) => error)
  expect(isBusy(failure), String(failure)).toBe(true)
  expect(connect).toHaveBeenCalledTimes(1)
})

test('fails after the lock timeout instead of waiting for a lock', async () => {
  await fill(5)
  const release = Promise.withResolvers<void>()
  const isLocked = Promise.withResolvers<void>()
  const holder = transact(testDb.db, async (trx) => {
    await sql`select from balance for update`.execute(trx)
    isLocked.resolve()
    await release.promise
  })
  await isLocked.promise
  await expect(transact(testDb.db, (trx) => sql`update balance set amount = 0`.execute(trx), { attempts: 1 })).rejects.toMatchObject({
    code: '55P03',
  })
  release.resolve()
  await holder
})

test('reads a bigint as a number or throws, reads a date as text, and sets the timeouts', async () => {
  await sql`insert into sum_of_money values (4500, 1.5, '2026-10-25')`.execute(testDb.db)
  const { rows } = await sql<{ total: number; day: string }>`select total, day, count(*) over () as rows from sum_of_money`.execute(
    testDb.db,
  )
  expect(rows).toEqual([{ total: 4500, day: '2026-10-25', rows: 1 }])
  await expect(sql`select 9007199254740993::bigint`.execute(testDb.db)).rejects.toThrow(/9007199254740993/)
  const { rows: limits } = await sql`select current_setting('statement_timeout') as s, current_setting('lock_timeout') as l`.execute(
    testDb.db,
  )
  expect(limits).toEqual([{ s: '5s', l: '1s' }])
})

test('drops a connection that no longer answers, and repeats the transaction on another', async () => {
  const db = openDatabase(testDb.address, { size: 1, queryTimeoutMs: 1_500 })
  try {
    const backend = (trx = db) => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx).then(({ rows }) => rows[0]!.pid)
    const before = await backend()
    const backends: number[] = []
    await transact(db, async (trx) => {
      backends.push(await backend(trx))
      if (backends.length === 1) await sql`select pg_sleep(4)`.execute(trx)
    })
    expect(backends).toEqual([before, expect.any(Number)])
    expect(backends[1]).not.toBe(before)
    const timeout = await sql`select pg_sleep(4)`.execute(db).catch((error: unknown) => error)
    expect(timeout).toMatchObject({ message: 'Query read timeout' })
    expect(isConnectionLost(timeout)).toBe(true)
  } finally {
    await db.destroy()
  }
})

test('commits or rolls back audit and outbox rows with their transaction', async () => {
  const work = (fate: 'good' | 'bad') =>
    transact(testDb.db, async (trx) => {
      await audit(trx, {
        actor: 'visitor',
        subject: 'order',
        subjectId: newId(),
        verb: 'paid',
        from: 'awaiting',
        to: 'confirmed',
        detail: { total: 4500 },
      })
      await publish(trx, 'mail.order-confirmed', 'order-1', { order: 'order-1' })
      if (fate === 'bad') throw new Error('too late')
    })
  await work('good')
  await expect(work('bad')).rejects.toThrow('too late')
  const entries = await testDb.db.selectFrom('audit').selectAll().execute()
  const messages = await testDb.db.selectFrom('outbox').selectAll().execute()
  expect(entries).toMatchObject([
    { verb: 'paid', from_state: 'awaiting', to_state: 'confirmed', request_id: null, detail: { total: 4500 }, at: expect.any(Date) },
  ])
  expect(messages).toMatchObject([
    { topic: 'mail.order-confirmed', key: 'order-1', payload: { order: 'order-1' }, tries: 0, done_at: null },
  ])
})

test('creates ids that sort by the millisecond of their creation', () => {
  const moments = Array.from({ length: 10_000 }, () => newId().slice(0, 13))
  expect(moments.toSorted()).toEqual(moments)
})

test('rejects promptly with a clear error where there is no database', async () => {
  const unreachable = openDatabase({ host: '/nonexistent', port: 1, user: 'x', database: 'x' })
  await expect(transact(unreachable, (trx) => sql`select 1`.execute(trx), { attempts: 2 })).rejects.toThrow(/ENOENT/)
})
