import { type Selectable, sql, type Transaction } from 'kysely'
import type { CounterSale } from '@playhouse/api-client/contract'
import { type CounterPaymentTable, type CustomerTable, type Database, type PaymentAttemptTable } from '#db'
import { type Actor, type BasketRow, editBasket, findBasket, readBasket, ticketsOf } from '#modules/basket'
import { cancelPayment, checkPayment, freezeBasket, openAttempt, openPayment, settlePayment } from '#modules/payment'
import type { Locale } from '@playhouse/domain/brand'
import { add, money, subtract, zero } from '@playhouse/domain/money'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { CounterWay } from '@playhouse/domain/staff'
import { type CounterHouse, walkIn } from './house.ts'

export type SaleWish = {
  /** The version of the basket that the clerk has seen. */
  readonly version: number
  readonly way: CounterWay
  readonly tendered?: number | undefined
  readonly delivery: 'print' | 'email'
}
type Seller = { readonly staff: string; readonly actor: Actor; readonly locale: Locale }
type Attempt = Selectable<PaymentAttemptTable>
export type Sale = Omit<CounterSale, 'desk'>

/**
 * Takes the money and sells what is on the counter, by the same attempt, settlement and ledger as everywhere. Cash is there
 * when it is counted; a card is read for a session of the provider, which alone says whether it was paid. Asked again after
 * an answer that was lost, it tells of the sale that was made.
 */
export async function sellAtCounter(house: CounterHouse, basketId: string, seller: Seller, wish: SaleWish): Promise<Result<Sale, Problem>> {
  const found = await findBasket(house.db, basketId)
  if (found?.state === 'completed') return ok(await readSale(house, found.id, wish.delivery))
  const ready = await makeReady(house, found, basketId, seller, wish)
  if (!ready.ok) return ready
  if (ready.value === 'sold') return ok(await readSale(house, basketId, wish.delivery))
  const { basket, leftToPay, tendered } = ready.value

  const payer = basket.customer_id ?? walkIn
  const way = leftToPay === 0 ? 'none' : wish.way
  const cash = way === 'cash' ? { tendered, change: tendered - leftToPay } : { tendered: null, change: null }
  const record = (trx: Transaction<Database>, attempt: Attempt) =>
    recordTender(trx, { attempt_id: attempt.id, staff_id: seller.staff, way, ...cash })
  const till = { takes: way === 'cash' ? 'cash' : undefined, record }
  const frozen = await freezeBasket(house, payer, basketId, basket.version, seller.locale, seller.actor, till)
  if (!frozen.ok) return frozen
  const attempt = frozen.value
  const refused = way === 'card' ? await readCard(house, attempt, seller.actor) : await takeCash(house, attempt, seller.actor)
  return refused ? fail(refused) : ok(await readSale(house, basketId, wish.delivery))
}

type Ready = { readonly basket: BasketRow; readonly leftToPay: number; readonly tendered: number }

/** Ends what an earlier try left open, and settles how tickets are handed over. Nothing is taken before the sum is seen to be enough. */
async function makeReady(
  house: CounterHouse,
  found: BasketRow | undefined,
  id: string,
  { actor }: Seller,
  { version, way, tendered, delivery }: SaleWish,
): Promise<Result<Ready | 'sold', Problem>> {
  if (!found || (await ticketsOf(house.db, id)).length === 0) return fail(problem('basket-empty'))
  if (way === 'card' && !house.terminal) return fail(problem('invalid-input', { fields: ['way'] }))
  if (found.state === 'paying') {
    const open = await openAttempt(house.db, id)
    const ended = open && (await cancelPayment(house, open.customer_id, open.id, actor))
    if (ended && !ended.ok) return ended
    if (ended?.value.state === 'succeeded') return ok('sold')
  } else if (found.version !== version) return fail(problem('price-changed'))
  const { leftToPay } = (await readBasket(house, id)).totals
  const given = tendered ?? leftToPay
  if (way === 'cash' && given < leftToPay) return fail(problem('invalid-input', { fields: ['tendered'] }))
  const method = delivery === 'print' ? 'collect' : 'print-at-home'
  const option = house.brand.delivery.find((each) => each.method === method && each.fee === 0)
  const prepared = await editBasket(house, id, actor, 'hand-out', async (trx) => {
    if (option)
      await trx
        .updateTable('basket')
        .set({ delivery: JSON.stringify({ method: option.method, address: null }) })
        .where('id', '=', id)
        .execute()
    return ok({ delivery })
  })
  if (!prepared.ok) return prepared
  return ok({ basket: (await findBasket(house.db, id))!, leftToPay, tendered: given })
}

async function recordTender(trx: Transaction<Database>, row: Omit<Selectable<CounterPaymentTable>, 'at'>): Promise<void> {
  await trx.insertInto('counter_payment').values(row).execute()
}

/** The money is on the counter: sold, or undone when a seat went while nobody looked. */
async function takeCash(house: CounterHouse, attempt: Attempt, actor: Actor): Promise<Problem<'payment-seats-gone'> | undefined> {
  const { currency } = house.brand
  const isSold = await settlePayment(house, attempt.id, { status: 'succeeded', amount: money(attempt.amount), currency }, actor)
  return isSold ? undefined : problem('payment-seats-gone')
}

async function readCard(house: CounterHouse, attempt: Attempt, actor: Actor): Promise<Problem | undefined> {
  const payer = await house.db.selectFrom('customer').selectAll().where('id', '=', attempt.customer_id).executeTakeFirstOrThrow()
  const opened = await openPayment(house, payer satisfies Selectable<CustomerTable>, attempt, actor)
  if (!opened.ok) return opened.error
  if (opened.value.redirectUrl !== null) {
    try {
      await house.terminal!.read({ url: opened.value.redirectUrl })
    } catch {
      // What the terminal did is for the provider to say.
    }
    const status = await checkPayment(house, attempt.customer_id, attempt.id, actor)
    if (!status.ok) return status.error
    if (status.value.state !== 'succeeded') {
      const ended = await cancelPayment(house, attempt.customer_id, attempt.id, actor)
      if (!ended.ok) return ended.error
      if (ended.value.state !== 'succeeded') return problem(ended.value.state === 'declined' ? 'payment-declined' : 'payment-unreachable')
    }
  }
  return undefined
}

/** The sale that a basket became. */
async function readSale({ db }: CounterHouse, basket: string, delivery: Sale['delivery']): Promise<Sale> {
  const row = await db
    .selectFrom('customer_order')
    .innerJoin('payment_attempt', 'payment_attempt.id', 'customer_order.attempt_id')
    .innerJoin('counter_payment', 'counter_payment.attempt_id', 'payment_attempt.id')
    .select(['customer_order.number', 'customer_order.total', 'payment_attempt.amount', 'counter_payment.way', 'counter_payment.tendered'])
    .select(sql<number | null>`counter_payment.change`.as('change'))
    .where('customer_order.basket_id', '=', basket)
    .executeTakeFirstOrThrow()
  const sum = (value: number | null) => (value === null ? null : money(value))
  return {
    order: row.number,
    total: money(row.total),
    credit: subtract(money(row.total), add(zero, money(row.amount))),
    way: row.way,
    paid: money(row.amount),
    tendered: sum(row.tendered),
    change: sum(row.change),
    delivery,
  }
}
