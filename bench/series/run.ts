import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { sql } from 'kysely'
import { openBenchShop, seatName, startServer } from '../engine/bench-shop.ts'
import { connections } from '../engine/claims.ts'
import { load, someNetwork } from '../engine/http.ts'
import { request } from '../engine/keep-alive.ts'
import { median, type Rate, takeTurns } from '../engine/measure.ts'
import { openPurse } from '../engine/processor.ts'

// pnpm bench:series: holding seats of several performances in one step compared with as many single holds, and the seats that are
// free on all dates of a series, in one run on one machine.

const isQuick = process.argv.includes('--quick')
const rounds = isQuick ? 1 : 5
/** Visitors at a time, who are more than the connections of a database. */
const visitors = 64
const budgets = JSON.parse(readFileSync(new URL('budgets.json', import.meta.url), 'utf8')) as Record<
  string,
  { least?: number; most?: number }
>

const vast = { id: 'vast', seats: 100_000, performances: Array.from({ length: 5 }, (_, nth) => `vast-${nth}`) }
const theatre = { id: 'theatre', seats: 2_300, performances: Array.from({ length: 20 }, (_, nth) => `theatre-${nth}`) }

const bench = await openBenchShop([vast, theatre])
const { db } = bench
// A brand that counts the tickets of a series by performance.
const server = await startServer(bench, { BRAND: 'kingston' })
const isHeld = (status: number): boolean => status === 200
const emptySeats = () => sql`truncate seat_claim, seat_change, basket_ticket, network cascade`.execute(db)

/** Four adjacent seats, other ones for each number. */
const seatsOf = (nth: number) => [0, 1, 2, 3].map((place) => ({ seat: seatName(((nth * 4) % vast.seats) + place), priceType: 'full' }))
const post = (path: string, body: unknown): string =>
  request('POST', path, { 'x-forwarded-for': someNetwork(), body: JSON.stringify(body) })

/** Visitors who each hold four seats of one performance. */
async function holdSingles(): Promise<Rate> {
  await emptySeats()
  let next = 0
  return load(
    server.port,
    visitors,
    () => {
      const nth = next++
      const instance = vast.performances[nth % vast.performances.length]!
      return post('/api/basket/tickets', { instance, seats: seatsOf(Math.floor(nth / vast.performances.length)) })
    },
    isHeld,
  )
}

/** Visitors who each hold the same four seats of five performances in one step. */
async function holdSeries(): Promise<Rate> {
  await emptySeats()
  let next = 0
  return load(
    server.port,
    visitors,
    () => {
      const seats = seatsOf(next++)
      return post('/api/basket/performances', { performances: vast.performances.map((instance) => ({ instance, seats })) })
    },
    isHeld,
  )
}

/** Visitors who ask which seats are free on twenty dates. */
async function readCommon(): Promise<Rate> {
  const path = `/api/availability?instances=${theatre.performances.join()}`
  return load(server.port, connections, () => request('GET', path, { 'x-forwarded-for': someNetwork() }), isHeld)
}

try {
  await sql`
    insert into seat_claim (performance_id, seat, state)
    select performance, seat, 'sold' from unnest(${theatre.performances}::text[]) performance, generate_series(0, ${theatre.seats - 1}::int) seat
    where random() < 0.5`.execute(db)
  const price = await openPurse(db, server.pid)
  await readCommon()
  const common = await takeTurns(rounds, { common: () => price(readCommon) })
  // A server that was started a moment ago is not the one of an on-sale.
  await holdSingles()
  await holdSeries()
  const holds = await takeTurns(rounds, { singles: () => price(holdSingles), series: () => price(holdSeries) })
  const { singles, series } = holds
  const milliseconds = median(common.common.rounds.map(({ cost }) => cost.server)) / 1_000
  const figures: Readonly<Record<string, { readonly value: number; readonly absolute: string }>> = {
    '5 performances × 4 seats ÷ 5 holds': {
      value: (series.perSecond * vast.performances.length) / singles.perSecond,
      absolute: `${Math.round(series.perSecond)}/s × 5 of ${Math.round(singles.perSecond)}/s; p99 ${series.p99.toFixed(0)} and ${singles.p99.toFixed(0)} ms`,
    },
    'ms of server for 20 dates, 2,300 seats': { value: milliseconds, absolute: `${Math.round(common.common.perSecond)}/s` },
  }
  console.log(
    `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}; medians of ${rounds}, ${visitors} visitors at a time\n`,
  )
  for (const [what, { value, absolute }] of Object.entries(figures)) {
    const { least = -Infinity, most = Infinity } = budgets[what]!
    const isMet = value >= least && value <= most
    if (!isMet) process.exitCode = 1
    const goal = least > 0 ? `≥ ${least}` : `≤ ${most}`
    console.log([what.padEnd(42), value.toFixed(2).padStart(6), '  ', goal.padEnd(8), (isMet ? '' : 'WORSE').padEnd(8), absolute].join(''))
  }
  console.log(`\n${'µs of processor for one call'.padEnd(42)}${['server', 'database'].map((who) => who.padStart(10)).join('')}`)
  for (const [what, { rounds: each }] of Object.entries(holds))
    console.log(
      what.padEnd(42) +
        (['server', 'database'] as const)
          .map((who) =>
            median(each.map(({ cost }) => cost[who]))
              .toFixed(0)
              .padStart(10),
          )
          .join(''),
    )
} finally {
  await server.stop()
  await bench.close()
}
