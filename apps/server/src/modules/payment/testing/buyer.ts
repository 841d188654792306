import { openBasket, readBasket, setBilling, setNotes } from '#modules/basket'
import { addTickets } from '#modules/hold'
import { customerOf, type TestTheatre } from '#testing'
import type { PaymentDeps } from '../attempt.ts'
import type { SessionCallback } from '../provider.ts'
import { startPayment } from '../start-payment.ts'
import { createManualProvider } from './manual-provider.ts'

export const actor = { name: 'guest' }
const billing = {
  firstName: 'Ada',
  lastName: 'Quill',
  phone: '',
  address: { line1: '1 Globe Lane', line2: '', line3: '', city: 'London', state: '', postcode: 'SE1 9PH', country: 'GB' },
}

/** Payment dependencies with a provider whose sessions the test controls. */
export function openManualProvider(theatre: TestTheatre) {
  const hand = createManualProvider()
  const shop: PaymentDeps = { ...theatre, provider: hand.provider, origin: 'https://shop.example' }
  return { ...hand, shop }
}

/** Creates a customer with seats for `tonight` and a complete checkout. */
export async function createBuyer(
  shop: PaymentDeps & TestTheatre,
  seats: readonly string[],
  known?: Awaited<ReturnType<typeof customerOf>>,
) {
  const customer = known ?? (await customerOf(shop))
  const basket = await openBasket(shop.db, shop.brand, { customer_id: customer.id })
  const added = await addTickets(
    shop,
    basket,
    actor,
    'tonight',
    seats.map((seat) => ({ seat: `stalls.${seat}`, priceType: 'full' })),
  )
  if (!added.ok) throw new Error(added.error.code)
  await setNotes(shop, basket, actor, { order: '', access: '', termsAccepted: true })
  await setBilling(shop, basket, actor, billing)
  const read = () => readBasket(shop, basket)
  const start = async () => startPayment(shop, customer, basket, (await read()).version, 'en', actor)
  return { customer, basket, read, start }
}

/** A verified callback about the session of an attempt at the manual provider. */
export const callbackOf = (
  attempt: string,
  fields: Pick<SessionCallback, 'eventId' | 'type' | 'amount'> & Partial<SessionCallback>,
): SessionCallback => ({
  sessionId: `s-${attempt}`,
  attemptId: attempt,
  currency: 'GBP',
  account: 'test',
  at: new Date().toISOString(),
  ...fields,
})

/** Creates a buyer with an open payment page. */
export async function openPaymentPage(theatre: TestTheatre, seats = ['A.1', 'A.2']) {
  const manualProvider = openManualProvider(theatre)
  const buyer = await createBuyer({ ...theatre, ...manualProvider.shop }, seats)
  const first = await buyer.start()
  if (!first.ok) throw new Error(first.error.code)
  return { ...manualProvider, ...buyer, attempt: first.value.payment, url: first.value.redirectUrl }
}
