import { type CheckoutFacts, firstUnfinished, stepAfter, validationPages } from '@playhouse/domain/checkout'
import { isEmpty, type ItemKind } from '@playhouse/domain/item-kind'
import { money, zero } from '@playhouse/domain/money'
import { type Problem, problem } from '@playhouse/domain/problem'
import { applyPayment } from '@playhouse/domain/pricing'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { isPosted } from '@playhouse/domain/postage'
import type { Order, PaymentStatus } from '#contract'
import { findAddOnProblem, findReservedItemProblem, orderNumberFor } from './add-ons.ts'
import { removeBarredItem } from './buyer-problem.ts'
import { takeSingleUseCode } from './single-use-codes.ts'
import { automaticOffers, discountedIn, promoLines, promoOfVisit } from './eligibility.ts'
import { sendMockGift } from './gifts.ts'
import { startTerm } from './membership.ts'
import type { MockHandlers, Contract } from './mock-handler.ts'
import { type MockAccount, type MockItem, type MockPayment, type MockShop, type MockVisit, releaseBasket } from './mock-shop.ts'
import { packagesOf, amountsOf, readItems, readTicket, applyTenders } from './read-basket.ts'
import { sellMockSubscriptions, voucherUsesOf } from './subscriptions.ts'
import { topUpMockVouchers } from './voucher-money.ts'

/** URL prefix of the mock payment page; a payment id follows. {@link payMock} simulates the payer. */
export const mockPaymentPage = 'https://payment.example/pay/'

/** Mock handlers of the checkout. */
export function checkoutHandlers(shop: MockShop): MockHandlers<Contract['checkout']> {
  const ownPayment = (visit: MockVisit, id: string): Result<MockPayment, Problem> => {
    if (!visit.customer) return fail(problem('login-required'))
    const payment = shop.payments.get(id)
    return payment && payment.customer === visit.customer.id ? ok(payment) : fail(problem('payment-unknown'))
  }
  return {
    validate: ({ visit, params: { page } }) => {
      if (!visit.customer) return fail(problem('login-required'))
      shop.expireBasket(visit)
      if (visit.state !== 'open') return fail(problem(visit.state === 'paying' ? 'basket-paying' : 'basket-expired'))
      if (isEmpty(visit)) return fail(problem('basket-empty'))
      const { steps } = shop.brand
      const missing = firstUnfinished(steps.slice(0, steps.indexOf(validationPages[page]) + 1), factsOf(shop, visit))
      if (missing !== 'payment') return fail(problem('step-incomplete', { step: missing }))
      const addOnProblem = findAddOnProblem(shop, visit) ?? findReservedItemProblem(shop, visit, visit.items)
      return addOnProblem ? fail(addOnProblem) : ok({ next: stepAfter(page, steps) })
    },
    start: ({ visit, body }) => {
      if (!visit.customer) return fail(problem('login-required'))
      shop.expireBasket(visit)
      if (visit.state === 'paying') return ok({ payment: visit.payment!, redirectUrl: `${mockPaymentPage}${visit.payment}` })
      if (visit.state === 'expired') return fail(problem('basket-expired'))
      if (isEmpty(visit)) return fail(problem('basket-empty'))
      if (visit.version !== body.version) return fail(problem('price-changed'))
      if (body.quote !== undefined && amountsOf(shop, visit).quote !== body.quote) return fail(problem('price-changed'))
      const missing = firstUnfinished(shop.brand.steps, factsOf(shop, visit))
      if (missing !== 'payment') return fail(problem('step-incomplete', { step: missing }))
      const addOnProblem = findAddOnProblem(shop, visit) ?? findReservedItemProblem(shop, visit, visit.items)
      if (addOnProblem) return fail(addOnProblem)
      const barred = removeBarredItem(shop, visit)
      if (barred) return fail(barred)
      return startMockPayment(shop, visit, visit.customer.id)
    },
    status: ({ visit, params }) => {
      const payment = ownPayment(visit, params.payment)
      if (payment.ok) return ok(statusOf(payment.value))
      // A guest who signed in during the payment: this session started it.
      const attempt = visit.customer && visit.payment === params.payment ? shop.payments.get(params.payment) : undefined
      return attempt ? ok(statusOf(attempt)) : payment
    },
    cancel: ({ visit, params }) => {
      const payment = ownPayment(visit, params.payment)
      if (!payment.ok) return payment
      if (payment.value.state === 'redirected') {
        payment.value.state = 'cancelled'
        Object.assign(visit, { state: 'open', lastPayment: 'cancelled', version: visit.version + 1 })
      }
      return ok(statusOf(payment.value))
    },
    callback: () => fail(problem('not-allowed')),
  }
}

