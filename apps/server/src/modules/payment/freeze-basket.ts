import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { audit, type Database, type Exchange, newId, type Quote, transact } from '#db'
import type { Locale } from '@playhouse/domain/brand'
import { add, money, subtract, zero } from '@playhouse/domain/money'
import { totalsOf } from '@playhouse/domain/pricing'
import { sumOfAllocations } from '@playhouse/domain/purse'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import {
  type Actor,
  type BasketRow,
  removeHeldMembership,
  expireBasket,
  isBasketGiftAided,
  itemsOf,
  linesOf,
  lockBasket,
  lockStoredTenders,
  moveBasket,
  allocateStoredTenders,
  promoOn,
  quoteItems,
  quoteOf,
  seatSets,
  type TicketRow,
  ticketsOf,
} from '#modules/basket'
import { checkPayerNetworkLimit } from '#modules/hold'
import { reserve } from '#modules/ledger'
import { reservePromo } from '#modules/promo'
import { resumeHolds, keepForPayment } from '#modules/seating'
import { type Attempt, findOpenAttempt, findPaidAttempt, type PaymentDeps } from './attempt.ts'
import { checkDeclineLimit } from './declines.ts'
import { type PayableProblem, checkPayable } from './validate-page.ts'
import { findMissingStep } from './missing-step.ts'

/** Money that is taken by the house itself, and what is written down of it in the transaction of the attempt. */
export type CounterTender = {
  /** The name of who takes it; the house's provider where left out. */
  readonly provider?: string | undefined
  readonly record: (trx: Transaction<Database>, attempt: Attempt) => Promise<void>
  /** Tickets that are given back in the same step; what they are worth pays first. */
  readonly exchange?: Omit<Exchange, 'used'> | undefined
  /** What they are worth beyond what is bought, at most: somebody looked at whether that may go back. */
  readonly maxReturned?: number
}

/** What somebody wants to pay for. */
export type FreezeRequest = {
  readonly customer: string
  readonly basket: string
  /** The version of the basket that they have seen. */
  readonly version: number
  /** What it came to then, see `quoteOf`; left out by whoever shows nobody a price. */
  readonly shownQuote?: string | undefined
  readonly locale: Locale
  readonly tender?: CounterTender | undefined
}

export type FreezeProblem =
  | PayableProblem
  | NonNullable<Awaited<ReturnType<typeof removeHeldMembership>>>
  | Problem<
      | 'basket-empty'
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

/** How long after the provider closes a session its seats are still kept: time for the last notice to arrive. Seconds. */
const graceSeconds = 300

/**
 * Fixes what is paid for and at which price, and keeps the seats for as long as it can be paid. Asked again while a payment
 * is open, or after it was made, it answers with that one.
 */
export async function freezeBasket(deps: PaymentDeps, payable: FreezeRequest, actor: Actor): Promise<Result<Attempt, FreezeProblem>> {
  return transact(deps.db, async (trx): Promise<Result<Attempt, FreezeProblem>> => {
    const basket = await lockBasket(trx, payable.basket)
    const earlier = await findEarlierAttempt(trx, deps, basket, payable)
    if (earlier) return earlier
    if (basket.lapsedNow) await expireBasket(trx, basket, actor)
    if (basket.lapsedNow || basket.state !== 'open') return fail(problem('basket-expired'))
    const tickets = await ticketsOf(trx, basket.id)
    const unready = await checkReady(trx, deps, basket, tickets, payable, actor)
    if (unready) return fail(unready)
    const priced = await priceBasket(trx, deps, basket, tickets, payable, actor)
    if (!priced.ok) return priced
    const seconds = Math.max(deps.brand.limits.paymentMinutes * 60, deps.provider.minSessionSeconds ?? 0)
    if (!(await keepSeatsForPayment(trx, basket, tickets, seconds + graceSeconds))) {
      await expireBasket(trx, basket, actor)
      return fail(problem('basket-expired'))
    }
    await moveBasket(trx, basket, 'pay', actor)
    const attempt = await createAttempt(trx, deps, basket, priced.value, seconds, payable, actor)
    await payable.tender?.record(trx, attempt)
    return ok(attempt)
  })
}

/** The attempt that is open, or was paid: by whoever asks, and in the way they ask for. */
async function findEarlierAttempt(
  trx: Transaction<Database>,
  deps: PaymentDeps,
  basket: BasketRow,
  { customer, tender }: FreezeRequest,
): Promise<Result<Attempt, FreezeProblem> | undefined> {
  if (basket.state === 'paying') {
    const open = await findOpenAttempt(trx, basket.id)
    // What a card is being asked for is not paid in cash besides.
    const isTaken = open?.customer_id === customer && (open.amount === 0 || open.provider === providerNameOf(deps, tender))
    return isTaken ? ok(open) : fail(problem('basket-paying'))
  }
  if (basket.state !== 'completed') return undefined
  const paid = await findPaidAttempt(trx, basket.id)
  return paid?.customer_id === customer ? ok(paid) : fail(problem('basket-expired'))
}

/** Why a basket that is open can't be paid for by this customer, as it is now. */
async function checkReady(
  trx: Transaction<Database>,
  deps: PaymentDeps,
  basket: BasketRow,
  tickets: readonly TicketRow[],
  { customer, version }: FreezeRequest,
  { network }: Actor,
): Promise<FreezeProblem | undefined> {
  // Somebody else has signed in meanwhile and taken it along: what is on their account is not for this payer to spend.
  if (basket.customer_id !== null && basket.customer_id !== customer) return problem('basket-expired')
  if (tickets.length === 0) return problem('basket-empty')
  if (basket.version !== version) return problem('price-changed')
  const missing = findMissingStep(deps.brand, basket)
  if (missing) return problem('step-incomplete', { step: missing })
  // Locks the network before the limits lock the customer, as a hold does: in the other order the two could deadlock.
  const crowded = await checkPayerNetworkLimit(trx, deps, basket, tickets, network)
  if (crowded) return crowded
  const theirs = { ...basket, customer_id: customer }
  return (await checkPayable(trx, deps, theirs, tickets)) ?? (await removeHeldMembership(trx, deps.brand, theirs))
}

