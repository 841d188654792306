import type { Result } from '@playhouse/domain/result'
import { bookable } from '@playhouse/domain/season'
import { type ApiClient, createClient } from '#client'
import type { Billing, InstanceSummary } from '#contract'
import { fetchWithCookies } from './cookie-jar.ts'

/** A waiting room as whoever runs an on-sale opens it; the rate is people a minute. */
type WaitingRoomSettings = {
  readonly gathersAt: Date
  readonly opensAt: Date
  readonly rate: number
  /** One for all performances of the production. */
  readonly isOfProduction?: boolean
}

/** Something that answers the contract: the mocks, or the real server. */
export type SuiteHost = {
  readonly origin: string
  /** Pays on the page that checkout leads to, as a payer would, and returns when the provider has taken the money. */
  pay(redirectUrl: string): Promise<void>
  /** The text of the newest mail to an address that says so; waits until there is one. */
  mailTo(address: string, saying: RegExp): Promise<string>
  openWaitingRoom(performance: string, order: WaitingRoomSettings): Promise<void>
  /** Keeps seats for a customer, as the box office does. @returns the number of the reserved order */
  reserveFor(email: string, performance: string, seats: readonly string[]): Promise<string>
  close(): Promise<void>
}

/** Another visitor each time: a client with cookies of its own. */
export const visitorOf = (host: SuiteHost, fetcher = fetchWithCookies()): ApiClient => createClient(host.origin, fetcher)

export const password = 'Rehearse10-Lines'
export const address = {
  line1: '1 Globe Lane',
  line2: '',
  line3: '',
  city: 'London',
  state: 'Greater London',
  postcode: 'SE1 9PH',
  country: 'GB',
}
export const billing: Billing = { firstName: 'Ada', lastName: 'Quill', phone: '02079460000', address }

let people = 0
/** An address that nobody has yet. */
export const newAddress = (): string => `visitor-${Date.now()}-${++people}@example.org`

export const register = (client: ApiClient, email = newAddress()) =>
  client.auth.register({
    body: { email, password, title: '', firstName: 'Ada', lastName: 'Quill', phone: '02079460000', address, marketing: false },
  })

export function value<Value>(result: Result<Value, unknown>): Value {
  if (!result.ok) throw new Error(`answered ${JSON.stringify(result.error)}`)
  return result.value
}

/**
 * The first performance on sale, seat by seat, with so many seats left, and none that might begin while the suite runs:
 * what is on, and how much of it has gone, depends on the day and the hour.
 */
export async function findBookablePerformance(client: ApiClient, seats: number): Promise<InstanceSummary> {
  const { events } = value(await client.catalogue.events())
  const soonest = Date.now() + 3_600_000
  for (const { id } of events)
    for (const night of value(await client.catalogue.event({ params: { event: id } })).instances) {
      if (!bookable(night.availability) || night.seatsLeft < seats || Date.parse(night.startsAt) < soonest) continue
      if (!value(await client.catalogue.prices({ params: { instance: night.id } })).seatBlocks) return night
    }
  throw new Error(`no performance has ${seats} seats left`)
}

export const code = (result: Result<unknown, { readonly code: string }>): string => (result.ok ? 'ok' : result.error.code)