/** Opens a payment page for a basket; one with nothing left to pay is paid at once. */
export function startMockPayment(
  shop: MockShop,
  visit: MockVisit,
  customer: string,
): Result<{ readonly payment: string; readonly redirectUrl: string | null }, never> {
  const id = crypto.randomUUID()
  shop.payments.set(id, { id, visit, state: 'redirected', order: null, customer, vouchers: voucherUsesOf(shop, visit) })
  Object.assign(visit, { state: 'paying', payment: id, version: visit.version + 1 })
  if (amountsOf(shop, visit).totals.leftToPay === 0) {
    payMock(shop, id)
    return ok({ payment: id, redirectUrl: null })
  }
  return ok({ payment: id, redirectUrl: `${mockPaymentPage}${id}` })
}

const factsOf = ({ brand }: MockShop, { delivery, terms, billing, tickets, items, customer }: MockVisit): CheckoutFacts => ({
  isEmpty: isEmpty({ tickets, items }),
  isDelivered: tickets.length > 0,
  isPosted: items.some(isPosted),
  isSignedIn: customer !== null,
  delivery,
  deliveryOptions: brand.delivery,
  areTermsAccepted: terms,
  isBilled: billing !== null,
})

/** What the sale of an item changes in the buyer's account; null for a kind that changes nothing there. */
const saleEffects: Readonly<Record<ItemKind, ((shop: MockShop, buyer: MockAccount, item: MockItem, order: string) => void) | null>> = {
  donation: null,
  membership: startTerm,
  // The recipient claims it: see `sendMockGift`.
  'gift-membership': null,
  'refund-protection': null,
  // Vouchers are issued by item of the order: see `issueMockVouchers`.
  'gift-voucher': null,
  // Not in an account: see `topUpMockVouchers`.
  'voucher-top-up': null,
  // Its pieces are counted by orders: see `productsOf`.
  product: null,
  // Its guests are counted by orders: see `foodOfferOf`.
  food: null,
  // It is counted by orders: see `sittingsOf`.
  table: null,
  // By item of the order: see `sellMockSubscriptions`.
  'flex-subscription': null,
}

const statusOf = ({ id, state, order }: MockPayment): PaymentStatus => ({
  payment: id,
  state,
  order: order && { number: order.number, state: 'confirmed' },
})

/**
 * Settles an open mock payment: sells the seats and confirms the order. Does nothing for other states.
 * @param options.refusesRefunds whether every refund of this payment is refused
 */
