import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { createCatalogue } from '../../apps/server/src/modules/catalogue/index.ts'
import { importProgramme, type Planner } from '../../apps/server/src/modules/planning/index.ts'
import { closest, readSheets, writeWorkbook } from '../../apps/server/src/modules/spreadsheet/index.ts'
import { type Cell, readProgramme } from '../../packages/domain/src/planning/programme-file/index.ts'
import { halls, openBenchShop, seatName, startServer, urlOf } from '../engine/bench-shop.ts'
import { someNetwork } from '../engine/http.ts'
import { KeepAlive, request } from '../engine/keep-alive.ts'
import { median } from '../engine/measure.ts'

// pnpm bench:import: a workbook with 5,000 published performances, read, checked and imported, compared with `INSERT … SELECT` of the same
// rows, and the holds of a server
// during an import by the command line, compared with those of the same server at rest. In one run on one machine.

const rounds = process.argv.includes('--quick') ? 2 : 5
const [productions, perProduction] = [50, 100]
const performances = productions * perProduction
/**
 * Holds per second while they are measured, and milliseconds of the phase at rest. An import sees about 240 of them: of a hundred, the p99 would
 * be the slowest.
 */
const [holdsPerSecond, restMs] = [100, 8_000]
const budgets = JSON.parse(readFileSync(new URL('budgets.json', import.meta.url), 'utf8')) as Record<string, { most: number }>

const bench = await openBenchShop([halls.small, halls.vast])
const { db } = bench
const deps = { db, catalogue: createCatalogue(db), brand: { locales: ['en' as const] }, timeZone: 'Europe/London', memberships: [] }
const planner: Planner = { staff: null, actor: { name: 'operator' } }

/** Four performances a day, so that none clashes in the hall. */
function performanceRow(nth: number): Cell[] {
  const day = new Date(Date.UTC(2090, 0, 1 + Math.floor(nth / 4))).toISOString().slice(0, 10)
  return [
    `new-${nth}`,
    `play-${nth % productions}`,
    day,
    ['09:00', '13:00', '17:00', '21:00'][nth % 4]!,
    'small',
    'new',
    '2020-01-01 10:00',
    'published',
  ]
}
const types = Array.from({ length: 20 }, (_, nth) => `type-${nth}`)
const workbook = await writeWorkbook([
  {
    name: 'price lists',
    rows: [
      ['price list', 'name', 'hall', 'bands of seats'],
      ['new', 'New', 'small', 'a 600, b 400'],
    ],
  },
  { name: 'price types', rows: [['price list', 'price type', 'name', 'kind'], ...types.map((id) => ['new', id, id, 'full'])] },
  {
    name: 'prices',
    rows: [
      ['price list', 'band', 'price type', 'price', 'fee'],
      ...['a', 'b'].flatMap((band) => types.map((id, nth) => ['new', band, id, 20 + nth, 2])),
    ],
  },
  {
    name: 'productions',
    rows: [
      ['production', 'title', 'running time', 'language', 'state'],
      ...Array.from({ length: productions }, (_, nth) => [`play-${nth}`, `Play ${nth}`, 60, 'en', 'published']),
    ],
  },
  {
    name: 'performances',
    rows: [
      ['performance', 'production', 'date', 'time', 'hall', 'price list', 'general sale', 'state'],
      ...Array.from({ length: performances }, (_, nth) => performanceRow(nth)),
    ],
  },
])

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

async function importAll(): Promise<void> {
  const sheets = await readSheets(workbook, 'season')
  if (!sheets.ok) throw new Error(sheets.error)
  const { problems, things } = await importProgramme(deps, planner, readProgramme(sheets.value, closest), { isPreview: false })
  if (problems.length > 0) throw new Error(JSON.stringify(problems.slice(0, 3)))
  if (things.length !== performances + productions + 1) throw new Error(`${things.length} things imported`)
}

/** Runs the import as an operator does, in a process of the command line: what it computes does not delay the measuring one. */
async function runCommand(): Promise<void> {
  const child = spawn(process.execPath, [...operatorArgs, 'import', file], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DATABASE_URL: urlOf(bench.address), SECRET: 'the secret of a bench, of thirty-two characters' },
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`the import ended with ${code}`)
}

/** Leaves statistics of a season as large as the next one, as in a theatre that imports one each year. */
async function removeImported(): Promise<void> {
  await sql`analyze performance`.execute(db)
  await sql`delete from performance where id like 'new-%'`.execute(db)
  await sql`delete from production where id like 'play-%'`.execute(db)
  await sql`delete from price_list where id = 'new'`.execute(db)
}

