import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { hall as drawHall } from '../../fixtures/src/index.ts'
import { type Database, openDatabase, startDatabase } from '../../apps/server/src/db/index.ts'
import { type BookableHall, type BestSeatsRequest, findBest, reasonFor, seatStatus } from '../../packages/domain/src/plan/best/index.ts'
import { isBeside, readPlan } from '../../packages/domain/src/plan/index.ts'
import { costOfSeats } from '../../packages/domain/src/plan/best/cost.ts'

// pnpm bench:best-available: best available in a hall of 100,000 seats, half of them sold at random, in memory and by a
// window query that finds runs of free neighbours. Both must return the same seats. Rounds alternate; results are medians.

const rounds = 15
const inRound = 20
const budgets = JSON.parse(await readFile(new URL('budgets.json', import.meta.url), 'utf8')) as Record<
  string,
  { readonly least?: number; readonly most?: number }
>

const plan = readPlan(drawHall('stadium-100k'))
/** The same seats are sold in every run. */
let dice = 20_261_121
const roll = (): number => (dice = (dice * 1_103_515_245 + 12_345) & 0x7fff_ffff) / 0x7fff_ffff
const seats = Uint8Array.from({ length: plan.seatCount }, () => (roll() < 0.5 ? seatStatus.taken : seatStatus.free))
const bandOf = Uint8Array.from(seats, (_, seat) => plan.areaOf[seat]! % 4)
const plain: BookableHall = { plan, seats, bandOf: new Uint8Array(plan.seatCount), orphans: 'off' }
const full: BookableHall = { plan, seats, bandOf, orphans: 'block-unless-nothing-better' }
const wishes: readonly BestSeatsRequest[] = [2, 4, 6].map((size) => ({ size, together: true }))

const folder = await mkdtemp(join(tmpdir(), 'ph-bench-'))
const database = await startDatabase({ folder: join(folder, 'postgres') })
const db = openDatabase(database.address, { size: 1 })
try {
  await writeHall(db)
  const [memory, withReason, nothing, query]: number[][] = [[], [], [], []]
  for (let round = 0; round < rounds; round++)
    for (const wish of wishes) {
      memory!.push(timeOf(() => void findBest(full, wish)))
      withReason!.push(timeOf(() => void reasonFor(full, wish, findBest(full, wish)[0]!)))
      nothing!.push(timeOf(() => void findBest(full, { ...wish, size: 40 })))
      const startedAt = performance.now()
      const bestSeats = await bestByQuery(db, wish.size)
      query!.push(performance.now() - startedAt)
      const [best] = findBest(plain, wish)
      if (bestSeats !== best?.seats[0]) throw new Error(`SQL found seat ${bestSeats}, memory ${best?.seats[0]}`)
    }
  console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`)
  console.log(`${plan.seatCount.toLocaleString('en')} seats, half sold; parties of ${wishes.map(({ size }) => size).join(', ')}\n`)
  judge('best of 100,000 seats, ms', median(memory!))
  judge('the same with its reason, ms', median(withReason!))
  judge('to find that nothing fits, ms', median(nothing!))
  console.log(`     SQL window query, ms: ${median(query!).toFixed(1)}`)
  judge('SQL window query ÷ memory', median(query!) / median(memory!))
} finally {
  await db.destroy()
  await database.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Milliseconds per call, averaged over several calls. */
function timeOf(work: () => void): number {
  const startedAt = performance.now()
  for (let time = 0; time < inRound; time++) work()
  return (performance.now() - startedAt) / inRound
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

/** A table of seats with what makes them neighbours and how good they are, and one of those that are claimed. */
async function writeHall(to: Kysely<Database>): Promise<void> {
  const cost = costOfSeats(plan)
  let stretch = 0
  const stretches = Array.from({ length: plan.seatCount }, (_, seat) => (stretch += Number(seat === 0 || !isBeside(plan, seat - 1, seat))))
  const types = Array.from(plan.type, (type) => type)
  await sql`create table bench_seat (seat int primary key, stretch int not null, cost int not null, type int not null)`.execute(to)
  await sql`insert into bench_seat select * from unnest(${Array.from(cost.keys())}::int[], ${stretches}::int[], ${Array.from(cost)}::int[], ${types}::int[])`.execute(
    to,
  )
  await sql`create table bench_claim (seat int primary key)`.execute(to)
  await sql`insert into bench_claim select unnest(${Array.from(seats.keys()).filter((seat) => seats[seat] === seatStatus.taken)}::int[])`.execute(
    to,
  )
  await sql`analyze`.execute(to)
}

/** The same question to the database: of all runs of free neighbours the one that costs least. Access seats are 1 and 2. */
async function bestByQuery(to: Kysely<Database>, size: number): Promise<number | undefined> {
  const { rows } = await sql<{ seat: number }>`
    with free as (
      select s.seat, s.cost, s.stretch, s.seat - row_number() over (partition by s.stretch order by s.seat) as island
      from bench_seat s left join bench_claim c on c.seat = s.seat where c.seat is null and s.type not in (1, 2)),
    runs as (
      select seat, count(*) over ahead as size, sum(cost) over ahead as cost from free
      window ahead as (partition by stretch, island order by seat rows between current row and ${sql.lit(size - 1)} following))
    select seat from runs where size = ${size} order by cost, seat limit 1`.execute(to)
  return rows[0]?.seat
}

function judge(name: string, value: number): void {
  const budget = budgets[name]
  if (!budget) throw new Error(`bench/best-available/budgets.json has no ${name}`)
  const ok = value <= (budget.most ?? Infinity) && value >= (budget.least ?? -Infinity)
  console.log(
    `${ok ? 'ok  ' : 'over'} ${name}: ${Number(value.toPrecision(3))} (${budget.most === undefined ? `≥ ${budget.least}` : `≤ ${budget.most}`})`,
  )
  if (!ok) process.exitCode = 1
}
