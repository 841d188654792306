import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { auditBy, type Database, type Exchange, newId, type Quote, transact } from '#db'
import type { Locale } from '@playhouse/domain/brand'
import { add, money, subtract, zero } from '@playhouse/domain/money'
import { isKeptItem } from '@playhouse/domain/stored-detail'
import { storedValueLimit, totalsOf } from '@playhouse/domain/pricing'
import { sumOfAllocations } from '@playhouse/domain/stored-value'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import {
  type Actor,
  currentItems,
  type BarredItemProblem,
  applySubscriptions,
  type BasketRow,
  readBuyerOffers,
  removeBarredItem,
  expireBasket,
  type ItemRow,
  itemsOf,
  linesOf,
  lockBasket,
  lockStoredTenders,
  moveBasket,
  allocateStoredTenders,
  loadAppliedOffers,
  usedOffers,
  packagesOfTickets,
  type PricedTicket,
  quoteItems,
  quoteOf,
  seatsByPerformance,
  type TicketRow,
  ticketsOf,
  withPriceRules,
} from '#modules/basket'
import { checkPayerNetworkLimit } from '#modules/hold'
import { reserve } from '#modules/ledger'
import { lockHolder } from '#modules/membership'
import { loadUsableSubscriptions, lockSubscriptions } from '#modules/subscription'
import { resumeHolds, keepForPayment } from '#modules/seating'
import { type Attempt, findOpenAttempt, findPaidAttempt, type PaymentDeps } from './attempt.ts'
import { checkDeclineLimit } from './declines.ts'
import { reserveOffers } from './reserve-offers.ts'
import { type PayableProblem, checkPayable } from './validate-page.ts'
import { findMissingStep } from './missing-step.ts'

/** A payment that staff take at the counter. */
export type CounterTender = {
  /** The provider name of the attempt, such as `cash`; omitted for the configured payment provider. */
  readonly provider?: string | undefined
  /** Records the tender, in the transaction that creates the attempt. */
  readonly record: (trx: Transaction<Database>, attempt: Attempt) => Promise<void>
  /** The amount that the clerk takes, in minor units. A basket that leaves another amount to pay is not sold. */
  readonly due: number
  /** Tickets that are exchanged; their value pays first. */
  readonly exchange?: Omit<Exchange, 'used'> | undefined
  /**
   * Maximum part of their value that pays for nothing, in minor units; the caller has checked that it may be
   * returned.
   */
  readonly maxReturned?: number
}

/** A request to pay for a basket. */
export type FreezeRequest = {
  readonly customer: string
  readonly basket: string
  /** The basket version that the customer has seen; omitted for a charge without the customer. */
  readonly version?: number
  /** The price that was shown, as a digest from `quoteOf`; omitted when no price was shown. */
  readonly shownQuote?: string | undefined
  readonly locale: Locale
  readonly tender?: CounterTender | undefined
  /** Another condition of the payment, read after the basket is locked. @returns the problem, or undefined */
  readonly check?: (trx: Transaction<Database>) => Promise<LinkProblem | undefined>
  /** Whether the payer has only a link to a reserved order, and no checkout. */
  readonly isWithoutCheckout?: boolean
  /** A charge of a saved card without the customer. */
  readonly offSession?: {
    /** The amount that the customer has agreed to, in minor units. */
    readonly amount: number
    /** Records the charge, in the transaction that creates the attempt. */
    readonly record: (trx: Transaction<Database>, attempt: Attempt) => Promise<void>
  }
}

/** The problem of a payment link that can't be paid any more. */
type LinkProblem = Problem<
  'page-not-found' | 'payment-link-expired' | 'payment-link-cancelled' | 'payment-link-paid' | 'reserved-order-locked'
>

export type FreezeProblem =
  | LinkProblem
  | PayableProblem
  | BarredItemProblem
  | Problem<
      | 'basket-empty'
      | 'basket-error'
      | 'basket-expired'
      | 'basket-paying'
      | 'basket-negative'
      | 'promo-not-valid'
      | 'step-incomplete'
      | 'price-changed'
      | 'seats-taken'
      | 'payment-declined-often'
      | 'network-limit'
    >

