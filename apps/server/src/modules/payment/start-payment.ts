import { createHash } from 'node:crypto'
import { type Selectable, sql, type Transaction } from 'kysely'
import { audit, type CustomerTable, type Database, type Exchange, newId, publish, type Quote, transact } from '#db'
import type { Locale } from '@playhouse/domain/brand'
import { add, money, subtract, zero } from '@playhouse/domain/money'
import { totalsOf } from '@playhouse/domain/pricing'
import { sumOf } from '@playhouse/domain/purse'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import {
  type Actor,
  dropHeldMembership,
  expireBasket,
  itemsOf,
  linesOf,
  lockBasket,
  lockPurses,
  moveBasket,
  planSpends,
  promoOn,
  quoteItems,
  quoteOf,
  seatSets,
  ticketsOf,
} from '#modules/basket'
import { reserve } from '#modules/ledger'
import { reservePromo } from '#modules/promo'
import { holdAgain, keepForPayment } from '#modules/seating'
import { type Attempt, isOpen, lockAttempt, openAttempt, paidAttempt, type PaymentHouse } from './attempt.ts'
import { tooManyDeclines } from './declines.ts'
import { ProviderRefused, ProviderUnreachable } from './provider.ts'
import { sessionRequest } from './session-request.ts'
import { giveUpUnsent, settlePayment } from './settle-payment.ts'
import { whatIsMissing } from './what-is-missing.ts'
import { type Unpayable, whyUnpayable } from './validate-page.ts'

export type Started = { readonly payment: string; readonly redirectUrl: string | null }
type StartProblem =
  | Unpayable
  | NonNullable<Awaited<ReturnType<typeof dropHeldMembership>>>
  | Problem<
      | 'basket-empty'
      | 'basket-expired'
      | 'basket-paying'
      | 'basket-negative'
      | 'free-order-failed'
      | 'promo-not-valid'
      | 'step-incomplete'
      | 'price-changed'
      | 'seats-taken'
      | 'payment-unreachable'
      | 'payment-declined-often'
    >

/** How long after the provider closes a session its seats are still kept: time for the last notice to arrive. Seconds. */
const grace = 300

/**
 * Freezes the quote, keeps the seats and sends the payer to the provider. Asked again while a payment is open (Back, a
 * second tab, a crash in between) it leads to the same session, never to a second one.
 * @param version the version of the basket that the payer has seen.
 * @param quote what it came to then, see `quoteOf`; left out by whoever shows nobody a price.
 */
export async function startPayment(
  house: PaymentHouse,
  customer: Selectable<CustomerTable>,
  basketId: string,
  version: number,
  locale: Locale,
  actor: Actor,
  quote?: string,
): Promise<Result<Started, StartProblem>> {
  const frozen = await freezeBasket(house, customer.id, basketId, version, locale, actor, undefined, quote)
  return frozen.ok ? openPayment(house, customer, frozen.value, actor) : frozen
}

/** Leads a frozen basket to the provider, or past it where it is bought already or nothing is left to pay. */
export async function openPayment(
  house: PaymentHouse,
  customer: Selectable<CustomerTable>,
  attempt: Attempt,
  actor: Actor,
): Promise<Result<Started, Problem<'free-order-failed' | 'payment-unreachable'>>> {
  // Back after paying, or a second press on a free order: it is bought already.
  if (attempt.state === 'succeeded' || attempt.state === 'confirming') return ok({ payment: attempt.id, redirectUrl: null })
  if (attempt.amount === 0) {
    const { currency } = house.brand
    const isSold = await settlePayment(house, attempt.id, { status: 'succeeded', amount: zero, currency }, actor)
    return isSold ? ok({ payment: attempt.id, redirectUrl: null }) : fail(problem('free-order-failed'))
  }
  if (attempt.url) return ok({ payment: attempt.id, redirectUrl: attempt.url })
  try {
    const session = await house.provider.createSession(await sessionRequest(house, customer, attempt))
    return leadTo(await noteSession(house, attempt.id, session, actor))
  } catch (error) {
    if (!(error instanceof ProviderUnreachable || error instanceof ProviderRefused)) throw error
    return leadTo(await giveUpUnsent(house, attempt.id, actor))
  }
}

