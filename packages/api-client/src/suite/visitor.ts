import type { Result } from '@playhouse/domain/result'
import { bookable } from '@playhouse/domain/season'
import { type ApiClient, createClient } from '#client'
import type { Basket, Billing, InstanceSummary } from '#contract'
import { fetchWithCookies } from './cookie-jar.ts'

/** Settings of a waiting room; `rate` in visitors per minute. */
type WaitingRoomSettings = {
  readonly gathersAt: Date
  readonly opensAt: Date
  readonly rate: number
  /** One waiting room for all performances of the production. */
  readonly isOfProduction?: boolean
}

/** An implementation of the contract under test: the mocks or the server. */
export type SuiteHost = {
  readonly origin: string
  /** Pays on the payment page, by default with a card that takes refunds, and returns when the payment has succeeded. */
  pay(redirectUrl: string, how?: { readonly refusesRefunds?: boolean }): Promise<void>
  /** Text of the newest mail to an address that matches; waits until there is one. */
  mailTo(address: string, saying: RegExp): Promise<string>
  openWaitingRoom(performance: string, order: WaitingRoomSettings): Promise<void>
  /** Reserves seats for a customer, as the box office does. @returns the number of the reserved order */
  reserveFor(email: string, performance: string, seats: readonly string[]): Promise<string>
  /** Makes the link by which the winner of a draw pays for a reserved order. @returns its token */
  winnerLinkToken(order: string): Promise<string>
  close(): Promise<void>
}

/** The parts of the suite that tests of paid orders use. */
export type PaymentSuite = {
  readonly visitor: () => ApiClient
  /** Fills the basket of a new customer with seats, by their index among the free ones, and completes every step before payment. */
  readonly ready: (client: ApiClient, ...seats: number[]) => Promise<Basket>
  /** {@link SuiteHost.pay} */
  readonly pay: (...payment: Parameters<SuiteHost['pay']>) => Promise<void>
}

/** Pays for a basket that is ready for payment. @returns the number of the order */
export async function payFor(client: ApiClient, { version }: Pick<Basket, 'version'>, pay: PaymentSuite['pay']): Promise<string> {
  const { payment, redirectUrl } = value(await client.checkout.start({ body: { version } }))
  if (redirectUrl) await pay(redirectUrl)
  return value(await client.checkout.status({ params: { payment } })).order!.number
}

/** A client of a new visitor, with separate cookies. */
export const visitorOf = (host: Pick<SuiteHost, 'origin'>, fetcher = fetchWithCookies()): ApiClient => createClient(host.origin, fetcher)

/** A password that meets the policy of every brand. */
export const password = 'Rehearse10-Lines'
/** A valid postal address. */
export const address = {
  line1: '1 Globe Lane',
  line2: '',
  line3: '',
  city: 'London',
  county: 'Greater London',
  state: '',
  postcode: 'SE1 9PH',
  country: 'GB',
}
/** Valid billing details. */
export const billing: Billing = { firstName: 'Ada', lastName: 'Quill', phone: '02079460000', address }

let people = 0
/** A new, unused e-mail address. */
export const newAddress = (): string => `visitor-${Date.now()}-${++people}@example.org`

/** Registers a customer named Ada Quill; by default with a new e-mail address. */
export const register = (client: ApiClient, email = newAddress()) =>
  client.auth.register({
    body: { email, password, title: '', firstName: 'Ada', lastName: 'Quill', phone: '02079460000', address, marketing: false },
  })

/** The value of a successful result. @throws Error with the problem of a failed one */
export function value<Value>(result: Result<Value, unknown>): Value {
  if (!result.ok) throw new Error(`problem ${JSON.stringify(result.error)}`)
  return result.value
}

/**
 * The first bookable performance without seat blocks that has enough free seats and starts in more than an hour: the seeded
 * season depends on the date and time.
 * @throws Error without one
 */
export async function findBookablePerformance(client: ApiClient, seats: number): Promise<InstanceSummary> {
  for await (const instance of bookablePerformances(client)) if (instance.seatsLeft >= seats) return instance
  throw new Error(`no performance has ${seats} seats left`)
}

/** The performance with the most seats left: earlier tests have not taken its best seats. */
export async function findEmptiestPerformance(client: ApiClient): Promise<InstanceSummary> {
  let emptiest: InstanceSummary | undefined
  for await (const instance of bookablePerformances(client)) if (instance.seatsLeft > (emptiest?.seatsLeft ?? 0)) emptiest = instance
  if (!emptiest) throw new Error('no performance has seats left')
  return emptiest
}

/** Performances that are on sale, start in an hour or later, and whose seats are sold one by one. */
async function* bookablePerformances(client: ApiClient): AsyncGenerator<InstanceSummary> {
  const { events } = value(await client.catalogue.events())
  const soonest = Date.now() + 3_600_000
  for (const { id } of events)
    for (const instance of value(await client.catalogue.event({ params: { event: id } })).instances) {
      if (!bookable(instance.availability) || Date.parse(instance.startsAt) < soonest) continue
      if (!value(await client.catalogue.prices({ params: { instance: instance.id } })).seatBlocks) yield instance
    }
}

/** The problem code of a failed result; 'ok' for a successful one. */
export const code = (result: Result<unknown, { readonly code: string }>): string => (result.ok ? 'ok' : result.error.code)
