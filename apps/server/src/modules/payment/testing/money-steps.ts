import fc from 'fast-check'
import { sql } from 'kysely'
import { money } from '@playhouse/domain/money'
import {
  addItem,
  applyCredit,
  applyPromo,
  applyVoucher,
  expireBaskets,
  itemsOf,
  readBasket,
  removeCredit,
  removeItem,
  removeTicket,
  removeVouchers,
  setGiftAid,
} from '#modules/basket'
import { cancelOrder, cancelPayment, checkPayment, makeRefund, processReturn, readOrderWorth, refundOrder, startPayment } from '../index.ts'
import { reissueGifts } from '#modules/membership'
import { issueDueVouchers } from '#modules/voucher'
import { worthOf } from '../order-worth.ts'
import { buyGiftMembership, claimGiftMembership, returnGiftMembership } from './gift-steps.ts'
import { friend, friendForNan, gift, oneTicket, patronUpgrade, protection, vouchers } from './item-buyer.ts'
import { callBack } from './money-accounts.ts'
import { actor, codes, codeVault, type Crash, openCheckout, promo, type Step, type World } from './money-world.ts'

type Make<Thing> = (world: World, thing: Thing) => Promise<unknown>
/** A step on one of the existing things; does nothing where none exists yet. */
const withOne = <Thing>(of: (world: World) => Promise<readonly Thing[]>, make: Make<Thing>): fc.Arbitrary<Step> =>
  fc.nat({ max: 23 }).map((nth): Step => async (world) => {
    const all = await of(world)
    const one = all[nth % all.length]
    if (one !== undefined) await make(world, one)
  })
const withBasket = (make: Make<World['baskets'][number]>) => withOne(async ({ baskets }) => baskets, make)
const withPayment = (make: Make<{ id: string; customer_id: string }>) =>
  withOne(({ db }) => db.selectFrom('payment_attempt').select(['id', 'customer_id']).orderBy('id').execute(), make)
const withOrder = (make: Make<{ number: string; customer_id: string }>) =>
  withOne(({ db }) => db.selectFrom('customer_order').select(['number', 'customer_id']).orderBy('id').execute(), make)

/** A step with its weight among all steps, and its name in a counterexample. */
const weigh = (weight: number, name: string, arbitrary: fc.Arbitrary<Step>): fc.WeightedArbitrary<Step> => ({
  weight,
  arbitrary: arbitrary.map((step) => Object.assign((world: World) => step(world), { [fc.toStringMethod]: () => name })),
})

/** The possible next statuses of a session, by its current status. */
const endings = {
  open: ['succeeded', 'succeeded', 'declined', 'cancelled', 'processing'],
  declined: ['succeeded', 'cancelled'],
  processing: ['succeeded', 'failed'],
} as const
const payerActs = fc.nat({ max: 4 }).chain((way) =>
  withPayment(async ({ sessions, end }, { id }) => {
    const status = sessions.get(`s-${id}`)?.status
    const ways = status === undefined ? undefined : (endings as Partial<Record<typeof status, readonly (typeof status)[]>>)[status]
    if (ways) end(id, ways[way % ways.length]!)
  }),
)