/** Where an attempt leads that may have ended while the provider was asked for its page. */
function leadTo(attempt: Attempt): Result<Started, Problem<'payment-unreachable'>> {
  if (attempt.state === 'succeeded' || attempt.state === 'confirming') return ok({ payment: attempt.id, redirectUrl: null })
  return isOpen(attempt) && attempt.url ? ok({ payment: attempt.id, redirectUrl: attempt.url }) : fail(problem('payment-unreachable'))
}

/**
 * Writes down the page that the attempt is paid on. One that was given up meanwhile, by a second tab or for being slow,
 * must not be paid on a page that nobody watches: its address is given to nobody, and the page is closed.
 * @returns the attempt as it is now.
 */
async function noteSession(
  { db }: PaymentHouse,
  id: string,
  session: { readonly sessionId: string; readonly url: string },
  actor: Actor,
): Promise<Attempt> {
  return transact(
    db,
    async (trx) => {
      const attempt = await lockAttempt(trx, id)
      const known = { session_id: session.sessionId, url: session.url }
      if (attempt.state === 'created') {
        const redirected = { state: 'redirected' as const, ...known }
        await trx.updateTable('payment_attempt').set(redirected).where('id', '=', id).execute()
        await audit(trx, {
          actor: actor.name,
          requestId: actor.requestId,
          subject: 'payment',
          subjectId: id,
          verb: 'redirect',
          from: 'created',
          to: 'redirected',
        })
      } else if (attempt.session_id === null) {
        await trx.updateTable('payment_attempt').set(known).where('id', '=', id).execute()
        await publish(trx, 'payment.close', id, { attempt: id })
      }
      return lockAttempt(trx, id)
    },
    { idempotent: true },
  )
}

/** Money that is taken by the house itself, and what is written down of it in the transaction of the attempt. */
export type Till = {
  /** The name of who takes it; the house's provider where left out. */
  readonly takes?: string | undefined
  readonly record: (trx: Transaction<Database>, attempt: Attempt) => Promise<void>
  /** Tickets that are given back in the same step; what they are worth pays first. */
  readonly exchange?: Omit<Exchange, 'used'> | undefined
  /** What they are worth beyond what is bought, at most: somebody looked at whether that may go back. */
  readonly mayBackBe?: number
}

