import { type Selectable, sql, type Transaction } from 'kysely'
import type { Basket, CounterSale } from '@playhouse/api-client/contract'
import { type CounterPaymentTable, type CustomerTable, type Database, type PaymentAttemptTable, transact } from '#db'
import {
  type Actor,
  type BasketRow,
  editBasket,
  findBasket,
  hasOpenLink,
  isBasketEmpty,
  loadBasketContent,
  readBasket,
} from '#modules/basket'
import {
  cancelPayment,
  checkPayment,
  type ExchangeRequest,
  freezeBasket,
  findOpenAttempt,
  openPayment,
  validateExchange,
  type ValidExchange,
  settlePayment,
} from '#modules/payment'
import type { Locale } from '@playhouse/domain/brand'
import {
  type CounterPaymentMethod,
  findTenderProblem,
  isReferenceValid,
  methodOfProvider,
  otherTenderOf,
} from '@playhouse/domain/counter-tender'
import { exchangePaymentOf } from '@playhouse/domain/exchange-payment'
import { add, type Money, money, subtract, zero } from '@playhouse/domain/money'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { isStaffAllowed, type StaffRole, type CounterPayment, counterPaymentOf } from '@playhouse/domain/staff'
import { walkInCustomerId } from '#modules/customer'
import type { CounterDeps } from './deps.ts'

export type SaleRequest = {
  /** The version of the basket that the clerk has seen. */
  readonly version: number
  /** The price that was shown, as a digest from `quoteOf`. */
  readonly quote?: string | undefined
  readonly way: CounterPaymentMethod
  /** The reference of a cheque, an invoice or Theatre Tokens. */
  readonly reference?: string | undefined
  readonly tendered?: number | undefined
  readonly delivery: 'print' | 'email'
  /** Tickets that are exchanged, of this performance or another. */
  readonly exchange?: ExchangeRequest | undefined
}
type Seller = { readonly staff: string; readonly role: StaffRole; readonly actor: Actor; readonly locale: Locale }
type Attempt = Selectable<PaymentAttemptTable>
export type Sale = Omit<CounterSale, 'desk'>

/**
 * Sells the counter basket, with the same attempt, settlement and ledger as on the web. Cash and the brand's other methods count as
 * paid when the clerk takes them; a card is read for a session of the provider, whose status alone decides. Idempotent: a repeated request returns the sale.
 */
export async function sellAtCounter(
  deps: CounterDeps,
  basketId: string,
  seller: Seller,
  request: SaleRequest,
): Promise<Result<Sale, Problem>> {
  const basket = await findBasket(deps.db, basketId)
  if (basket?.state === 'completed') return ok(await readSale(deps, basket.id, request.delivery))
  const openAttempt = basket?.state === 'paying' ? await findOpenAttempt(deps.db, basket.id) : undefined
  if (openAttempt && methodOfProvider(openAttempt.provider) !== 'card') {
    // A repeated request during or after an interrupted one: what was taken is settled once. A page that was reloaded meanwhile
    // does not know the method and may name a card, which must not be charged beside it.
    const settleProblem = await settleTaken(deps, openAttempt, seller.actor)
    return settleProblem ? fail(settleProblem) : ok(await readSale(deps, basketId, request.delivery))
  }
  if (basket?.state === 'paying' && (await findBasket(deps.db, basket.id))?.state === 'completed')
    return ok(await readSale(deps, basket.id, request.delivery))
  const ready = await prepareSale(deps, basket, basketId, seller, request)
  if (!ready.ok) return ready
  if (ready.value === 'sold') return ok(await readSale(deps, basketId, request.delivery))
  const { version, returned, payment, exchange } = ready.value
  const { way, tendered, change } = payment

  const reference = way === 'none' ? null : request.reference || null
  const payer = ready.value.payer ?? exchange?.customer ?? walkInCustomerId
  const record = (trx: Transaction<Database>, attempt: Attempt) =>
    recordTender(trx, { attempt_id: attempt.id, staff_id: seller.staff, way, reference, tendered, change })
  const provider = way === 'card' || way === 'none' ? undefined : way
  const tender = { provider, record, due: payment.due, exchange: exchange?.exchange, maxReturned: returned }
  const freezeResult = await freezeBasket(deps, { customer: payer, basket: basketId, version, locale: seller.locale, tender }, seller.actor)
  if (!freezeResult.ok) return freezeResult
  const attempt = freezeResult.value
  const failure = way === 'card' ? await readCard(deps, attempt, seller.actor) : await settleTaken(deps, attempt, seller.actor)
  return failure ? fail(failure) : ok(await readSale(deps, basketId, request.delivery))
}

/** Reads the counter basket as an exchange sells it: vouchers that paid for the exchanged tickets can pay for its tickets. */
export const readExchangeBasket = (deps: CounterDeps, basket: string | undefined, tickets: readonly string[]): Promise<Basket> =>
  readBasket(deps, basket, loadBasketContent(deps, basket, tickets))

type PreparedSale = {
  readonly payer: string | null
  /** The basket version that is sold; any other version is rejected. */
  readonly version: number
  /** Value of the exchanged tickets beyond what they pay. */
  readonly returned: Money
  readonly payment: CounterPayment
  readonly exchange: ValidExchange | undefined
}

