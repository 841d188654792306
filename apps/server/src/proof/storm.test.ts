import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { longestWait, timeLimit } from '@playhouse/testing/time-limit'
import { NotInTime } from '@playhouse/testing/until'
import { expectInvariants, expectInvariantsAfterAnHour } from '#testing'
import { crowd, type SeededRandom, createRandom } from './load.ts'
import { AnsweredProblem, isMissingResponse } from './fleet/buyer.ts'
import { type Fleet, openFleet } from './fleet/fleet.ts'
import { sessionOf } from './fleet/records.ts'
import { checkHistory, readHistory, recordHistory } from './history.ts'

/** Number of repetitions of the on-sale: `pnpm test:soak` sets more than one. */
const repetitions = Number(process.env['PROOF_LONGER'] ?? 1)
const timeoutMs = timeLimit(300_000 * repetitions)
/** Polling with the longest timeout, in milliseconds, for slow machines. */
const pollOptions = { timeout: longestWait, interval: 100 }

const [rows, seatsInRow] = [12, 10]
const [servers, kills, buyers] = [4, 7, 120]

describe('an on-sale while servers are killed', () => {
  let fleet: Fleet
  beforeAll(async () => {
    // Half of the servers hold for 6 s, so that many holds lapse; the others for 120 s, so that payments succeed on slow machines too.
    const envOf = (nth: number) => ({ HOLD_SECONDS: nth % 2 === 0 ? '6' : '120' })
    fleet = await openFleet(servers, { size: { rows, seatsInRow, sold: [] }, envOf })
    await recordHistory(fleet.theatre.database.owner)
  }, timeoutMs)
  afterAll(() => fleet.close(), timeoutMs)

  it(
    `${servers} processes, ${kills} kill -9, each callback four times, a third paid late: no seat is sold twice, no hold is lost, every payment is an order or refunded`,
    async () => {
      for (let time = 1; time <= repetitions; time++) {
        if (time > 1) await emptyTheatre(fleet)
        fleet.balancer.callbacks = 4
        const late = new Set<string>()
        fleet.provider.chooseOutcome = ({ path, body }) => {
          if (path !== '/sessions') return 'through'
          const { customer } = JSON.parse(body.toString()) as { customer: { email: string } }
          return late.has(customer.email) ? 'lost' : 'through'
        }
        let hasFailed = false
        const killer = (async () => {
          const dice = createRandom(time)
          for (let nth = 0; nth < kills && !hasFailed; nth++) {
            await wait(500 + dice.roll(1_000))
            const { process } = fleet.members[dice.roll(servers)]!
            await process.kill()
            await process.start()
          }
        })()
        const results = await crowd(buyers, 40, (nth) => buy(fleet, createRandom(time * 1_000 + nth), late)).catch(
          async (error: unknown) => {
            // No process is started after the end of the test.
            hasFailed = true
            await killer
            throw error
          },
        )
        await killer
        await waitUntilSettled(fleet)
        expect(results.some(({ paid }) => paid)).toBe(true)
        expect(results.filter(({ hasGivenUp }) => hasGivenUp).length).toBeLessThan(buyers / 2)
        await judge(fleet, results)
      }
    },
    timeoutMs,
  )
})

type BuyerResult = {
  /** The customer, if the server confirmed their hold. */
  readonly held: string | undefined
  readonly payment: string | undefined
  readonly paid: boolean
  /** Left because the shop did not answer: an overloaded machine serves some and refuses the others. */
  readonly hasGivenUp?: boolean
}

/** Problems of a hold whose seats other buyers have. */
const seatsLost: ReadonlySet<string> = new Set(['seats-taken', 'instance-sold-out'])
/** Problems of a basket whose hold of a few seconds lapsed before the payment, or that was reopened after a try to start it. */
const basketLapsed: ReadonlySet<string> = new Set(['basket-expired', 'basket-error', 'basket-empty', 'price-changed'])

/** Holds, fills in and pays: most at once, some after they emptied the basket, on a page whose URL the shop never received. */
async function buy(fleet: Fleet, dice: SeededRandom, late: Set<string>): Promise<BuyerResult> {
  const noPurchase = { held: undefined, payment: undefined, paid: false }
  const buyer = await fleet.buyer()
  const row = String.fromCodePoint(65 + dice.roll(rows))
  const from = 1 + dice.roll(seatsInRow - 2)
  const seats = Array.from({ length: 1 + dice.roll(3) }, (_, nth) => `${row}.${from + nth}`)
  const holdResult = await buyer.hold(...seats).catch((error: unknown) => {
    if (!(error instanceof NotInTime)) throw error
  })
  if (!holdResult) return { ...noPurchase, hasGivenUp: true }
  if (!holdResult.ok && !seatsLost.has(holdResult.error.code)) throw new AnsweredProblem(holdResult.error)
  if (!holdResult.ok) return noPurchase
  const result = { held: buyer.customer, payment: undefined, paid: false }
  if (dice.chance(0.1)) return result
  try {
    await buyer.fillIn()
    if (dice.chance(0.3)) {
      late.add(await emailOf(fleet, buyer.customer!))
      const basket = await buyer.retry(() => buyer.client.basket.read())
      if (!basket.ok) throw new AnsweredProblem(basket.error)
      const { version } = basket.value
      // Not retried: the answer is lost on its way from the provider.
      const startResult = await buyer.client.checkout.start({ body: { version } })
      if (!startResult.ok && !isMissingResponse(startResult.error.code)) throw new AnsweredProblem(startResult.error)
      const payment = await attemptOf(fleet, buyer.customer!)
      const page = payment && fleet.provider.pages.get(payment)
      if (!page) return result
      if (dice.chance(0.5)) await buyer.retry(() => buyer.client.basket.reset())
      await wait(dice.roll(6_000))
      await buyer.pay(page)
      return { ...result, payment, paid: true }
    }
    const { payment, page } = await buyer.start()
    await wait(dice.roll(1_000))
    await buyer.pay(page, dice.chance(0.1) ? 'callback-lost' : 'pay')
    return { ...result, payment, paid: true }
  } catch (error) {
    if (error instanceof NotInTime) return { ...result, hasGivenUp: true }
    if (error instanceof AnsweredProblem && basketLapsed.has(error.code)) return result
    throw error
  }
}

