import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { sql } from 'kysely'
import { newId } from '../../apps/server/src/db/index.ts'
import { createCatalogue } from '../../apps/server/src/modules/catalogue/index.ts'
import { editPerformances, type Planner } from '../../apps/server/src/modules/planning/index.ts'
import { openBenchShop } from '../engine/bench-shop.ts'
import { median } from '../engine/measure.ts'

// pnpm bench:planning: a change of one field of 1,000 performances with its change set, compared with the bare UPDATE of the same rows,
// in one run on one machine.

const rounds = process.argv.includes('--quick') ? 3 : 15
const performances = 1_000
const budgets = JSON.parse(readFileSync(new URL('budgets.json', import.meta.url), 'utf8')) as Record<string, { most: number }>

const hall = { id: 'theatre', seats: 1_000, performances: Array.from({ length: performances }, (_, nth) => `theatre-${nth}`) }
const bench = await openBenchShop([hall])
const { db } = bench
const deps = { db, catalogue: createCatalogue(db) }
const staff = newId()
const planner: Planner = { staff, actor: { name: 'staff bench' } }
const versions = () => db.selectFrom('performance').select(['id', 'version']).execute()

/** Milliseconds of a function. */
async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
const update = (limit: number) => time(() => sql`update performance set per_customer = ${limit}`.execute(db))
/** @returns milliseconds, without the time in which the versions are read: the page has read them before */
async function edit(limit: number): Promise<number> {
  const read = await versions()
  return time(async () => {
    const edited = await editPerformances(deps, planner, { performances: read, change: { perCustomer: limit }, isPreview: false })
    if (!edited.ok) throw new Error(edited.error.code)
    if (edited.value.rows.length !== performances) throw new Error(`${edited.value.rows.length} rows changed`)
  })
}

try {
  await sql`insert into staff (id, email, name, role, password_hash) values (${staff}, 'bench@example.org', 'Bench', 'programmer', '')`.execute(
    db,
  )
  await edit(400)
  const times: { readonly update: number; readonly edit: number }[] = []
  for (let round = 0; round < rounds; round++) times.push({ update: await update(round * 2 + 1), edit: await edit(round * 2 + 2) })
  const [updating, editing] = [median(times.map((each) => each.update)), median(times.map((each) => each.edit))]
  const what = 'change of 1,000 performances ÷ UPDATE'
  const ratio = editing / updating
  const { most } = budgets[what]!
  if (ratio > most) process.exitCode = 1
  console.log(
    `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}; medians of ${rounds}\n`,
  )
  console.log(
    `${what.padEnd(42)}${ratio.toFixed(2).padStart(6)}   ≤ ${most}   ${ratio > most ? 'WORSE   ' : ''}${editing.toFixed(1)} of ${updating.toFixed(1)} ms`,
  )
} finally {
  await bench.close()
}