/** Seconds for which seats are kept after the provider closes a session: time for the last callback to arrive. */
const graceSeconds = 300
/** Seconds for which a customer can make an off-session payment that the bank wants them to authenticate. Stripe allows 24 hours. */
const offSessionSeconds = 23 * 3_600

/**
 * Freezes the basket as a quote, and extends its seat holds for as long as the quote can be paid. Idempotent: while a payment
 * is open, or after it succeeded, that attempt is returned.
 */
export async function freezeBasket(deps: PaymentDeps, payable: FreezeRequest, actor: Actor): Promise<Result<Attempt, FreezeProblem>> {
  return transact(deps.db, async (trx): Promise<Result<Attempt, FreezeProblem>> => {
    const [basket, storedTickets, storedItems] = await Promise.all([
      lockBasket(trx, payable.basket),
      ticketsOf(trx, payable.basket),
      itemsOf(trx, payable.basket),
    ])
    const rejection = await payable.check?.(trx)
    if (rejection) return fail(rejection)
    const earlierAttempt = await findEarlierAttempt(trx, deps, basket, payable)
    if (earlierAttempt) return earlierAttempt
    if (basket.lapsedNow) await expireBasket(trx, basket, actor)
    if (basket.lapsedNow || basket.state !== 'open') return fail(problem('basket-expired'))
    const ready = await checkReady(trx, deps, basket, { tickets: storedTickets, items: storedItems }, payable, actor)
    if (!ready.ok) return ready
    // Payments of a customer use vouchers one after the other.
    const holder = { ...basket, customer_id: payable.customer }
    if (deps.brand.flexSubscriptions && storedTickets.length > 0) await lockSubscriptions(trx, payable.customer)
    const usable = deps.brand.flexSubscriptions ? await loadUsableSubscriptions(trx, holder, payable.tender?.exchange?.tickets) : []
    const subscribed = await applySubscriptions({ ...deps, db: trx }, holder, storedTickets, usable)
    const tickets = await withPriceRules(deps, subscribed.tickets)
    const pricedBasket = await priceBasket(trx, deps, basket, { tickets, items: ready.value }, payable, actor)
    if (!pricedBasket.ok) return pricedBasket
    const seconds = payable.offSession
      ? offSessionSeconds
      : Math.max(deps.brand.limits.paymentMinutes * 60, deps.provider.minSessionSeconds ?? 0)
    if (!(await keepSeatsForPayment(trx, basket, tickets, seconds + graceSeconds))) {
      await expireBasket(trx, basket, actor)
      return fail(problem('basket-error'))
    }
    const [, attempt] = await Promise.all([
      moveBasket(trx, basket, 'pay', actor),
      createAttempt(trx, deps, basket, pricedBasket.value, seconds, payable, actor),
    ])
    await payable.tender?.record(trx, attempt)
    await payable.offSession?.record(trx, attempt)
    return ok(attempt)
  })
}

/** Finds the open or paid attempt of the same customer with the same tender. @returns undefined where the basket is not being paid for */
async function findEarlierAttempt(
  trx: Transaction<Database>,
  deps: PaymentDeps,
  basket: BasketRow,
  { customer, tender }: FreezeRequest,
): Promise<Result<Attempt, FreezeProblem> | undefined> {
  if (basket.state === 'paying') {
    const open = await findOpenAttempt(trx, basket.id)
    // While a card payment is open, cash is not accepted for the same basket.
    const isTaken = open?.customer_id === customer && (open.amount === 0 || open.provider === providerNameOf(deps, tender))
    return isTaken ? ok(open) : fail(problem('basket-paying'))
  }
  if (basket.state !== 'completed') return undefined
  const paidAttempt = await findPaidAttempt(trx, basket.id)
  return paidAttempt?.customer_id === customer ? ok(paidAttempt) : fail(problem('basket-expired'))
}

type Contents = { readonly tickets: readonly TicketRow[]; readonly items: readonly ItemRow[] }
type PricedContents = Contents & { readonly tickets: readonly PricedTicket[] }