/** Waits until every payment has ended and every outbox message is processed. Ages rows that wait for a time. */
async function waitUntilSettled({ theatre: { db } }: Fleet): Promise<void> {
  // The killed processes' leases end now. A message that a running process handles may be taken once more here.
  await sql`update outbox set available_at = now() where done_at is null`.execute(db)
  await expect
    .poll(async () => {
      await sql`update payment_attempt set created_at = created_at - interval '90 seconds' where state in ('created', 'redirected') and created_at > now() - interval '60 seconds'`.execute(
        db,
      )
      // Pauses after a failure end now. A lease lasts 40 to 60 more seconds: a message whose lease ends here is taken a second time.
      await sql`
        update outbox set available_at = now()
        where done_at is null and last_error is not null and available_at - now() not between interval '35 seconds' and interval '60 seconds'`.execute(
        db,
      )
      const open = await db
        .selectFrom('payment_attempt')
        .select('id')
        .where('state', 'in', ['created', 'redirected', 'refund-due'])
        .execute()
      const waiting = await db.selectFrom('outbox').select(['topic', 'last_error']).where('done_at', 'is', null).execute()
      return { open: open.length, waiting }
    }, pollOptions)
    .toEqual({ open: 0, waiting: [] })
}

async function judge(fleet: Fleet, results: readonly BuyerResult[]): Promise<void> {
  const { db } = fleet.theatre
  const orders = await db.selectFrom('customer_order').select(['basket_id', 'attempt_id', 'id']).execute()
  const attempts = new Map(
    (await db.selectFrom('payment_attempt').select(['id', 'state', 'session_id']).execute()).map((attempt) => [attempt.id, attempt]),
  )

  const history = await readHistory(db)
  expect(checkHistory(history, new Map(), new Map(orders.map((order) => [order.id, order.basket_id])))).toEqual([])
  const heldBaskets = new Set(history.flatMap(({ is }) => (is?.state === 'held' ? [is.basket] : [])))
  // A customer can have several baskets: buyers repeat a request whose answer was lost.
  const baskets = await db.selectFrom('basket').select(['id', 'customer_id']).execute()
  const everHeld = new Set(baskets.flatMap(({ id, customer_id }) => (heldBaskets.has(id) ? [customer_id] : [])))
  expect(
    results.flatMap(({ held }) => (held && !everHeld.has(held) ? [held] : [])),
    'holds lost',
  ).toEqual([])

  const ends = { ordered: 0, refunded: 0 }
  for (const [id, page] of fleet.provider.pages) {
    const session = await sessionOf(fleet, page.split('/').at(-1)!)
    const state = attempts.get(id)?.state
    const isOrdered = orders.some((order) => order.attempt_id === id)
    if (session.status !== 'succeeded')
      expect([state, isOrdered], 'not paid: no order').toEqual([expect.not.stringMatching(/^succeeded|^refund/), false])
    else if (isOrdered) expect([state, session.refunded], 'ordered: no refund').toEqual(['succeeded', 0])
    else expect([state, session.refunded], 'refunded in full').toEqual(['refunded', session.amount])
    if (session.status === 'succeeded') ends[isOrdered ? 'ordered' : 'refunded']++
  }
  const paid = results.filter((result) => result.paid)
  expect(ends.ordered + ends.refunded).toBeGreaterThanOrEqual(paid.length)
  expect(ends.ordered).toBeGreaterThan(0)
  await expectInvariants(fleet.theatre)
  await expectInvariantsAfterAnHour(fleet.theatre)
}

/** Deletes all claims, baskets, payments and orders, so that every seat is free again. */
async function emptyTheatre(fleet: Fleet): Promise<void> {
  fleet.provider.pages.clear()
  const tables =
    'seat_claim, seat_change, seat_history, ticket, order_line, order_item, customer_order, payment_attempt, payment_event, basket_ticket, basket, outbox'
  // The ledger and the audit refuse changes, also to their owner.
  const protectedTables = ['audit', 'ledger_entry']
  const setTriggers = (state: 'disable' | 'enable') => protectedTables.map((table) => `alter table ${table} ${state} trigger user`)
  for (const statement of [...setTriggers('disable'), `truncate ${tables}, audit cascade`, ...setTriggers('enable')])
    await sql.raw(statement).execute(fleet.theatre.database.owner)
}

const attemptOf = async ({ theatre: { db } }: Fleet, customer: string) =>
  (await db.selectFrom('payment_attempt').select('id').where('customer_id', '=', customer).executeTakeFirst())?.id
const emailOf = async ({ theatre: { db } }: Fleet, customer: string) =>
  (await db.selectFrom('customer').select('email').where('id', '=', customer).executeTakeFirstOrThrow()).email