/** Fixes what is paid for and at which price, and keeps the seats for as long as it can be paid. */
export async function freezeBasket(
  house: PaymentHouse,
  customerId: string,
  basketId: string,
  version: number,
  locale: Locale,
  actor: Actor,
  till?: Till,
  seen?: string,
): Promise<Result<Attempt, StartProblem>> {
  const { brand } = house
  const takes = till?.takes ?? house.provider.name
  return transact(house.db, async (trx): Promise<Result<Attempt, StartProblem>> => {
    const basket = await lockBasket(trx, basketId)
    if (basket.state === 'paying') {
      const open = await openAttempt(trx, basketId)
      // What a card is being asked for is not paid in cash besides.
      const isTaken = open?.customer_id === customerId && (open.amount === 0 || open.provider === takes)
      return isTaken ? ok(open) : fail(problem('basket-paying'))
    }
    if (basket.state === 'completed') {
      const paid = await paidAttempt(trx, basketId)
      return paid?.customer_id === customerId ? ok(paid) : fail(problem('basket-expired'))
    }
    if (basket.lapsedNow) await expireBasket(trx, basket, actor)
    if (basket.lapsedNow || basket.state !== 'open') return fail(problem('basket-expired'))
    // Somebody else has signed in meanwhile and taken it along: what is on their account is not for this payer to spend.
    if (basket.customer_id !== null && basket.customer_id !== customerId) return fail(problem('basket-expired'))
    const tickets = await ticketsOf(trx, basketId)
    if (tickets.length === 0) return fail(problem('basket-empty'))
    if (basket.version !== version) return fail(problem('price-changed'))
    const missing = whatIsMissing(brand, basket)
    if (missing) return fail(problem('step-incomplete', { step: missing }))
    const theirs = { ...basket, customer_id: customerId }
    const barred = (await whyUnpayable(trx, house, theirs, tickets)) ?? (await dropHeldMembership(trx, brand, theirs))
    if (barred) return fail(barred)
    const promo = await promoOn({ ...house, db: trx }, basket, tickets)
    const held = await itemsOf(trx, basketId)
    const items = quoteItems(brand, held, tickets.length)
    const lines = linesOf(house, basket, tickets, promo, held)
    // Tickets keep the price they were held at; what stands beside them is as the house has it now.
    if (seen !== undefined && quoteOf(brand, lines) !== seen) return fail(problem('price-changed'))
    const due = totalsOf(lines, zero, brand.vatBasisPoints).total
    if (due < 0) return fail(problem('basket-negative'))
    const used = money(Math.min(due, till?.exchange?.value ?? 0))
    if (till?.exchange && till.exchange.value - used > (till.mayBackBe ?? 0)) return fail(problem('price-changed'))
    const purses = await lockPurses(trx, basket, subtract(due, used))
    if (!purses) return fail(problem('price-changed'))
    const buyer = { basket: basketId, customer: customerId }
    const network = actor.network ?? basket.network
    const isCovered = sumOf(planSpends(due, purses)) === due
    // Whoever stands at the counter tries cards under somebody's eyes.
    const declined = isCovered || till ? undefined : await tooManyDeclines(trx, { ...buyer, network })
    if (declined) return fail(declined)
    if (basket.promo !== null && !(promo && (await reservePromo(trx, promo.code, buyer, actor)))) {
      await trx
        .updateTable('basket')
        .set((eb) => ({ promo: null, version: eb('version', '+', 1) }))
        .where('id', '=', basketId)
        .execute()
      return fail(problem('promo-not-valid'))
    }
    const spends = planSpends(subtract(due, used), purses)
    const totals = totalsOf(lines, add(sumOf(spends), used), brand.vatBasisPoints)
    const quote: Quote = {
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
      })),
      delivery: basket.delivery,
      billing: basket.billing,
      notes: basket.notes,
      ...(items.length > 0 && { items, giftAid: brand.features.giftAid && basket.gift_aid }),
      ...(promo && { promo: promo.code }),
      spends: spends.map(({ purse, amount }) => ({ account: purse, amount })),
      ...(till?.exchange && { exchange: { ...till.exchange, used } }),
    }
    const text = JSON.stringify(quote)
    const payable = Math.max(brand.limits.paymentMinutes * 60, house.provider.shortestSession ?? 0)
    const payUntil = sql<Date>`now() + make_interval(secs => ${payable})`
    const keepUntil = await trx
      .selectNoFrom(sql<Date>`now() + make_interval(secs => ${payable + grace})`.as('at'))
      .executeTakeFirstOrThrow()
    const sets = seatSets(tickets)
    for (const set of sets)
      if (!(await keepForPayment(trx, basketId, set, keepUntil.at))) {
        // Its hold lapsed on the way here and somebody was quick: what was kept already goes free with the rest.
        for (const kept of sets) await holdAgain(trx, basketId, kept, keepUntil.at)
        await expireBasket(trx, basket, actor)
        return fail(problem('basket-expired'))
      }
    await moveBasket(trx, basket, 'pay', actor)
    const attempt = await trx
      .insertInto('payment_attempt')
      .values({
        id: newId(),
        basket_id: basketId,
        customer_id: customerId,
        provider: totals.leftToPay === 0 ? 'none' : takes,
        session_id: null,
        url: null,
        state: 'created',
        amount: totals.leftToPay,
        currency: brand.currency,
        quote: text,
        quote_hash: createHash('sha256').update(text).digest('hex'),
        locale,
        pay_until: payUntil,
        settled_at: null,
        refund_id: null,
        network,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    if (!(await reserve(trx, attempt.id, quote.spends!))) throw new Error('locked purses gave less than they showed')
    await audit(trx, {
      actor: actor.name,
      requestId: actor.requestId,
      subject: 'payment',
      subjectId: attempt.id,
      verb: 'create',
      to: 'created',
      detail: { amount: attempt.amount, hash: attempt.quote_hash },
    })
    await till?.record(trx, attempt)
    return ok(attempt)
  })
}
