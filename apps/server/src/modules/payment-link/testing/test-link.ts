import { sql } from 'kysely'
import { addItem, readBasket } from '#modules/basket'
import type { SessionRequest } from '#modules/payment'
import { createSecretVault } from '#modules/staff'
import { customerOf, type TestTheatre } from '#testing'
import { ensureCounterBasket, sellAtCounter } from '../../counter/index.ts'
import { openTestCounter } from '../../counter/testing/test-counter.ts'
import { openManualProvider } from '../../payment/testing/buyer.ts'
import { createPaymentLink, expirePaymentLinks, issuePaymentLink, payByLink, readPaymentLink } from '../index.ts'

/** Encrypts the tokens of links. */
export const codeVault = createSecretVault(['a secret of the tests that is thirty-two long'], 'gift voucher code')
/** The holder of a link. */
export const payer = { locale: 'en', actor: { name: 'guest' } } as const
/** A brand that sends payment links. */
export const selling = (brand: TestTheatre['brand']): TestTheatre['brand'] => ({
  ...brand,
  limits: { ...brand.limits, paymentLinkHours: 24 },
})
/** The code of a problem, or `ok`. */
export const codeOf = (result: { ok: boolean; error?: { code: string } }): string => (result.ok ? 'ok' : result.error!.code)

/** A counter that has sent a payment link for seats and other items. */
export async function openLink(
  theatre: TestTheatre,
  seats: readonly string[] = ['A.1', 'A.2'],
  items: readonly Parameters<typeof addItem>[3][] = [],
) {
  const counter = await openTestCounter(theatre)
  const { staff, actor, hold } = counter
  const { shop: manualShop, sessions, end } = openManualProvider(theatre)
  const requests: SessionRequest[] = []
  const createSession = (request: SessionRequest) => {
    requests.push(request)
    return manualShop.provider.createSession(request)
  }
  const createCustomer = async () => {
    throw new Error('the payer of a link is not the customer')
  }
  const shop: typeof manualShop = { ...manualShop, provider: { ...manualShop.provider, createSession, createCustomer } }
  const customer = await customerOf(theatre)
  const basket =
    seats.length > 0
      ? await hold(customer.id, seats)
      : await ensureCounterBasket(theatre, { staff, customer: customer.id, basket: undefined })
  for (const item of items) {
    const added = await addItem(theatre, basket, actor, item)
    if (!added.ok) throw new Error(added.error.code)
  }
  const { version, quote } = await readBasket(theatre, basket)
  const created = await createPaymentLink(theatre, basket, { staff, version, quote }, actor)
  if (!created.ok) throw new Error(created.error.code)
  const { id, until } = created.value
  /** The token of the newest mail. */
  const readToken = async (): Promise<string> => {
    await issuePaymentLink({ db: theatre.db, codeVault }, id)
    const [row] = await theatre.db
      .selectFrom('outbox')
      .select('payload')
      .where('topic', '=', 'mail.payment-link')
      .orderBy('id', 'desc')
      .execute()
    return codeVault.decrypt((row!.payload as { token: string }).token)
  }
  const read = async (token: string) => (await readPaymentLink(shop, token, payer.actor, true))!
  const pay = async (token: string) => payByLink(shop, token, (await readBasket(theatre, basket)).quote ?? '', payer)
  const expire = async (): Promise<number> => {
    await sql`update payment_link set valid_until = now() - interval '1 second'`.execute(theatre.db)
    await sql`update basket set deadline = now() - interval '1 second' where id = ${basket} and deadline is not null`.execute(theatre.db)
    return expirePaymentLinks(theatre.db)
  }
  const sellForCash = async () => {
    const { version } = await readBasket(theatre, basket)
    return sellAtCounter(shop, basket, { staff, role: 'manager', actor, locale: 'en' }, { version, way: 'cash', delivery: 'print' })
  }
  return { ...counter, shop, sessions, end, requests, sellForCash, customer, basket, id, until, readToken, read, pay, expire }
}

/** The states of the seats A.1 and A.2. */
export const claims = async ({ db }: TestTheatre) =>
  (await db.selectFrom('seat_claim').select('state').where('seat', 'in', [0, 1]).execute()).map(({ state }) => state)
/** The topics of the outbox. */
export const topics = async ({ db }: TestTheatre) => (await db.selectFrom('outbox').select('topic').execute()).map(({ topic }) => topic)
/** All orders. */
export const orders = ({ db }: TestTheatre) =>
  db.selectFrom('customer_order').select(['number', 'channel', 'staff_id', 'customer_id']).execute()
