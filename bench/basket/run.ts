import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { readBasket } from '../../apps/server/src/modules/basket/index.ts'
import { checkPayment, startPayment } from '../../apps/server/src/modules/payment/index.ts'
import { openBenchShop } from '../engine/bench-shop.ts'
import { median } from '../engine/measure.ts'
import { actor, type BasketShop, gift, oneOfEach, openBasketShop, twentyItems } from './shop.ts'

// pnpm bench:basket: baskets of other items compared with baskets of tickets, in one run on one machine. Rounds alternate; a
// ratio is that of the medians.

type Limit = { readonly least?: number; readonly most?: number }
const isQuick = process.argv.includes('--quick')
const rounds = isQuick ? 3 : 7
const atOnce = 4
const budgets = JSON.parse(readFileSync(new URL('budgets.json', import.meta.url), 'utf8')) as Record<string, Limit>

/** Milliseconds for each call of `work` on all things, with a few of them at a time. */
async function timeEach<Thing>(things: readonly Thing[], work: (thing: Thing) => Promise<unknown>): Promise<number> {
  const queue = [...things]
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let thing = queue.pop(); thing !== undefined; thing = queue.pop()) await work(thing)
    }),
  )
  return (performance.now() - startedAt) / things.length
}

const times = <Value>(count: number, make: () => Promise<Value>): Promise<Value[]> => Array.fromAsync({ length: count }, () => make())

/** A measurement: what it prepares is not timed. @returns milliseconds for each call */
type Contestant = (shop: BasketShop) => Promise<number>

const contestants = {
  hold: async ({ fill, hold }) => timeEach(await times(80, () => fill(0, [])), ({ basket }) => hold(basket, 1)),
  item: async ({ fill, add }) => timeEach(await times(80, () => fill(0, [])), ({ basket }) => add(basket, gift('fund-1'))),
  readTickets: (shop) => timeReads(shop, 2, []),
  readItems: (shop) => timeReads(shop, 1, twentyItems),
  payTickets: (shop) => timeCheckouts(shop, 2, []),
  payMixed: (shop) => timeCheckouts(shop, 2, oneOfEach),
} satisfies Record<string, Contestant>

async function timeReads({ fill, deps }: BasketShop, tickets: number, items: Parameters<BasketShop['fill']>[1]): Promise<number> {
  const baskets = await times(4, () => fill(tickets, items))
  const reads = Array.from({ length: 100 }, () => baskets).flat()
  return timeEach(reads, ({ basket }) => readBasket(deps, basket))
}

async function timeCheckouts({ fill, deps, end }: BasketShop, tickets: number, items: Parameters<BasketShop['fill']>[1]): Promise<number> {
  const baskets = await times(30, () => fill(tickets, items))
  return timeEach(baskets, async ({ customer, basket }) => {
    const { version } = await readBasket(deps, basket)
    const started = await startPayment(deps, customer, basket, version, 'en', actor)
    if (!started.ok) throw new Error(started.error.code)
    end(started.value.payment, 'succeeded')
    const paid = await checkPayment(deps, customer.id, started.value.payment, actor)
    if (!paid.ok || paid.value.order?.state !== 'confirmed') throw new Error('not sold')
  })
}

const bench = await openBenchShop()
const shop = await openBasketShop(bench)
const measured = new Map<keyof typeof contestants, number[]>()
try {
  // The first round warms up.
  for (let round = 0; round <= rounds; round++)
    for (const name of Object.keys(contestants) as (keyof typeof contestants)[]) {
      const milliseconds = await contestants[name](shop)
      if (round > 0) measured.set(name, [...(measured.get(name) ?? []), milliseconds])
    }
} finally {
  await shop.close()
  await bench.close()
}

const of = (name: keyof typeof contestants): number => median(measured.get(name)!)
const figures: Readonly<Record<string, readonly [number, string]>> = {
  // A rate by a rate: the time of a hold by the time of an item.
  'adding an item ÷ holding a ticket': [of('hold') / of('item'), `${of('item').toFixed(2)} and ${of('hold').toFixed(2)} ms`],
  'reading 20 mixed items ÷ 2 tickets': [
    of('readItems') / of('readTickets'),
    `${of('readItems').toFixed(2)} and ${of('readTickets').toFixed(2)} ms`,
  ],
  'checkout of a mixed basket ÷ of tickets': [
    of('payMixed') / of('payTickets'),
    `${of('payMixed').toFixed(1)} and ${of('payTickets').toFixed(1)} ms`,
  ],
}
console.log(
  `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, Node ${process.version}; medians of ${rounds} rounds, ${atOnce} at a time\n`,
)
for (const [what, [value, absolute]] of Object.entries(figures)) {
  const { least = -Infinity, most = Infinity } = budgets[what]!
  const isMet = value >= least && value <= most
  if (!isMet) process.exitCode = 1
  const goal = Number.isFinite(least) ? `≥ ${least}` : `≤ ${most}`
  console.log([what.padEnd(42), value.toFixed(2).padStart(6), '  ', goal.padEnd(8), (isMet ? 'met' : 'WORSE').padEnd(8), absolute].join(''))
}
console.log(
  JSON.stringify({ bench: 'basket', figures: Object.fromEntries(Object.entries(figures).map(([what, [value]]) => [what, value])) }),
)
