import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readProduct, seedProducts } from '#modules/product'
import { expectInvariants } from '#testing'
import { money } from '@playhouse/domain/money'
import { plainProduct } from '@playhouse/domain/product'
import { longestWait, timeLimit } from '@playhouse/testing/time-limit'
import { NotInTime } from '@playhouse/testing/until'
import { AnsweredProblem } from './fleet/buyer.ts'
import { type Fleet, openFleet } from './fleet/fleet.ts'
import { createRandom, crowd, type SeededRandom } from './load.ts'

/** `PROOF_LONGER=25` makes 2,000 buyers and 26 kills: see docs/guides/products.md. */
const factor = Number(process.env['PROOF_LONGER'] ?? 1)
const [servers, kills, buyers, pieces, holdSeconds] = [2, 1 + factor, 80 * factor, 50, 8]
const timeoutMs = timeLimit(180_000 * factor)
const pollOptions = { timeout: longestWait, interval: 100 }

/** Problems that end a purchase: the pieces are held or sold, or the hold lapsed before the payment. */
const isLost: ReadonlySet<string> = new Set(['product-sold-out', 'basket-expired', 'basket-error', 'basket-empty', 'price-changed'])
type Outcome = 'sold-out' | 'left' | 'removed' | 'lapsed' | 'paid' | 'given-up'

describe('a sale of few pieces while servers are killed', () => {
  let fleet: Fleet
  beforeAll(async () => {
    fleet = await openFleet(servers, { env: { BRAND: 'kingston', HOLD_SECONDS: String(holdSeconds) } })
    await seedProducts(fleet.theatre.db, [
      {
        ...plainProduct,
        ...{ product: 'poster', type: 'merchandise', name: 'Poster', summary: '', translations: {}, vatBasisPoints: null, limit: 4 },
        variants: [{ variant: 'a1', name: 'A1', price: money(20_00), fee: money(1_00) }],
        stock: { a1: pieces },
      },
    ])
  }, timeoutMs)
  afterAll(() => fleet.close(), timeoutMs)

  it(
    `${buyers} buyers, ${pieces} pieces, ${servers} processes, ${kills} kill -9: no piece is sold twice, and none stays held after its deadline`,
    async () => {
      const { db } = fleet.theatre
      let hasEnded = false
      const killer = (async () => {
        const dice = createRandom(1)
        for (let nth = 0; nth < kills && !hasEnded; nth++) {
          await wait(500 + dice.roll(1_000))
          const { process } = fleet.members[dice.roll(servers)]!
          await process.kill()
          await process.start()
        }
      })()
      const outcomes = await crowd(buyers, 40, (nth) => buy(fleet, createRandom(1_000 + nth))).finally(async () => {
        hasEnded = true
        await killer
      })
      await expectInvariants(fleet.theatre)
      // What payments and baskets still hold ends by the clock of the database.
      await expect
        .poll(async () => {
          await sql`update payment_attempt set created_at = created_at - interval '90 seconds' where state in ('created', 'redirected') and created_at > now() - interval '60 seconds'`.execute(
            db,
          )
          const { rows } = await sql<{ count: number }>`
            select count(*)::int as count from basket_item i join basket b on b.id = i.basket_id
            where i.kind = 'product' and b.state in ('open', 'paying')`.execute(db)
          return rows[0]!.count
        }, pollOptions)
        .toBe(0)
      const { sold } = await db.selectFrom('product_stock').select('sold').executeTakeFirstOrThrow()
      const { piecesLeft } = (await readProduct(db, 'poster'))!.variants[0]!
      process.stdout.write(`${JSON.stringify({ buyers, kills, sold, piecesLeft, outcomes: countOf(outcomes) })}\n`)
      expect(sold).toBeGreaterThan(0)
      expect(piecesLeft).toBe(pieces - sold)
      await expectInvariants(fleet.theatre)
    },
    timeoutMs,
  )
})

const countOf = (outcomes: readonly Outcome[]): Partial<Record<Outcome, number>> =>
  Object.fromEntries([...Map.groupBy(outcomes, (outcome) => outcome)].map(([outcome, all]) => [outcome, all.length]))

/** Adds one to three pieces. A fifth of the buyers leave with them, a fifth remove them, and the others pay. */
async function buy(fleet: Fleet, dice: SeededRandom): Promise<Outcome> {
  const buyer = await fleet.buyer()
  const body = { kind: 'product', product: 'poster', variant: 'a1', quantity: 1 + dice.roll(3) } as const
  try {
    const added = await buyer.retry(() => buyer.client.basket.addItem({ body }))
    if (!added.ok && isLost.has(added.error.code)) return 'sold-out'
    if (!added.ok) throw new AnsweredProblem(added.error)
    if (dice.chance(0.2)) return 'left'
    if (dice.chance(0.25)) {
      const [item] = added.value.items
      await buyer.retry(() => buyer.client.basket.removeItem({ params: { id: item!.id } }))
      return 'removed'
    }
    await buyer.fillIn()
    const { page } = await buyer.start()
    await buyer.pay(page)
    return 'paid'
  } catch (error) {
    if (error instanceof NotInTime) return 'given-up'
    if (error instanceof AnsweredProblem && isLost.has(error.code)) return 'lapsed'
    throw error
  }
}