/** Checks whether this customer can pay for an open basket. @returns its items with their current prices for this customer, or the problem */
async function checkReady(
  trx: Transaction<Database>,
  deps: PaymentDeps,
  basket: BasketRow,
  { tickets, items }: Contents,
  { customer, version, isWithoutCheckout = false }: FreezeRequest,
  { network }: Actor,
): Promise<Result<readonly ItemRow[], FreezeProblem>> {
  // Another customer has signed in and adopted the basket: this payer must not spend that customer's credit.
  if (basket.customer_id !== null && basket.customer_id !== customer) return fail(problem('basket-expired'))
  if (tickets.length === 0 && !items.some(isKeptItem)) return fail(problem('basket-empty'))
  if (version !== undefined && basket.version !== version) return fail(problem('price-changed'))
  const step = isWithoutCheckout ? undefined : findMissingStep(deps.brand, basket, tickets, items)
  if (step) return fail(problem('step-incomplete', { step }))
  // Locks the network before the limits lock the customer, in the same order as a hold, to avoid a deadlock.
  const networkProblem = await checkPayerNetworkLimit(trx, deps, basket, tickets, network)
  if (networkProblem) return fail(networkProblem)
  // Serialises payments that count the same term, and a payment and the return of a membership that opens its prices.
  const customerBasket = { ...basket, customer_id: customer }
  const [, payableProblem, offers] = await Promise.all([
    lockHolder(trx, customer),
    checkPayable(trx, deps, customerBasket, tickets),
    readBuyerOffers(trx, deps.brand, customer, items),
  ])
  return payableProblem ? fail(payableProblem) : removeBarredItem(trx, deps, customerBasket, items, offers)
}

/**
 * Prices the basket and allocates the tenders: exchanged tickets first, then vouchers and credit, the rest by the payment
 * provider or the counter. Locks the stored value and reserves the promo code.
 */
async function priceBasket(
  trx: Transaction<Database>,
  deps: PaymentDeps,
  basket: BasketRow,
  { tickets, items: storedItems }: PricedContents,
  { customer, shownQuote, tender, offSession }: FreezeRequest,
  actor: Actor,
): Promise<Result<Quote & { spends: NonNullable<Quote['spends']> }, FreezeProblem>> {
  const { brand } = deps
  const applied = await loadAppliedOffers({ ...deps, db: trx }, basket, tickets)
  const { promo } = applied
  const basketItems = currentItems(deps, basket, tickets, applied, storedItems)
  const lines = linesOf(deps, basket, tickets, applied, basketItems)
  // Tickets keep the price they were held at; other items have the current price.
  if (shownQuote !== undefined && quoteOf(brand, lines) !== shownQuote) return fail(problem('price-changed'))
  const due = totalsOf(lines, zero, brand.vatBasisPoints).total
  if (offSession && due !== offSession.amount) return fail(problem('price-changed'))
  if (due < 0) return fail(problem('basket-negative'))

  const limit = storedValueLimit(lines)
  const usedValue = money(Math.min(limit, tender?.exchange?.value ?? 0))
  if (tender?.exchange && tender.exchange.value - usedValue > (tender.maxReturned ?? 0)) return fail(problem('price-changed'))
  const purses = await lockStoredTenders(trx, basket, subtract(limit, usedValue))
  if (!purses) return fail(problem('price-changed'))
  const buyer = { basket: basket.id, customer }
  const isCovered = sumOfAllocations(allocateStoredTenders(limit, purses)) === due
  // At the counter a clerk watches the payer, and no payer chooses an off-session card: the limits on declined cards do not apply.
  const declineProblem =
    isCovered || tender || offSession ? undefined : await checkDeclineLimit(trx, { ...buyer, network: networkOf(basket, actor) })
  if (declineProblem) return fail(declineProblem)
  const offerProblem = await reserveOffers(trx, basket, applied, customer, actor)
  if (offerProblem) return fail(offerProblem)

  const [offers, packages] = [usedOffers(applied), await packagesOfTickets(trx, tickets)]
  const spends = allocateStoredTenders(subtract(limit, usedValue), purses)
  const items = quoteItems(brand, basketItems, tickets.length)
  const totals = totalsOf(lines, add(sumOfAllocations(spends), usedValue), brand.vatBasisPoints, applied.discounts)
  if (tender && totals.leftToPay !== tender.due) return fail(problem('price-changed'))
  return ok({
    lines,
    totals,
    tickets: tickets.map((ticket) => ({
      id: ticket.id,
      performance: ticket.performance_id,
      seat: ticket.seat,
      band: ticket.band,
      priceType: ticket.price_type,
      price: ticket.price,
      fee: ticket.fee,
      ...(ticket.voucher && { subscription: ticket.voucher.subscription }),
      ...(ticket.series !== null && packages.some(({ id }) => id === ticket.series) && { package: ticket.series }),
    })),
    ...(packages.length > 0 && {
      packages: packages.map(({ id, package_id, kind, name, choice, saved }) => ({ id, package: package_id, kind, name, choice, saved })),
    }),
    delivery: basket.delivery,
    billing: basket.billing,
    notes: basket.notes,
    ...(basket.adds_to_order !== null && { addsTo: basket.adds_to_order }),
    // Whether Gift Aid is declared at the account is read when the order is confirmed.
    ...(items.length > 0 && { items, ...(brand.features.giftAid && { giftAidAnswer: basket.gift_aid_answer }) }),
    ...(promo && {
      promo: promo.code,
      ...(promo.singleUse && { singleUse: promo.singleUse }),
      ...(promo.namedCode && { namedCode: promo.namedCode }),
    }),
    ...(offers.length > 0 && { offers }),
    ...(applied.lines.length > 0 && { discountedTickets: applied.discountedTickets }),
    spends: spends.map(({ account, amount }) => ({ account, amount })),
    ...(tender?.exchange && { exchange: { ...tender.exchange, used: usedValue } }),
  })
}

