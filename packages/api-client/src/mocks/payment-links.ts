import { linkContentsOf, type Order, type PaymentLinkView, type StaffPaymentLink } from '#contract'
import { isEmpty } from '@playhouse/domain/item-kind'
import { money } from '@playhouse/domain/money'
import { isLinkOpen, linkEndOf, type PaymentLinkState } from '@playhouse/domain/payment-link'
import { isPosted } from '@playhouse/domain/postage'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { startMockPayment, mockPaymentPage } from './checkout.ts'
import { type MockCounter, type MockPaymentLink, type MockStaffSession, newCounterBasket } from './mock-counter.ts'
import type { Contract, MockHandlers } from './mock-handler.ts'
import { type MockShop, type MockVisit, releaseBasket } from './mock-shop.ts'
import { amountsOf, productionOf, readBasket } from './read-basket.ts'
import { findLinkedReservation, payReserved, viewReservation } from './reservation-links.ts'

const problemByState = {
  paid: 'payment-link-paid',
  expired: 'payment-link-expired',
  cancelled: 'payment-link-cancelled',
} as const

const paidOrder = (shop: MockShop, { basket }: Pick<MockPaymentLink, 'basket'>): Order | null =>
  [...shop.payments.values()].find(({ visit, order }) => visit === basket && order !== null)?.order ?? null
/** The number of the order that the basket of a link has become. */
export const orderOfLink = (shop: MockShop, link: Pick<MockPaymentLink, 'basket'>): string | null => paidOrder(shop, link)?.number ?? null

/** The links that the customer has paid, with their orders. What was taken back and paid at the counter is not among them. */
export const listPaidByLink = (shop: MockShop, counter: MockCounter): (MockPaymentLink & { readonly order: Order })[] =>
  counter.paymentLinks.flatMap((link) => {
    const order = paidOrder(shop, link)
    return !order || link.isCancelled || counter.sales.has(order.number) ? [] : [{ ...link, order }]
  })

/** Entries of the activity log: bookings that the customer has paid by a link. */
export const listPaidLinks = (shop: MockShop, counter: MockCounter): MockCounter['auditLog'] =>
  listPaidByLink(shop, counter).flatMap(({ id, by: who, tickets, order }) => {
    const entry = { id, who, at: Date.parse(order.placedAt), verb: 'pay-by-link', order: order.number, amount: order.totals.total }
    return [...Map.groupBy(tickets, ({ performance }) => performance)].map(([performance, sold]) => ({
      ...{ ...entry, performance },
      seats: sold.map(({ seat }) => seat),
    }))
  })

function stateOf(shop: MockShop, link: MockPaymentLink): PaymentLinkState {
  if (link.basket.state === 'completed') return 'paid'
  if (link.isCancelled) return 'cancelled'
  if (link.basket.state === 'paying') return 'paying'
  shop.expireBasket(link.basket)
  return link.basket.state !== 'open' || link.until <= shop.now() ? 'expired' : 'open'
}

/** The problem of a link that can't be paid any more, or undefined. */
function linkProblem(shop: MockShop, link: MockPaymentLink | undefined): Problem | undefined {
  if (!link) return problem('page-not-found')
  const state = stateOf(shop, link)
  return state === 'open' || state === 'paying' ? undefined : problem(problemByState[state])
}

/** Makes a token for a link, and mails it. An earlier one is no longer valid. */
function sendLink(shop: MockShop, link: MockPaymentLink): void {
  link.token = crypto.randomUUID()
  shop.mails.push({ to: link.account.customer.email, text: `Payment link ${link.token}` })
}

/** Mock handlers of the holder of a payment link. */
export function paymentLinkHandlers(shop: MockShop, counter: MockCounter): MockHandlers<Contract['paymentLinks']> {
  const linkOf = (token: string): MockPaymentLink | undefined => counter.paymentLinks.find((link) => link.token === token)
  return {
    read: ({ body }) => {
      const link = linkOf(body.token)
      const reservation = findLinkedReservation(shop, body.token)
      if (reservation) return ok(viewReservation(shop, reservation))
      return link ? ok(viewLink(shop, link)) : fail(problem('page-not-found'))
    },
    pay: ({ body }) => {
      const link = linkOf(body.token)
      const reservation = findLinkedReservation(shop, body.token)
      if (reservation) return payReserved(shop, reservation, body.quote)
      const rejection = linkProblem(shop, link)
      if (!link || rejection) return fail(rejection ?? problem('page-not-found'))
      const { basket } = link
      if (basket.state === 'paying') return ok({ payment: basket.payment!, redirectUrl: `${mockPaymentPage}${basket.payment}` })
      if (amountsOf(shop, basket).quote !== body.quote) return fail(problem('price-changed'))
      return startMockPayment(shop, basket, link.account.customer.id)
    },
  }
}

function viewLink(shop: MockShop, link: MockPaymentLink): PaymentLinkView {
  const state = stateOf(shop, link)
  const ended = { state, until: new Date(link.until).toISOString(), order: orderOfLink(shop, link), contents: null }
  if (!isLinkOpen(state)) return ended
  return { ...ended, contents: linkContentsOf(readBasket(shop, link.basket)) }
}