/** Ends an earlier payment, sets the delivery, and validates the tendered amount before the sale. @returns `sold` where the earlier payment succeeded */
async function prepareSale(
  deps: CounterDeps,
  basketRow: BasketRow | undefined,
  id: string,
  seller: Seller,
  { version, quote, way, reference = '', tendered, delivery, exchange: exchangeRequest }: SaleRequest,
): Promise<Result<PreparedSale | 'sold', Problem>> {
  const { actor } = seller
  if (!basketRow || (await isBasketEmpty(deps.db, id))) return fail(problem('basket-empty'))
  // Its payment page is the customer's: it is closed only with the link.
  if (!basketRow.lapsedNow && (await hasOpenLink(deps.db, basketRow))) return fail(problem('payment-link-open'))
  const tenderProblem = checkTender(deps, way, reference)
  if (tenderProblem) return fail(tenderProblem)
  if (basketRow.state === 'paying') {
    const open = await findOpenAttempt(deps.db, id)
    const cancelResult = open && (await cancelPayment(deps, open.customer_id, open.id, actor))
    if (cancelResult && !cancelResult.ok) return cancelResult
    if (cancelResult?.value.state === 'succeeded') return ok('sold')
  }
  const shownBasket = await readExchangeBasket(deps, id, exchangeRequest?.tickets ?? [])
  const { version: shownVersion } = shownBasket
  if (basketRow.state !== 'paying' && shownVersion !== version) return fail(problem('price-changed'))
  if (quote !== undefined && shownBasket.quote !== quote) return fail(problem('price-changed'))
  const { leftToPay, returned } = exchangePaymentOf(shownBasket, exchangeRequest?.value ?? zero)
  const exchange = exchangeRequest && (await checkExchange(deps, basketRow, returned, seller, exchangeRequest))
  if (exchange && !exchange.ok) return exchange
  const payment = counterPaymentOf(leftToPay, way, tendered)
  if (!payment) return fail(problem('invalid-input', { fields: ['tendered'] }))
  const sale = { hasCustomer: basketRow.customer_id !== null, items: shownBasket.items }
  const unaccepted = payment.way === 'none' ? undefined : findTenderProblem(payment.way, sale)
  if (unaccepted) return fail(unaccepted)
  const method = delivery === 'print' ? 'collect' : 'print-at-home'
  const option = deps.brand.delivery.find((each) => each.method === method && each.fee === 0)
  const editResult = await editBasket(deps, id, actor, 'hand-out', async (trx, basket): Promise<Result<unknown, Problem>> => {
    // The cash was counted for the version that was read: another window of the clerk may have changed the basket since.
    if (basket.version !== shownVersion) return fail(problem('price-changed'))
    if (option)
      await trx
        .updateTable('basket')
        .set({ delivery: JSON.stringify({ method: option.method, address: basket.delivery.address }) })
        .where('id', '=', id)
        .execute()
    return ok({ delivery })
  })
  if (!editResult.ok) return editResult
  const handedOut = { payer: basketRow.customer_id, version: shownVersion + 1 }
  return ok({ ...handedOut, returned, payment, exchange: exchange?.value })
}

/** Whether the counter accepts a method, and its reference is as the brand asks for it. @returns the problem, or undefined */
function checkTender(deps: CounterDeps, way: CounterPaymentMethod, reference: string): Problem | undefined {
  if (!paymentMethodsOf(deps).includes(way)) return problem('invalid-input', { fields: ['way'] })
  const tender = otherTenderOf(deps.brand, way)
  return tender && !isReferenceValid(tender, reference) ? problem('invalid-input', { fields: ['reference'] }) : undefined
}

/** The methods of payment of this counter. Without a terminal it accepts no cards. */
export const paymentMethodsOf = ({ brand, terminal }: Pick<CounterDeps, 'brand' | 'terminal'>): CounterPaymentMethod[] => [
  'cash',
  ...(terminal ? (['card'] as const) : []),
  ...(brand.counterTenders ?? []).map(({ method }) => method),
]

/** Validates an exchange: the old tickets belong to the current customer, and the clerk may refund any excess. */
async function checkExchange(
  deps: CounterDeps,
  { customer_id }: BasketRow,
  returned: Money,
  { role }: Seller,
  exchangeRequest: ExchangeRequest,
): Promise<Result<ValidExchange, Problem>> {
  const ready = await transact(deps.db, (trx) => validateExchange(deps, trx, exchangeRequest))
  if (!ready.ok) return ready
  const { customer } = ready.value
  const { is_guest } = await deps.db.selectFrom('customer').select('is_guest').where('id', '=', customer).executeTakeFirstOrThrow()
  // A guest is not selected as the counter's customer: the order identifies them.
  if (customer_id !== (is_guest ? null : customer)) return fail(problem('invalid-input', { fields: ['exchange'] }))
  if (returned > 0 && (exchangeRequest.rest === 'credit' ? is_guest : !isStaffAllowed(role, 'return-money')))
    return fail(problem('not-allowed'))
  return ready
}

