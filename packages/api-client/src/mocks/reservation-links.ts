import { linkContentsOf, type PaymentLinkView } from '#contract'
import { isLinkOpen, type PaymentLinkViewState } from '@playhouse/domain/payment-link'
import { type Problem, problem, type ProblemCode } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { mockPaymentPage, startMockPayment } from './checkout.ts'
import { type MockShop, type MockVisit } from './mock-shop.ts'
import { readBasket } from './read-basket.ts'
import { expireReservations, fillWithReserved, type MockReservation } from './reservation.ts'

/** A reserved order with the link by which a winner pays for it. */
type LinkedReservation = MockReservation & { readonly link: NonNullable<MockReservation['link']> }

const problemByState = {
  paid: 'payment-link-paid',
  expired: 'payment-link-expired',
  cancelled: 'payment-link-cancelled',
  'in-basket': 'reserved-order-locked',
} as const satisfies Partial<Record<PaymentLinkViewState, ProblemCode>>

/** Makes the link to a reserved order, once, and mails it. @returns its token */
export function linkReservation(shop: MockShop, reservation: MockReservation): string {
  reservation.link ??= { token: crypto.randomUUID(), basket: null }
  const { customer } = [...shop.accounts.values()].find((account) => account.customer.id === reservation.customer)!
  shop.mails.push({ to: customer.email, text: `Winner link ${reservation.link.token}` })
  return reservation.link.token
}

/** Finds the reserved order of a token. */
export function findLinkedReservation(shop: MockShop, token: string): LinkedReservation | undefined {
  expireReservations(shop)
  return shop.reservations.find((one): one is LinkedReservation => one.link?.token === token)
}

const isInBasketOf = (visit: MockVisit | null, { tickets }: MockReservation): visit is MockVisit =>
  visit !== null && tickets.some(({ id }) => visit.tickets.some((ticket) => ticket.id === id))

function stateOf(shop: MockShop, reservation: LinkedReservation): PaymentLinkViewState {
  if (reservation.state === 'confirmed') return 'paid'
  const { basket } = reservation.link
  if (basket) shop.expireBasket(basket)
  expireReservations(shop)
  if (reservation.state === 'lapsed') return 'expired'
  if (reservation.state === 'reserved') return 'open'
  if (!isInBasketOf(basket, reservation)) return 'in-basket'
  return basket.state === 'paying' ? 'paying' : 'open'
}

/** What the basket of a link is, or would be. */
function basketOf(shop: MockShop, reservation: LinkedReservation): MockVisit {
  const { basket } = reservation.link
  const lastPayment = basket?.lastPayment ?? null
  return isInBasketOf(basket, reservation) ? basket : { ...shop.newVisit(), tickets: [...reservation.tickets], lastPayment }
}

/** What the holder of a link to a reserved order sees. */
export function viewReservation(shop: MockShop, reservation: LinkedReservation): PaymentLinkView {
  const state = stateOf(shop, reservation)
  const { basket } = reservation.link
  const order = [...shop.payments.values()].find((payment) => payment.visit === basket && payment.order)?.order?.number ?? null
  const contents = isLinkOpen(state) ? linkContentsOf(readBasket(shop, basketOf(shop, reservation))) : null
  return { state, until: new Date(reservation.heldUntil).toISOString(), order, contents }
}

/** Starts the payment of a reserved order by its link. */
export function payReserved(
  shop: MockShop,
  reservation: LinkedReservation,
  quote: string,
): Result<{ payment: string; redirectUrl: string | null }, Problem> {
  const state = stateOf(shop, reservation)
  if (state !== 'open' && state !== 'paying') return fail(problem(problemByState[state]))
  if (readBasket(shop, basketOf(shop, reservation)).quote !== quote) return fail(problem('price-changed'))
  const { link } = reservation
  if (!isInBasketOf(link.basket, reservation)) {
    link.basket = shop.newVisit()
    fillWithReserved(shop, link.basket, reservation)
  }
  const { basket } = link
  if (basket.state === 'paying') return ok({ payment: basket.payment!, redirectUrl: `${mockPaymentPage}${basket.payment}` })
  return startMockPayment(shop, basket, reservation.customer)
}