/** Mock handlers of payment links at the counter. */
export function staffPaymentLinkHandlers(shop: MockShop, counter: MockCounter): MockHandlers<Contract['staffPaymentLinks']> {
  const staffOf = (visit: MockVisit): Result<MockStaffSession, Problem> => counter.signedIn(visit)
  const list = () => ({
    links: counter.paymentLinks
      .map((link) => show(shop, link))
      .toSorted((a, b) => Number(isLinkOpen(b.state)) - Number(isLinkOpen(a.state)) || Date.parse(a.until) - Date.parse(b.until)),
  })
  /** Runs what a staff user may do with a link that is open. */
  const act = <Value>(
    { visit, params }: { readonly visit: MockVisit; readonly params: { readonly link: string } },
    work: (link: MockPaymentLink, session: MockStaffSession) => Result<Value, Problem>,
  ): Result<Value, Problem> => {
    const session = staffOf(visit)
    if (!session.ok) return session
    const link = counter.paymentLinks.find(({ id }) => id === params.link)
    const rejection = linkProblem(shop, link)
    return !link || rejection ? fail(rejection ?? problem('page-not-found')) : work(link, session.value)
  }
  /** Closes the payment page that the customer has opened. */
  const cancel = ({ basket }: MockPaymentLink): void => {
    const payment = basket.payment === null ? undefined : shop.payments.get(basket.payment)
    if (basket.state !== 'paying' || !payment) return
    payment.state = 'cancelled'
    Object.assign(basket, { state: 'open', payment: null, lastPayment: 'cancelled', version: basket.version + 1 })
  }
  return {
    list: ({ visit }) => {
      const session = staffOf(visit)
      return session.ok ? ok(list()) : session
    },
    create: ({ visit, body }) => {
      const session = staffOf(visit)
      if (!session.ok) return session
      const { basket, account, staffUser } = session.value
      const hours = shop.brand.limits.paymentLinkHours
      if (hours === undefined) return fail(problem('not-allowed'))
      shop.expireBasket(basket)
      if (basket.state === 'expired') return fail(problem('basket-expired'))
      if (isEmpty(basket)) return fail(problem('basket-empty'))
      const { quote, totals } = readBasket(shop, basket)
      if (basket.version !== body.version || (body.quote !== undefined && body.quote !== quote)) return fail(problem('price-changed'))
      if (!account) return fail(problem('no-customer'))
      const { address } = basket.delivery
      if (basket.items.some(isPosted) && address === null) return fail(problem('step-incomplete', { step: 'delivery' }))
      const starts = basket.tickets.map(({ performance }) => shop.performance(performance)!.startsAtInstant)
      const until = linkEndOf(shop.now(), hours, starts)
      if (until <= shop.now()) return fail(problem('instance-passed'))
      if (basket.deadline !== null) basket.deadline = until
      Object.assign(basket, { delivery: { method: 'print-at-home', address }, version: basket.version + 1 })
      const link = { id: crypto.randomUUID(), token: '', basket, account, by: staffUser.name, at: shop.now(), until, isCancelled: false }
      const newLink: MockPaymentLink = { ...link, amount: totals.leftToPay, tickets: [...basket.tickets], items: basket.items.length }
      counter.paymentLinks.push(newLink)
      sendLink(shop, newLink)
      for (const [performance, tickets] of Map.groupBy(basket.tickets, (ticket) => ticket.performance))
        counter.record({ performance, who: staffUser.name, verb: 'send-link', seats: tickets.map(({ seat }) => seat) })
      session.value.basket = newCounterBasket(shop, account)
      const { email } = account.customer
      return ok({ until: new Date(until).toISOString(), email, desk: counter.readState(session.value) })
    },
    resend: (call) =>
      act(call, (link) => {
        sendLink(shop, link)
        return ok(list())
      }),
    cancel: (call) =>
      act(call, (link) => {
        cancel(link)
        link.isCancelled = true
        releaseBasket(shop, link.basket)
        link.basket.state = 'reset'
        shop.mails.push({ to: link.account.customer.email, text: 'The box office has cancelled this booking.' })
        return ok(list())
      }),
    takeBack: (call) =>
      act(call, (link, session) => {
        if (!isEmpty(session.basket)) return fail(problem('basket-not-empty'))
        cancel(link)
        link.isCancelled = true
        if (link.basket.deadline !== null) link.basket.deadline = shop.now() + shop.brand.limits.holdSeconds * 1000
        link.basket.version += 1
        Object.assign(session, { account: link.account, basket: link.basket })
        return ok(counter.readState(session))
      }),
  }
}

function show(shop: MockShop, link: MockPaymentLink): StaffPaymentLink {
  const { id, firstName, lastName, email } = link.account.customer
  const [ticket] = link.tickets
  const performance = ticket && shop.performance(ticket.performance)!
  return {
    id: link.id,
    state: stateOf(shop, link),
    customer: { id, name: `${firstName} ${lastName}`.trim(), email },
    amount: money(link.amount),
    performance: performance
      ? {
          title: productionOf(shop, performance.id).title,
          startsAt: new Date(performance.startsAtInstant).toISOString(),
          timeZone: performance.timeZone,
        }
      : null,
    tickets: link.tickets.length,
    items: link.items,
    by: link.by,
    createdAt: new Date(link.at).toISOString(),
    until: new Date(link.until).toISOString(),
    order: orderOfLink(shop, link),
  }
}