/** Stores how a counter sale was paid. */
async function recordTender(trx: Transaction<Database>, row: Omit<Selectable<CounterPaymentTable>, 'at' | 'not_taken_at'>): Promise<void> {
  await trx.insertInto('counter_payment').values(row).execute()
}

/** Settles a payment that the clerk has taken. @returns `payment-seats-gone` where a seat was lost */
async function settleTaken(deps: CounterDeps, attempt: Attempt, actor: Actor): Promise<Problem<'payment-seats-gone'> | undefined> {
  const { currency } = deps.brand
  const isSold = await settlePayment(deps, attempt.id, { status: 'succeeded', amount: money(attempt.amount), currency }, actor)
  return isSold ? undefined : problem('payment-seats-gone')
}

/** The problem by the terminal's answer. Without an answer the terminal was unreachable. */
const problemByTerminalAnswer = {
  declined: 'payment-declined',
  cancelled: 'payment-cancelled',
  'timed-out': 'payment-timed-out',
  read: 'payment-declined',
} as const

async function readCard(deps: CounterDeps, attempt: Attempt, actor: Actor): Promise<Problem | undefined> {
  const payer = await deps.db.selectFrom('customer').selectAll().where('id', '=', attempt.customer_id).executeTakeFirstOrThrow()
  const openedPayment = await openPayment(deps, payer satisfies Selectable<CustomerTable>, attempt, actor)
  if (!openedPayment.ok) return (await isCancelled(deps, attempt)) ? problem('payment-cancelled') : openedPayment.error
  if (openedPayment.value.redirectUrl === null) return undefined
  // The terminal's answer only explains a failure; the provider decides whether the session was paid.
  const padResponse = await deps.terminal!.read({ url: openedPayment.value.redirectUrl }).catch(() => undefined)
  const status = await checkPayment(deps, attempt.customer_id, attempt.id, actor)
  if (!status.ok) return status.error
  if (status.value.state === 'succeeded') return undefined
  // The session is closed first, so that no card is charged for a cancelled sale; a payment that arrived first is settled.
  const cancelResult = await cancelPayment(deps, attempt.customer_id, attempt.id, actor)
  if (!cancelResult.ok) return cancelResult.error
  if (cancelResult.value.state === 'succeeded') return undefined
  return problem(
    cancelResult.value.state === 'declined'
      ? 'payment-declined'
      : padResponse
        ? problemByTerminalAnswer[padResponse]
        : 'payment-unreachable',
  )
}

/** Whether the clerk cancelled the payment before the terminal was used. */
async function isCancelled({ db }: CounterDeps, { id }: Attempt): Promise<boolean> {
  const { state } = await db.selectFrom('payment_attempt').select('state').where('id', '=', id).executeTakeFirstOrThrow()
  return state === 'cancelled'
}

/** Cancels the card payment that the terminal waits for. A payment that arrived first counts: the next sale request returns it. */
export async function cancelCardPayment(deps: CounterDeps, basketId: string, actor: Actor): Promise<Result<unknown, Problem>> {
  const basket = await findBasket(deps.db, basketId)
  if (basket && (await hasOpenLink(deps.db, basket))) return fail(problem('payment-link-open'))
  const open = await findOpenAttempt(deps.db, basketId)
  return open ? cancelPayment(deps, open.customer_id, open.id, actor) : ok(undefined)
}

/** Reads the sale of a completed basket. */
async function readSale({ db }: CounterDeps, basket: string, delivery: Sale['delivery']): Promise<Sale> {
  const row = await db
    .selectFrom('customer_order')
    .innerJoin('payment_attempt', 'payment_attempt.id', 'customer_order.attempt_id')
    .innerJoin('counter_payment', 'counter_payment.attempt_id', 'payment_attempt.id')
    .select(['customer_order.number', 'customer_order.total', 'payment_attempt.amount', 'counter_payment.way', 'counter_payment.tendered'])
    .select('counter_payment.reference')
    .select([sql<number | null>`counter_payment.change`.as('change'), 'payment_attempt.quote'])
    .select(
      sql<number>`(select count(*)::int from gift_voucher v join order_item i on i.id = v.order_item_id
        where i.order_id = customer_order.id and v.send_at = 'infinity' and not v.to_post)`.as('vouchersToPrint'),
    )
    .where('customer_order.basket_id', '=', basket)
    .executeTakeFirstOrThrow()
  const sum = (value: number | null) => (value === null ? null : money(value))
  const { exchange } = row.quote
  const usedValue = money(exchange?.used ?? 0)
  return {
    order: row.number,
    total: money(row.total),
    credit: subtract(money(row.total), add(usedValue, money(row.amount))),
    way: row.way,
    reference: row.reference,
    paid: money(row.amount),
    tendered: sum(row.tendered),
    change: sum(row.change),
    delivery,
    tickets: row.quote.tickets.length,
    vouchersToPrint: row.vouchersToPrint,
    exchanged: exchange ? usedValue : null,
    back: exchange && exchange.value > usedValue ? { amount: money(exchange.value - usedValue), to: exchange.rest } : null,
  }
}