const contents: fc.WeightedArbitrary<Step>[] = [
  weigh(
    2,
    'open a checkout',
    fc.record({ nth: fc.nat({ max: 2 }), hasSeat: fc.boolean() }).map(
      ({ nth, hasSeat }): Step =>
        (world) =>
          openCheckout(world, nth, hasSeat ? 'seat' : gift(7_01)),
    ),
  ),
  weigh(
    12,
    'add an item',
    fc
      .constantFrom(
        ...[gift(7_01), gift(20_00), gift(30_03, 'roof'), friend, friendForNan, patronUpgrade, protection],
        ...[vouchers(10_00, 2), vouchers(25_00), oneTicket, oneTicket],
      )
      .chain((item) => withBasket(({ shop }, { basket }) => addItem(shop, basket, actor, item))),
  ),
  weigh(
    3,
    'add a top-up of a voucher',
    fc.record({ nth: fc.nat(7), amount: fc.constantFrom(10_00, 25_00) }).chain(({ nth, amount }) =>
      withBasket(async ({ shop, db }, { basket }) => {
        const known = await db.selectFrom('ledger_account').select('id').where('kind', '=', 'gift-voucher').orderBy('id').execute()
        const { id: voucher } = known[nth % known.length]!
        await addItem(shop, basket, actor, { kind: 'voucher-top-up', voucher, amount: money(amount) })
      }),
    ),
  ),
  weigh(
    1,
    'answer Gift Aid',
    fc
      .boolean()
      .chain((isDeclared) => withBasket(({ shop }, { basket, customer }) => setGiftAid(shop, basket, actor, customer.id, { isDeclared }))),
  ),
  weigh(
    1,
    'remove an item',
    withBasket(async ({ shop, db }, { basket }) => {
      const [item] = await itemsOf(db, basket)
      if (item) await removeItem(shop, basket, actor, item.id)
    }),
  ),
  weigh(
    1,
    'remove a ticket',
    withBasket(async ({ shop }, { basket }) => {
      const [ticket] = (await readBasket(shop, basket)).tickets
      if (ticket) await removeTicket(shop, basket, actor, ticket.id)
    }),
  ),
  weigh(
    1,
    'let the hold lapse',
    withBasket(async ({ shop, db }, { basket }) => {
      await sql`update basket set deadline = now() - interval '1 minute' where state = 'open' and id = ${basket}`.execute(db)
      await expireBaskets(shop.db)
    }),
  ),
]

const tenders: fc.WeightedArbitrary<Step>[] = [
  weigh(
    3,
    'apply a voucher',
    fc.constantFrom(...codes).chain((code) => withBasket(({ shop }, { basket }) => applyVoucher(shop, basket, actor, code))),
  ),
  // A voucher that was bought is sent, and pays for a basket.
  weigh(
    3,
    'apply a bought voucher',
    withBasket(async ({ shop, db }, { basket }) => {
      await issueDueVouchers({ db: shop.db, codeVault })
      const sent = await db.selectFrom('outbox').select('payload').where('topic', '=', 'mail.gift-voucher').orderBy('id').execute()
      const last = sent.flatMap(({ payload }) => (payload as { vouchers: { code: string }[] }).vouchers).at(-1)
      if (last) await applyVoucher(shop, basket, actor, codeVault.decrypt(last.code))
    }),
  ),
  weigh(
    2,
    'apply a promo code',
    withBasket(({ shop }, { basket }) => applyPromo(shop, basket, actor, promo)),
  ),
  weigh(
    2,
    'apply credit',
    withBasket(({ shop }, { basket }) => applyCredit(shop, basket, actor)),
  ),
  weigh(
    1,
    'remove vouchers',
    withBasket(({ shop }, { basket }) => removeVouchers(shop, basket, actor)),
  ),
  weigh(
    1,
    'remove credit',
    withBasket(({ shop }, { basket }) => removeCredit(shop, basket, actor)),
  ),
]

const payments: fc.WeightedArbitrary<Step>[] = [
  weigh(
    12,
    'buy',
    withBasket(async ({ shop, end }, { basket, customer }) => {
      const started = await startPayment(shop, customer, basket, (await readBasket(shop, basket)).version, 'en', actor)
      if (!started.ok) return
      const { payment } = started.value
      if (started.value.redirectUrl !== null) end(payment, 'succeeded')
      await checkPayment(shop, customer.id, payment, actor)
    }),
  ),
  weigh(
    10,
    'start a payment',
    withBasket(async ({ shop }, { basket, customer }) =>
      startPayment(shop, customer, basket, (await readBasket(shop, basket)).version, 'en', actor),
    ),
  ),
  weigh(8, 'pay', payerActs),
  weigh(
    8,
    'check a payment',
    withPayment(({ shop }, { id, customer_id }) => checkPayment(shop, customer_id, id, actor)),
  ),
  weigh(
    2,
    'cancel a payment',
    withPayment(({ shop }, { id, customer_id }) => cancelPayment(shop, customer_id, id, actor)),
  ),
  // A payment on a page that was closed too late, and its late callback.
  weigh(
    2,
    'pay late',
    withPayment(async ({ shop, sessions, end }, { id }) => {
      const session = sessions.get(`s-${id}`)
      if (!session || session.status === 'processing' || session.status === 'failed') return
      end(id, 'succeeded')
      await callBack({ shop, sessions }, id)
    }),
  ),
]

