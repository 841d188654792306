import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { timeLimit } from '@playhouse/testing/time-limit'
import { transact } from '#db'
import {
  addItem,
  applyCredit,
  applyPromo,
  applyVoucher,
  expireBaskets,
  itemsOf,
  removeCredit,
  removeItem,
  removeTicket,
  removeVouchers,
} from '#modules/basket'
import { giveCredit } from '#modules/credit'
import { announcePromo } from '#modules/promo'
import { createSecretVault } from '#modules/staff'
import { issueDueVouchers, issueVoucher } from '#modules/voucher'
import { customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import type { PaymentDeps } from './attempt.ts'
import { cancelOrder, cancelPayment, checkPayment, makeRefund, processReturn, readOrderWorth, refundOrder } from './index.ts'
import { worthOf } from './order-worth.ts'
import { settlePayment } from './settle-payment.ts'
import { actor, createBuyer, openManualProvider } from './testing/buyer.ts'
import { friend, gift, protection, selling, vouchers } from './testing/item-buyer.ts'

const codeVault = createSecretVault(['a secret of the tests that is thirty-two long'], 'gift voucher code')
const promo = 'QUARTER'
const codes = ['GIFT-OTHELLO', 'GIFT-MACBETH'] as const
const seats = ['A.1', 'B.1', 'C.1', 'D.1'] as const

type World = ReturnType<typeof openManualProvider> & {
  readonly theatre: TestTheatre & PaymentDeps
  readonly db: TestTheatre['db']
  readonly baskets: Awaited<ReturnType<typeof createBuyer>>[]
  readonly payments: string[]
}
type Step = (world: World) => Promise<unknown>

type Make<Thing> = (world: World, thing: Thing) => Promise<unknown>
/** A step on one of the existing things; does nothing where none exists yet. */
const withOne = <Thing>(of: (world: World) => Promise<readonly Thing[]>, make: Make<Thing>): fc.Arbitrary<Step> =>
  fc.nat({ max: 11 }).map((nth): Step => async (world) => {
    const all = await of(world)
    const one = all[nth % all.length]
    if (one !== undefined) await make(world, one)
  })
const withBasket = (make: Make<World['baskets'][number]>) => withOne(async ({ baskets }) => baskets, make)
const withPayment = (make: Make<string>) => withOne(async ({ payments }) => payments, make)
const withOrder = (make: Make<{ number: string; customer_id: string }>) =>
  withOne(({ db }) => db.selectFrom('customer_order').select(['number', 'customer_id']).orderBy('number').execute(), make)
const payerOf = async ({ db }: World, payment: string): Promise<string> =>
  (await db.selectFrom('payment_attempt').select('customer_id').where('id', '=', payment).executeTakeFirstOrThrow()).customer_id

/** The possible next statuses of a session, by its current status. */
const endings = {
  open: ['succeeded', 'declined', 'cancelled', 'processing'],
  declined: ['succeeded', 'cancelled'],
  processing: ['succeeded', 'failed'],
} as const
const payerActs = fc.nat({ max: 3 }).chain((way) =>
  withPayment(async ({ sessions, end }, payment) => {
    const status = sessions.get(`s-${payment}`)?.status
    const ways = status === undefined ? undefined : (endings as Partial<Record<typeof status, readonly (typeof status)[]>>)[status]
    if (ways) end(payment, ways[way % ways.length]!)
  }),
)

/** Every operation on money; frequent ones have a larger weight. */
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(...codes)
      .chain((code) => withBasket(({ theatre }, { basket }) => applyVoucher(theatre, basket, actor, code))),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(gift(7_01), gift(20_00), gift(30_03, 'roof'), friend, protection, vouchers(10_00, 2), vouchers(25_00))
      .chain((item) => withBasket(({ theatre }, { basket }) => addItem(theatre, basket, actor, item))),
  },
  {
    weight: 1,
    arbitrary: withBasket(async ({ theatre, db }, { basket }) => {
      const [item] = await itemsOf(db, basket)
      if (item) await removeItem(theatre, basket, actor, item.id)
    }),
  },
  {
    weight: 1,
    arbitrary: withBasket(async ({ theatre }, { basket, read }) => {
      const [ticket] = (await read()).tickets
      if (ticket) await removeTicket(theatre, basket, actor, ticket.id)
    }),
  },
  {
    // A voucher that was bought is sent, and pays for a basket.
    weight: 3,
    arbitrary: withBasket(async ({ theatre, db }, { basket }) => {
      await issueDueVouchers({ db, codeVault })
      const sent = await db.selectFrom('outbox').select('payload').where('topic', '=', 'mail.gift-voucher').execute()
      const codes = sent.flatMap(({ payload }) => (payload as { vouchers: { code: string }[] }).vouchers)
      const last = codes.at(-1)
      if (last) await applyVoucher(theatre, basket, actor, codeVault.decrypt(last.code))
    }),
  },
  { weight: 1, arbitrary: withBasket(({ theatre }, { basket }) => applyPromo(theatre, basket, actor, promo)) },
  { weight: 2, arbitrary: withBasket(({ theatre }, { basket }) => applyCredit(theatre, basket, actor)) },
  { weight: 1, arbitrary: withBasket(({ theatre }, { basket }) => removeVouchers(theatre, basket, actor)) },
  { weight: 1, arbitrary: withBasket(({ theatre }, { basket }) => removeCredit(theatre, basket, actor)) },
  {
    weight: 6,
    arbitrary: withBasket(async ({ payments }, { start }) => {
      const startResult = await start()
      if (startResult.ok && !payments.includes(startResult.value.payment)) payments.push(startResult.value.payment)
    }),
  },
  { weight: 6, arbitrary: payerActs },
  {
    weight: 5,
    arbitrary: withPayment(async (world, payment) => checkPayment(world.theatre, await payerOf(world, payment), payment, actor)),
  },
  {
    weight: 2,
    arbitrary: withPayment(async (world, payment) => cancelPayment(world.theatre, await payerOf(world, payment), payment, actor)),
  },
  {
    // A payment on a page that was closed too late, and its late callback.
    weight: 2,
    arbitrary: withPayment(async ({ theatre, sessions, end }, payment) => {
      const session = sessions.get(`s-${payment}`)
      if (!session || session.status === 'processing' || session.status === 'failed') return
      end(payment, 'succeeded')
      await settlePayment(theatre, payment, { ...session, status: 'succeeded' }, actor)
    }),
  },
  {
    weight: 1,
    arbitrary: withBasket(async ({ theatre }, { basket }) => {
      await sql`update basket set deadline = now() - interval '1 minute' where state = 'open' and id = ${basket}`.execute(theatre.db)
      await expireBaskets(theatre.db)
    }),
  },
  {
    weight: 3,
    arbitrary: fc
      .integer({ min: -1, max: 45_00 })
      .chain((amount) =>
        withOrder(({ theatre }, { number }) => refundOrder(theatre, number, { amount: money(amount), reason: 'goodwill' }, actor)),
      ),
  },
  {
    // A return of some tickets and items, at the value that the counter shows.
    weight: 4,
    arbitrary: fc.record({ tickets: fc.boolean(), items: fc.nat(3), to: fc.constantFrom('credit', 'origin') }).chain((chosen) =>
      withOrder(async ({ theatre, db }, { number }) => {
        const order = await db.selectFrom('customer_order').select(['id', 'paid']).where('number', '=', number).executeTakeFirstOrThrow()
        const worth = await readOrderWorth(db, order)
        const tickets = chosen.tickets ? [...worth.tickets.keys()] : []
        const items = [...worth.items].flatMap(([id, { isAlone }]) => (isAlone ? [id] : [])).slice(0, chosen.items)
        const value = worthOf(worth, { tickets, items }, 'return')
        if (value === undefined) return
        await processReturn(theatre, number, { tickets, items, to: chosen.to, value, reason: 'asked', isLateAllowed: true }, actor)
      }),
    ),
  },
  { weight: 2, arbitrary: withOrder(({ theatre }, { number, customer_id }) => cancelOrder(theatre, customer_id, number, actor)) },
  {
    weight: 1,
    arbitrary: fc.constant<Step>(async ({ theatre, db }) => {
      for (const { id } of await db.selectFrom('refund').select('id').where('state', '=', 'due').execute()) await makeRefund(theatre, id)
    }),
  },
)

