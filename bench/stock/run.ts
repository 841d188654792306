import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { sql } from 'kysely'
import { createBatcher, newId, transact } from '../../apps/server/src/db/index.ts'
import { holdPieces, seedProducts } from '../../apps/server/src/modules/product/index.ts'
import { money, zero } from '../../packages/domain/src/money/money.ts'
import { plainProduct } from '../../packages/domain/src/pricing/product.ts'
import { openBenchShop } from '../engine/bench-shop.ts'
import { connections, prepareYardstick } from '../engine/claims.ts'
import { rateOf, takeTurns } from '../engine/measure.ts'

// pnpm bench:stock: holding pieces of a stock compared with the UPDATE of one row, in one run on one machine.

const isQuick = process.argv.includes('--quick')
const rounds = isQuick ? 1 : 5
const products = 1_000
const basketCount = 60_000
const budgets = JSON.parse(readFileSync(new URL('budgets.json', import.meta.url), 'utf8')) as Record<string, number>

const bench = await openBenchShop()
const { db } = bench
const name = (nth: number): string => `product-${nth}`
await seedProducts(
  db,
  Array.from({ length: products }, (_, nth) => ({
    ...plainProduct,
    ...{ product: name(nth), type: 'merchandise', name: 'Poster', summary: '', translations: {}, vatBasisPoints: null, limit: 4 },
    variants: [{ variant: 'a1', name: 'A1', price: money(20_00), fee: zero }],
    stock: { a1: 2_000_000_000 },
  })),
)
await sql`
  insert into basket (id, state, deadline, delivery, notes)
  select gen_random_uuid(), 'open', now() + interval '1 hour', '{"method":"collect","address":null}', '{"order":"","access":""}'
  from generate_series(1, ${basketCount}::int)`.execute(db)
const baskets = (await db.selectFrom('basket').select('id').execute()).map(({ id }) => id)
let nextBasket = 0

/** Holds pieces as the shop does: baskets that ask at the same time share a transaction. */
const holdBatched = createBatcher(
  (requests: readonly { readonly basket: string; readonly product: string }[]) =>
    transact(db, (trx) =>
      holdPieces(
        trx,
        requests.map(({ basket, product }) => ({
          ...{ basket, product, quantity: 1, name: 'Poster', network: '192.0.2.1' },
          item: { id: newId(), performance: null, amount: 20_00, detail: {} },
        })),
      ),
    ),
  { concurrency: 2, maxBatchSize: 64, maxWaiting: 100_000, conflictKeys: ({ basket }) => [basket] },
)
/** Holds a piece for a basket that has none. */
const hold = (product: string) => async (): Promise<unknown> => {
  const held = await holdBatched({ basket: baskets[nextBasket++ % basketCount]!, product: `${product}/a1` })
  if (!held.ok) throw new Error(held.error.code)
  return held
}
/** Baskets hold other pieces in the next round. */
const empty = async (): Promise<void> => {
  await sql`truncate basket_item`.execute(db)
  nextBasket = 0
}
const update = await prepareYardstick(db)
const results = await takeTurns(rounds, {
  update: () => rateOf(connections, update),
  hold: async () => {
    await empty()
    let nth = 0
    return rateOf(connections, () => hold(name(nth++ % products))())
  },
  crowd: async () => {
    await empty()
    return rateOf(connections, hold(name(0)))
  },
}).finally(bench.close)

const rate = ({ perSecond, p99 }: { readonly perSecond: number; readonly p99: number }) =>
  `${Math.round(perSecond)}/s, p99 ${p99.toFixed(1)} ms`
const figures = {
  'holding stock ÷ one-row UPDATE': [results.hold.perSecond / results.update.perSecond, rate(results.hold)],
  'holding one stock at once ÷ one-row UPDATE': [results.crowd.perSecond / results.update.perSecond, rate(results.crowd)],
} as const
console.log(
  `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, Node ${process.version}; medians of ${rounds} rounds, ${connections} at a time; UPDATE ${rate(results.update)}\n`,
)
for (const [what, [value, absolute]] of Object.entries(figures)) {
  const least = budgets[what]
  const isMet = least === undefined || value >= least
  if (!isMet) process.exitCode = 1
  const goal = least === undefined ? '' : `≥ ${least}`
  console.log([what.padEnd(46), value.toFixed(2).padStart(6), '  ', goal.padEnd(8), (isMet ? '' : 'WORSE').padEnd(8), absolute].join(''))
}