const refunds: fc.WeightedArbitrary<Step>[] = [
  weigh(
    2,
    'refund an amount',
    fc
      .integer({ min: -1, max: 45_00 })
      .chain((amount) =>
        withOrder(({ shop }, { number }) => refundOrder(shop, number, { amount: money(amount), reason: 'goodwill' }, actor)),
      ),
  ),
  // A return of some tickets and items, at the value that the counter shows.
  weigh(
    5,
    'return parts',
    fc.record({ tickets: fc.boolean(), items: fc.nat(15), to: fc.constantFrom('credit', 'origin') }).chain((chosen) =>
      withOrder(async ({ shop, db }, { number }) => {
        const order = await db.selectFrom('customer_order').select(['id', 'paid']).where('number', '=', number).executeTakeFirstOrThrow()
        const worth = await readOrderWorth(db, order)
        const tickets = chosen.tickets ? [...worth.tickets.keys()] : []
        // The bits of the number choose the items.
        const items = [...worth.items].flatMap(([id, { isAlone }], nth) => (isAlone && (chosen.items >> nth) & 1 ? [id] : []))
        const value = worthOf(worth, { tickets, items }, 'return')
        if (value === undefined) return
        await processReturn(shop, number, { tickets, items, to: chosen.to, value, reason: 'asked', isLateAllowed: true }, actor)
      }),
    ),
  ),
  weigh(
    1,
    'cancel an order',
    withOrder(({ shop }, { number, customer_id }) => cancelOrder(shop, customer_id, number, actor)),
  ),
  weigh(
    2,
    'send refunds',
    fc.constant<Step>(async ({ shop, db }) => {
      for (const { id } of await db.selectFrom('refund').select('id').where('state', '=', 'due').orderBy('id').execute())
        await makeRefund(shop, id)
    }),
  ),
]

const crash: fc.Arbitrary<Crash> = fc.record({ message: fc.integer({ min: 1, max: 40 }), moment: fc.constantFrom('before', 'after') })
export type CrashingStep = { readonly step: Step; readonly crash: Crash | null }
/** One of the steps, and the crash of one in four. */
const withCrash = (...steps: fc.WeightedArbitrary<Step>[]): fc.Arbitrary<CrashingStep> =>
  fc.record({ step: fc.oneof(...steps), crash: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: crash }) })

const giftMemberships: fc.WeightedArbitrary<Step>[] = [
  weigh(6, 'claim a gift membership', claimGiftMembership),
  weigh(
    1,
    'send the links of gift memberships again',
    withOrder(({ shop }, { number }) => reissueGifts(shop.db, number, actor)),
  ),
]

/** Every operation on money, of which frequent ones have a larger weight; the process is killed in one of four. */
export const stepWithCrash = withCrash(...contents, ...tenders, ...payments, ...refunds, ...giftMemberships)

/** Operations on gift memberships, each in a basket of its customer: sales, claims, returns and cancellations. */
export const giftStepWithCrash = withCrash(
  weigh(15, 'buy a gift membership', buyGiftMembership),
  weigh(12, 'return a gift membership', returnGiftMembership),
  ...[...giftMemberships, ...payments.slice(1), ...refunds],
)
