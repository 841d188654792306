import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, type EmbeddedDatabase, openDatabase, startDatabase, transact } from '#db'

let folder: string
let databases: EmbeddedDatabase[] = []
let connections: Kysely<Database>[] = []
let children: ChildProcess[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'playhouse-embedded-'))
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const db of connections) await db.destroy()
  for (const database of databases) await database.stop()
  if (existsSync(join(folder, 'data', 'postmaster.pid'))) await (await startDatabase({ folder })).stop()
  await rm(folder, { recursive: true })
  ;[databases, connections, children] = [[], [], []]
})

async function start(place = folder): Promise<EmbeddedDatabase> {
  const database = await startDatabase({ folder: place })
  databases.push(database)
  return database
}
function open(database: EmbeddedDatabase): Kysely<Database> {
  const db = openDatabase(database.address, { size: 2 })
  connections.push(db)
  return db
}
const postmasterPid = async (): Promise<number> => Number.parseInt(await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8'), 10)
async function rows(db: Kysely<Database>): Promise<number[]> {
  const read = await transact(db, (trx) => sql<{ n: number }>`select n from ledger order by n`.execute(trx), { idempotent: true })
  return read.rows.map(({ n }) => n)
}

/** Another server process, which prints each number after the database has acknowledged it. */
function startWriter(): { writer: ChildProcess; acknowledged: number[]; until: (count: number) => Promise<void> } {
  const script = `
    import { openDatabase, startDatabase } from '#db'
    import { sql } from 'kysely'
    const { address } = await startDatabase({ folder: process.env.FOLDER })
    const db = openDatabase(address, { size: 1 })
    await sql\`create table if not exists ledger (n int primary key)\`.execute(db)
    for (let n = 1; ; n += 1) {
      await sql\`insert into ledger values (\${n})\`.execute(db)
      console.log(n)
    }`
  const writer = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: new URL('../../..', import.meta.url),
    env: { ...process.env, FOLDER: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(writer)
  const acknowledged: number[] = []
  const lines = createInterface({ input: writer.stdout })
  lines.on('line', (line) => acknowledged.push(Number(line)))
  const until = async (count: number): Promise<void> => {
    while (acknowledged.length < count) await once(lines, 'line')
  }
  return { writer, acknowledged, until }
}

test('starts with its own socket and folder, and stops', async () => {
  const database = await start()
  expect(database.isReattached).toBe(false)
  const { rows: settings } = await sql`
    select current_setting('listen_addresses') as listens, current_setting('data_checksums') as checksums,
      current_setting('fsync') as fsync, datlocale as locale from pg_database where datname = current_database()`.execute(open(database))
  expect(settings).toEqual([{ listens: '', checksums: 'on', fsync: 'on', locale: 'C.UTF-8' }])
  expect((await stat(join(folder, 'socket'))).mode & 0o777).toBe(0o700)
  await connections.pop()?.destroy()
  const pid = await postmasterPid()
  await database.stop()
  expect(existsSync(join(folder, 'data', 'postmaster.pid'))).toBe(false)
  await expect.poll(() => isAlive(pid)).toBe(false)
})

test('leaves PostgreSQL running after SIGKILL of the server, and the next server finds all acknowledged rows', async () => {
  const { writer, acknowledged, until } = startWriter()
  await until(50)
  writer.kill('SIGKILL')
  await once(writer, 'close')
  const database = await start()
  expect(database.isReattached).toBe(true)
  expect(await rows(open(database))).toEqual(expect.arrayContaining(acknowledged))
})

test('recovers all acknowledged rows after SIGKILL of PostgreSQL and server during writes', async () => {
  const { writer, acknowledged, until } = startWriter()
  await until(50)
  process.kill(await postmasterPid(), 'SIGKILL')
  writer.kill('SIGKILL')
  await once(writer, 'close')
  const database = await start()
  expect(database.isReattached).toBe(false)
  expect(await rows(open(database))).toEqual(expect.arrayContaining(acknowledged))
})

test('restarts PostgreSQL after SIGKILL, and transactions continue', async () => {
  const database = await start()
  const db = open(database)
  await sql`create table ledger (n int primary key)`.execute(db)
  await sql`insert into ledger values (1)`.execute(db)
  process.kill(await postmasterPid(), 'SIGKILL')
  // A backend outlives its postmaster by a moment: the connection may be lost during a commit, with an unknown outcome.
  await transact(db, (trx) => sql`insert into ledger values (2) on conflict do nothing`.execute(trx), { idempotent: true, attempts: 20 })
  expect(await rows(db)).toEqual([1, 2])
})

test('shares one PostgreSQL between two concurrent starts on an empty folder, and stops it with the last', async () => {
  const { until } = startWriter()
  const database = await start()
  await until(5)
  const db = open(database)
  expect(await rows(db)).toEqual(expect.arrayContaining([1, 2, 3, 4, 5]))
  await database.stop()
  await until(50)
  expect((await rows(db)).length).toBeGreaterThan(49)
})

test('uses the same short socket path at each start where the path of the folder is too long', async () => {
  const longFolder = join(folder, 'a'.repeat(100))
  const database = await start(longFolder)
  const socket = 'host' in database.address ? database.address.host : ''
  expect(Buffer.byteLength(`${socket}/.s.PGSQL.5432`)).toBeLessThan(108)
  expect((await sql`select 1 as one`.execute(open(database))).rows).toEqual([{ one: 1 }])
  await connections.pop()?.destroy()
  await database.stop()
  expect((await start(longFolder)).address).toEqual(database.address)
  await databases.pop()?.stop()
  await rm(socket, { recursive: true })
})

test('leaves no PostgreSQL running when it is stopped during a restart', async () => {
  const database = await start()
  const pid = await postmasterPid()
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => isAlive(pid)).toBe(false)
  await database.stop()
  expect(existsSync(join(folder, 'data', 'postmaster.pid'))).toBe(false)
})

test.runIf(process.platform === 'linux')('starts although a lock file has the process id of another program', async () => {
  await (await start()).stop()
  await writeFile(join(folder, 'data', 'postmaster.pid'), `${process.pid}\n${join(folder, 'data')}\n1\n5432\n\n\n`)
  expect((await start()).isReattached).toBe(false)
})

test('rejects a damaged data folder with an error that names the log and DATABASE_URL', async () => {
  await mkdir(join(folder, 'data'))
  await writeFile(join(folder, 'data', 'PG_VERSION'), '9.6\n')
  await expect(startDatabase({ folder })).rejects.toThrow(/PostgreSQL does not start[\s\S]*postgres\.log[\s\S]*DATABASE_URL/)
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