/** The columns of a table, without its version, which a trigger counts. */
async function insertSelect(): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`insert into price_list select * from kept_list`.execute(trx)
    await sql`insert into production select * from kept_production`.execute(trx)
    await sql`insert into performance select * from kept_performance`.execute(trx)
  })
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Sends holds at a steady rate until a moment. @returns milliseconds of each, the slowest last */
async function holdUntil(port: number, isOver: () => boolean): Promise<number[]> {
  // This process has imported a season: its garbage must not pause the clients.
  collectGarbage()
  const clients = await Promise.all(Array.from({ length: 16 }, () => KeepAlive.to(port)))
  // A connection takes one request at a time.
  const ends: Promise<unknown>[] = clients.map(() => Promise.resolve())
  const latencies: number[] = []
  const startedAt = performance.now()
  for (let nth = 0; !isOver(); nth++) {
    const due = startedAt + (nth * 1_000) / holdsPerSecond
    if (due > performance.now()) await wait(due - performance.now())
    const body = JSON.stringify({ instance: halls.vast.id, seats: [{ seat: seatName(nextSeat++), priceType: 'full' }] })
    const text = request('POST', '/api/basket/tickets', { 'x-forwarded-for': someNetwork(), body })
    // From the moment at which it was due: a queue counts.
    const place = nth % clients.length
    ends[place] = ends[place]!.then(async () => {
      const { status } = await clients[place]!.ask(text)
      if (status !== 200) throw new Error(`a hold was answered with ${status}`)
      return latencies.push(performance.now() - due)
    })
  }
  await Promise.all(ends)
  for (const client of clients) client.close()
  return latencies.toSorted((one, other) => one - other)
}
let nextSeat = 0
const p99 = (sorted: readonly number[]): number => sorted[Math.ceil(sorted.length * 0.99) - 1]!

const root = fileURLToPath(new URL('../..', import.meta.url))
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly scripts: { readonly programme: string } }
/** The arguments of `node` in `pnpm programme`. */
const operatorArgs = scripts.programme.split(' ').slice(1)
const file = join(bench.folder, 'season.xlsx')
await writeFile(file, workbook)
const server = await startServer(bench)
try {
  await importAll()
  for (const [table, name, filter] of [
    ['price_list', 'kept_list', `id = 'new'`],
    ['production', 'kept_production', `id like 'play-%'`],
    ['performance', 'kept_performance', `id like 'new-%'`],
  ] as const)
    await sql.raw(`create table ${name} as select * from ${table} where ${filter}`).execute(db)
  await removeImported()
  const warmUntil = performance.now() + 2_000
  await holdUntil(server.port, () => performance.now() > warmUntil)
  const measured: { readonly insert: number; readonly whole: number; readonly rest: number; readonly meanwhile: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const insert = await time(insertSelect)
    await removeImported()
    const whole = await time(importAll)
    await removeImported()
    const until = performance.now() + restMs
    const rest = p99(await holdUntil(server.port, () => performance.now() > until))
    let isOver = false
    const importing = (async () => {
      try {
        await runCommand()
      } finally {
        isOver = true
      }
    })()
    const [holds] = await Promise.all([holdUntil(server.port, () => isOver), importing])
    const meanwhile = p99(holds)
    await removeImported()
    measured.push({ insert, whole, rest, meanwhile })
    console.log(
      `insert ${insert.toFixed(0)} ms, import ${whole.toFixed(0)} ms; p99 of a hold ${rest.toFixed(0)} and ${meanwhile.toFixed(0)} ms`,
    )
  }
  const of = (name: keyof (typeof measured)[number]): number => median(measured.map((each) => each[name]))
  const figures: Readonly<Record<string, readonly [ratio: number, detail: string]>> = {
    'import of 5,000 performances ÷ INSERT … SELECT': [
      of('whole') / of('insert'),
      `${of('whole').toFixed(0)} of ${of('insert').toFixed(0)} ms`,
    ],
    'p99 of a hold during an import ÷ at rest': [
      median(measured.map(({ rest, meanwhile }) => meanwhile / rest)),
      `${of('meanwhile').toFixed(1)} of ${of('rest').toFixed(1)} ms`,
    ],
  }
  console.log(
    `\n${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}; medians of ${rounds}\n`,
  )
  for (const [what, [ratio, detail]] of Object.entries(figures)) {
    const { most } = budgets[what]!
    if (ratio > most) process.exitCode = 1
    console.log(`${what.padEnd(50)}${ratio.toFixed(2).padStart(6)}   ≤ ${most}   ${ratio > most ? 'WORSE   ' : ''}${detail}`)
  }
} finally {
  await server.stop()
  await bench.close()
}
