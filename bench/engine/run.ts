import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { measureClaims, prepareYardstick } from './claims.ts'
import { openBenchShop, startServer } from './bench-shop.ts'
import { measureAvailability, measureHolds } from './http.ts'
import { median, type Rate } from './measure.ts'
import type { Cost } from './processor.ts'
import { measureCrowd, measureStream } from './stream.ts'

// pnpm bench:engine: the ticketing engine compared with a minimal baseline, in one run on one machine. Rounds alternate; a
// ratio is that of the medians. `--quick` measures one round and skips the ten thousand viewers.

type Figure = { readonly what: string; readonly value: number; readonly absolute: string }
type Limit = { readonly least?: number; readonly most?: number }
/** Limits that no change may exceed, and the goals. */
type Budget = Limit & { readonly goal: Limit }

const isQuick = process.argv.includes('--quick')
const rounds = isQuick ? 1 : 3
const budgets = JSON.parse(readFileSync(new URL('budgets.json', import.meta.url), 'utf8')) as Record<string, Budget>
const figures: Figure[] = []
/** Microseconds of processor for one call, by what was called. */
const costs = new Map<string, Cost>()
const costOf = (each: readonly Cost[]): Cost => {
  const of = (who: keyof Cost): number => median(each.map((cost) => cost[who]))
  return { server: of('server'), database: of('database'), client: of('client') }
}
const a = (rate: Rate): string => `${Math.round(rate.perSecond).toLocaleString('en')}/s`
const note = (what: string, value: number, absolute: string): void => void figures.push({ what, value, absolute })

const house = await openBenchShop()
let server: Awaited<ReturnType<typeof startServer>> | undefined
try {
  const update = await prepareYardstick(house.db)
  const claims = await measureClaims(house.db, update, rounds)
  note('hold of 4 seats ÷ one-row UPDATE', claims.hold.perSecond / claims.update.perSecond, `${a(claims.hold)} of ${a(claims.update)}`)
  note('cost of the live seats on a hold', 1 - claims.hold.perSecond / claims.unseen.perSecond, `${a(claims.hold)} of ${a(claims.unseen)}`)
  note(
    '500 clients, 1,000 seats ÷ UPDATE',
    claims.crowd.perSecond / claims.updateBy500.perSecond,
    `${a(claims.crowd)} of ${a(claims.updateBy500)}`,
  )
  note(
    'the same, p99 ÷ p99 of the UPDATE',
    claims.crowd.p99 / claims.updateBy500.p99,
    `${claims.crowd.p99.toFixed(0)} of ${claims.updateBy500.p99.toFixed(0)} ms`,
  )

  server = await startServer(house)
  const holds = await measureHolds(house.db, server, update, rounds)
  note('POST hold ÷ one-row UPDATE', holds.hold.perSecond / holds.update.perSecond, `${a(holds.hold)} of ${a(holds.update)}`)
  note(
    'POST hold by 64 visitors ÷ UPDATE',
    holds.holdInRush.perSecond / holds.update.perSecond,
    `${a(holds.holdInRush)} of ${a(holds.update)}`,
  )
  note('best available over HTTP, a second', holds.best.perSecond, a(holds.best))
  for (const [what, { rounds: each }] of Object.entries(holds)) costs.set(what, costOf(each.map(({ cost }) => cost)))
  const seats = await measureAvailability(house.db, server.port, rounds)
  note('GET of 20,000 seats ÷ node:http', seats.ours.perSecond / seats.bare.perSecond, `${a(seats.ours)} of ${a(seats.bare)}`)
  note('its bytes', seats.bytes, `${seats.bytes} bytes`)

  if (process.platform === 'linux') {
    const streams = []
    for (let round = 0; round < rounds; round++) streams.push(await measureStream(house.db, server, 2_000, 3))
    note(
      'stream: CPU a frame ÷ TCP',
      median(streams.map(({ ratio }) => ratio)),
      `${median(streams.map(({ our }) => our)).toFixed(1)} of ${median(streams.map(({ bare }) => bare)).toFixed(1)} µs`,
    )
    if (!isQuick) {
      const crowd = await measureCrowd(house.db, server, 10_000)
      note('viewers of 10,000 who are current', crowd.current / crowd.viewers, `${crowd.current} of ${crowd.viewers}`)
    }
  }
} finally {
  await server?.stop()
  await house.close()
}

console.log(
  `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}; medians of ${rounds}\n`,
)
const isWithin = (value: number, { least = -Infinity, most = Infinity }: Limit): boolean => value >= least && value <= most
const say = ({ least, most }: Limit): string => (least === undefined ? `≤ ${most}` : `≥ ${least}`)
console.log(`${'figure'.padEnd(36)}${'measured'.padStart(10)}  ${'goal'.padEnd(8)}`)
for (const { what, value, absolute } of figures) {
  const budget = budgets[what]
  if (!budget) throw new Error(`bench/engine/budgets.json has no ${what}`)
  const verdict = isWithin(value, budget.goal) ? 'met' : isWithin(value, budget) ? 'not yet' : 'WORSE'
  if (verdict === 'WORSE') process.exitCode = 1
  const cells = [
    what.padEnd(36),
    Number(value.toPrecision(3)).toString().padStart(10),
    '  ',
    say(budget.goal).padEnd(8),
    verdict.padEnd(8),
    absolute,
  ]
  console.log(cells.join(''))
}
console.log(
  `\n${'µs of processor for one call'.padEnd(36)}${['server', 'database', 'client', 'together'].map((who) => who.padStart(10)).join('')}`,
)
for (const [what, { server, database, client }] of costs)
  console.log(what.padEnd(36) + [server, database, client, server + database + client].map((cost) => cost.toFixed(0).padStart(10)).join(''))
console.log(JSON.stringify({ bench: 'engine', figures: Object.fromEntries(figures.map(({ what, value }) => [what, value])) }))