/**
 * Keeps the seats of a basket while it is paid for.
 * @param seconds from now, by the database clock
 * @returns false where a seat was lost; all seats are on hold again then, and the caller expires the basket
 */
async function keepSeatsForPayment(
  trx: Transaction<Database>,
  basket: BasketRow,
  tickets: readonly TicketRow[],
  seconds: number,
): Promise<boolean> {
  const { at } = await trx.selectNoFrom(sql<Date>`now() + make_interval(secs => ${seconds})`.as('at')).executeTakeFirstOrThrow()
  const sets = seatsByPerformance(tickets)
  for (const seatSet of sets)
    if (!(await keepForPayment(trx, basket.id, seatSet, at))) {
      // The hold lapsed and another basket took the seat: the seats kept so far are released with the rest.
      for (const seatSet of sets) await resumeHolds(trx, basket.id, seatSet, at)
      return false
    }
  return true
}

/** Creates the attempt with its quote, and reserves the stored value that pays part of it. */
async function createAttempt(
  trx: Transaction<Database>,
  deps: PaymentDeps,
  basket: BasketRow,
  quote: Quote & { spends: NonNullable<Quote['spends']> },
  seconds: number,
  { customer, locale, tender }: FreezeRequest,
  actor: Actor,
): Promise<Attempt> {
  const text = JSON.stringify(quote)
  const { leftToPay } = quote.totals
  const id = newId()
  const hash = createHash('sha256').update(text).digest('hex')
  const insertAttempt = trx
    .insertInto('payment_attempt')
    .values({
      id,
      basket_id: basket.id,
      customer_id: customer,
      provider: leftToPay === 0 ? 'none' : providerNameOf(deps, tender),
      session_id: null,
      url: null,
      state: 'created',
      amount: leftToPay,
      currency: deps.brand.currency,
      quote: text,
      quote_hash: hash,
      locale,
      pay_until: sql<Date>`now() + make_interval(secs => ${seconds})`,
      settled_at: null,
      refund_id: null,
      network: networkOf(basket, actor),
    })
    .returningAll()
  const [attempt, isReserved] = await Promise.all([
    insertAttempt.executeTakeFirstOrThrow(),
    reserve(trx, id, quote.spends),
    auditBy(trx, actor, { subject: 'payment', subjectId: id, verb: 'create', to: 'created', detail: { amount: leftToPay, hash } }),
  ])
  if (!isReserved) throw new Error('locked stored value is less than was read')
  return attempt
}

const providerNameOf = (deps: PaymentDeps, tender: CounterTender | undefined): string => tender?.provider ?? deps.provider.name

const networkOf = (basket: BasketRow, actor: Actor): string | null => actor.network ?? basket.network