export function payMock(shop: MockShop, id: string, { refusesRefunds = false }: { readonly refusesRefunds?: boolean } = {}): void {
  const payment = shop.payments.get(id)
  if (payment?.state !== 'redirected') return
  payment.refusesRefunds = refusesRefunds
  const { visit } = payment
  const { totals } = amountsOf(shop, visit)
  payment.taken = totals.leftToPay
  const number = orderNumberFor(shop, visit, `MOCK${String(shop.payments.size).padStart(4, '0')}`)
  const used = automaticOffers(shop).filter(({ code }) => promoLines(shop, visit).some(({ ref }) => ref === code))
  const promo = promoOfVisit(shop, visit)
  const lines = promoLines(shop, visit)
  const isNamed = visit.namedCode !== undefined
  shop.promoUses.push(
    ...[promo ?? [], used].flat().map(({ code }) => ({
      ...{ code, customer: payment.customer, tickets: discountedIn(shop, visit, code), total: totals.total, order: number },
      kind:
        code !== promo?.code
          ? ('own' as const)
          : isNamed
            ? ('named' as const)
            : visit.singleUse
              ? ('single-use' as const)
              : ('own' as const),
      namedCode: (code === promo?.code && visit.namedCode) || null,
      discount: money(lines.reduce((sum, { ref, amount }) => (ref === code ? sum - amount : sum), 0)),
    })),
  )
  const order: Order = {
    number,
    addsTo: visit.addsTo,
    addOns: [],
    isOpenForAddOns: false,
    state: 'confirmed',
    placedAt: new Date(shop.now()).toISOString(),
    tickets: visit.tickets.map((ticket, index) => {
      const {
        seat: _seat,
        note: _note,
        band: _band,
        priceType: _type,
        choices: _choices,
        series: _series,
        fee: _fee,
        voucher,
        ...read
      } = readTicket(shop, ticket, visit)
      const { plan } = shop.pricedPerformanceOf(ticket.performance)!
      return {
        ...read,
        ...(voucher && { voucher: voucher.name, priceTypeName: `${read.priceTypeName}, ${voucher.name}` }),
        entrance: plan.areas[plan.areaOf[ticket.seat]!]!.entrance,
        ...(ticket.holder !== undefined && { holder: ticket.holder }),
        qr: `99${String(index).padStart(18, '0')}`,
        modules: { size: 1, bits: '1' },
      }
    }),
    returnedTickets: [],
    ...packagesOf(shop, visit),
    items: readItems(shop, visit).map((item) => ({ ...item, id: crypto.randomUUID(), isReturned: false })),
    delivery: visit.delivery,
    billing: visit.billing,
    notes: visit.notes,
    bookedFor: null,
    totals: applyPayment(totals, totals.leftToPay),
    refunded: zero,
    credited: zero,
  }
  for (const { performance, seat } of visit.tickets) shop.pricedPerformanceOf(performance)!.taken.set(seat, 'sold')
  applyTenders(shop, visit)
  for (const item of order.items) if (item.kind === 'gift-membership') sendMockGift(shop, item)
  for (const [nth, item] of order.items.entries())
    if (item.kind === 'gift-voucher') issueMockVouchers(shop, item, visit.customer?.email ?? '', `${shop.payments.size}-${nth}`)
  topUpMockVouchers(shop, order, visit.items)
  const member = shop.accounts.get(visit.customer?.email ?? '')
  if (member) for (const item of visit.items) saleEffects[item.kind]?.(shop, member, item, order.number)
  if (member)
    for (const item of order.items)
      if (item.kind === 'flex-subscription') {
        const sold = visit.items.find(({ kind, product }) => kind === item.kind && product === item.detail.flex)
        if (sold) sellMockSubscriptions(shop, member, sold, item.id)
      }
  for (const use of payment.vouchers ?? []) shop.voucherUses.set(use.ticket, use)
  Object.assign(payment, { state: 'succeeded', order })
  const isPaid = (id: string): boolean => visit.tickets.some((ticket) => ticket.id === id)
  for (const reservation of shop.reservations)
    if (reservation.state === 'in-basket' && reservation.tickets.some(({ id: ticket }) => isPaid(ticket))) reservation.state = 'confirmed'
  takeSingleUseCode(shop, visit, order.number)
  releaseBasket(shop, visit)
  Object.assign(visit, { state: 'completed', addsTo: null, payment: null, version: visit.version + 1 })
}

/** Issues the vouchers of an item, and mails their codes. */
function issueMockVouchers(shop: MockShop, item: Order['items'][number] & { kind: 'gift-voucher' }, buyer: string, key: string): void {
  const codes = Array.from({ length: item.quantity }, (_, nth) => `GIFT-${`${key}${nth}`.replaceAll(/\W/g, '').padStart(7, 'M')}`)
  for (const code of codes) shop.vouchers.set(code, item.detail.value)
  shop.soldVouchers.set(item.id, { codes, value: item.detail.value })
  if (item.detail.delivery !== 'post') shop.mails.push({ to: item.detail.email ?? buyer, text: `Gift voucher ${codes.join(', ')}` })
}