/**
 * Sums for the invariant: money received by vouchers, credit and card is in ledger accounts, in orders, or owed as refunds; and
 * refunds never exceed receipts. Minor units.
 */
async function countEveryPenny({ theatre, sessions, refunds }: World) {
  const { rows } = await sql<{ purses: number; orders: number; sold: number; returned: number; late: number; owed: number }>`
    select (select coalesce(sum(balance), 0) from ledger_account)::int as purses,
      (select coalesce(sum(paid), 0) from customer_order)::int as orders,
      (select coalesce(sum(amount), 0) from ledger_entry where account_id is not null and reason in ('returned', 'refunded'))::int as returned,
      (select coalesce(sum(amount), 0) from ledger_entry where account_id is not null and reason in ('sold', 'recalled'))::int as sold,
      (select coalesce(sum(amount), 0) from refund where order_id is null)::int as late,
      (select coalesce(sum(amount), 0) from refund)::int as owed`.execute(theatre.db)
  const { purses, orders, sold, returned, late, owed } = rows[0]!
  const known = await theatre.db
    .selectFrom('payment_attempt')
    .select('id')
    .where('state', 'in', ['succeeded', 'refund-due', 'refunded'])
    .execute()
  const taken = known.reduce((sum, { id }) => sum + (sessions.get(`s-${id}`)?.amount ?? 0), 0)
  const sent = [...refunds.values()].reduce((sum, amount) => sum + amount, 0)
  return { held: purses + orders - sold - returned + late, taken, owed, sent }
}

it(
  'conserves money over any sequence of added, applied, removed, paid, cancelled, lapsed, returned and refunded steps',
  { timeout: timeLimit(240_000) },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 60 }), async (steps) => {
        await using small = await openTestTheatre(selling)
        const manual = openManualProvider(small)
        const theatre = { ...small, ...manual.shop }
        const people = [await customerOf(theatre), await customerOf(theatre)]
        await announcePromo(
          small.db,
          {
            code: promo,
            name: 'A quarter off',
            rule: { discount: { kind: 'percent', percent: 25 }, opensPriority: false, opensPriceTypes: [] },
          },
          actor,
        )
        for (const code of codes) await issueVoucher(theatre.db, { amount: money(60_00), code }, actor)
        for (const { id } of people)
          await transact(theatre.db, (trx) => giveCredit(trx, { customer: id, amount: money(35_00), months: 6, from: 'issued' }, actor))
        const baskets = await Promise.all(seats.map((seat, nth) => createBuyer(theatre, [seat], people[nth % 2])))
        const world: World = { ...manual, theatre, db: theatre.db, baskets, payments: [] }
        for (const make of steps) await make(world)
        await expectInvariants(theatre)
        const { held, taken, owed, sent } = await countEveryPenny(world)
        expect(held).toBe(2 * 60_00 + 2 * 35_00 + taken)
        expect(sent).toBeLessThanOrEqual(owed)
        expect(owed).toBeLessThanOrEqual(taken)
      }),
      { numRuns: 8 },
    )
  },
)