/**
 * What it costs and what that is paid with: tickets given back first, then vouchers and credit, the rest by the taker. The
 * purses stay locked and the promo code is reserved.
 */
async function priceBasket(
  trx: Transaction<Database>,
  deps: PaymentDeps,
  basket: BasketRow,
  tickets: readonly TicketRow[],
  { customer, shownQuote, tender }: FreezeRequest,
  actor: Actor,
): Promise<Result<Quote & { spends: NonNullable<Quote['spends']> }, FreezeProblem>> {
  const { brand } = deps
  const promo = await promoOn({ ...deps, db: trx }, basket, tickets)
  const held = await itemsOf(trx, basket.id)
  const lines = linesOf(deps, basket, tickets, promo, held)
  // Tickets keep the price they were held at; what stands beside them is as the house has it now.
  if (shownQuote !== undefined && quoteOf(brand, lines) !== shownQuote) return fail(problem('price-changed'))
  const due = totalsOf(lines, zero, brand.vatBasisPoints).total
  if (due < 0) return fail(problem('basket-negative'))

  const used = money(Math.min(due, tender?.exchange?.value ?? 0))
  if (tender?.exchange && tender.exchange.value - used > (tender.maxReturned ?? 0)) return fail(problem('price-changed'))
  const purses = await lockStoredTenders(trx, basket, subtract(due, used))
  if (!purses) return fail(problem('price-changed'))
  const buyer = { basket: basket.id, customer }
  const isCovered = sumOfAllocations(allocateStoredTenders(due, purses)) === due
  // Whoever stands at the counter tries cards under somebody's eyes.
  const declined = isCovered || tender ? undefined : await checkDeclineLimit(trx, { ...buyer, network: networkOf(basket, actor) })
  if (declined) return fail(declined)
  if (basket.promo !== null && !(promo && (await reservePromo(trx, promo.code, buyer, actor)))) {
    await trx
      .updateTable('basket')
      .set((eb) => ({ promo: null, version: eb('version', '+', 1) }))
      .where('id', '=', basket.id)
      .execute()
    return fail(problem('promo-not-valid'))
  }

  const spends = allocateStoredTenders(subtract(due, used), purses)
  const items = quoteItems(brand, held, tickets.length)
  return ok({
    lines,
    totals: totalsOf(lines, add(sumOfAllocations(spends), used), brand.vatBasisPoints),
    tickets: tickets.map((ticket) => ({
      id: ticket.id,
      performance: ticket.performance_id,
      seat: ticket.seat,
      band: ticket.band,
      priceType: ticket.price_type,
      price: ticket.price,
      fee: ticket.fee,
    })),
    delivery: basket.delivery,
    billing: basket.billing,
    notes: basket.notes,
    ...(items.length > 0 && { items, giftAid: await isBasketGiftAided(trx, brand, basket) }),
    ...(promo && { promo: promo.code }),
    spends: spends.map(({ account, amount }) => ({ account, amount })),
    ...(tender?.exchange && { exchange: { ...tender.exchange, used } }),
  })
}

/**
 * Keeps the seats of a basket while it is paid for.
 * @returns whether all could be kept; if not, they are back on the hold they had, for the basket to expire.
 */
async function keepSeatsForPayment(
  trx: Transaction<Database>,
  basket: BasketRow,
  tickets: readonly TicketRow[],
  seconds: number,
): Promise<boolean> {
  const { at } = await trx.selectNoFrom(sql<Date>`now() + make_interval(secs => ${seconds})`.as('at')).executeTakeFirstOrThrow()
  const sets = seatSets(tickets)
  for (const set of sets)
    if (!(await keepForPayment(trx, basket.id, set, at))) {
      // Its hold lapsed on the way here and somebody was quick: what was kept already goes free with the rest.
      for (const kept of sets) await resumeHolds(trx, basket.id, kept, at)
      return false
    }
  return true
}

/** Writes down what is going to be paid, and takes from the purses what they pay of it. */
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
  const attempt = await trx
    .insertInto('payment_attempt')
    .values({
      id: newId(),
      basket_id: basket.id,
      customer_id: customer,
      provider: leftToPay === 0 ? 'none' : providerNameOf(deps, tender),
      session_id: null,
      url: null,
      state: 'created',
      amount: leftToPay,
      currency: deps.brand.currency,
      quote: text,
      quote_hash: createHash('sha256').update(text).digest('hex'),
      locale,
      pay_until: sql<Date>`now() + make_interval(secs => ${seconds})`,
      settled_at: null,
      refund_id: null,
      network: networkOf(basket, actor),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (!(await reserve(trx, attempt.id, quote.spends))) throw new Error('locked purses gave less than they showed')
  await audit(trx, {
    actor: actor.name,
    requestId: actor.requestId,
    subject: 'payment',
    subjectId: attempt.id,
    verb: 'create',
    to: 'created',
    detail: { amount: attempt.amount, hash: attempt.quote_hash },
  })
  return attempt
}

const providerNameOf = (deps: PaymentDeps, tender: CounterTender | undefined): string => tender?.provider ?? deps.provider.name

const networkOf = (basket: BasketRow, actor: Actor): string | null => actor.network ?? basket.network
