import { submit } from '#adapters/payment/testing'
import { beginSession } from '#modules/session'
import { customerOf, type TestTheatre } from '#testing'
import { type ApiClient, createClient } from '@playhouse/api-client/client'
import type { Basket } from '@playhouse/api-client/contract'
import { fetchWithCookies } from '@playhouse/api-client/suite'
import { longestWait } from '@playhouse/testing/time-limit'
import { until } from '@playhouse/testing/until'

const billing = {
  firstName: 'Ada',
  lastName: 'Quill',
  phone: '',
  address: { line1: '1 Globe Lane', line2: '', line3: '', city: 'London', state: '', postcode: 'SE1 9PH', country: 'GB' },
}

/** A problem that the shop answered; server errors and an unreachable provider are retried instead. */
export class AnsweredProblem extends Error {
  readonly code: string
  constructor(error: { readonly code: string }) {
    super(`answered ${JSON.stringify(error)}`)
    this.code = error.code
  }
}

type ApiResult<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: { readonly code: string } }

/** A visitor who retries as a person would, and does only what a visitor can. */
export type Buyer = {
  readonly client: ApiClient
  readonly customer: string | undefined
  /** Repeats a call until the shop answers; server errors and an unreachable provider do not count as answers. */
  retry<Value>(call: () => Promise<ApiResult<Value>>): Promise<ApiResult<Value>>
  /** Holds seats such as `A.1`. */
  hold(...seats: string[]): Promise<ApiResult<Basket>>
  /** Fills in everything that checkout requires. Returns the basket's version after it. */
  fillIn(): Promise<number>
  /** Starts the payment. Returns its id and the URL of the provider's page. */
  start(): Promise<{ readonly payment: string; readonly page: string }>
  /** Submits the provider's page with one of its scenarios. */
  pay(page: string, scenario?: string): Promise<void>
  /** Polls the payment's status, as the return page does, and returns its final state. */
  outcome(payment: string): Promise<string>
}

/** Whether a problem means that the shop sent no response, or could not reach the provider. */
export const isMissingResponse = (code: string): boolean => ['service-unavailable', 'something-wrong', 'payment-unreachable'].includes(code)

let addresses = 0
/** Each buyer has a separate /24 network: limits of networks are tested elsewhere. */
const nextAddress = (): string => `10.${++addresses & 255}.${(addresses >> 8) & 255}.${(addresses >> 16) & 255}`

export async function createBuyer(theatre: TestTheatre, origin: string, as: 'customer'): Promise<Buyer>
export function createBuyer(theatre: TestTheatre, origin: string, as: 'guest'): Buyer
export function createBuyer(theatre: TestTheatre, origin: string, as: 'customer' | 'guest'): Buyer | Promise<Buyer> {
  return as === 'guest' ? buyerWith(origin) : signIn(theatre, origin)
}

async function signIn(theatre: TestTheatre, origin: string): Promise<Buyer> {
  const { id } = await customerOf(theatre)
  const { secret } = await beginSession(theatre.db, { customer: id })
  return buyerWith(origin, id, secret)
}

function buyerWith(origin: string, customer?: string, secret?: string): Buyer {
  const address = nextAddress()
  const browser: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('x-forwarded-for', address)
    return fetch(input, { ...init, headers })
  }
  const client = createClient(origin, fetchWithCookies(browser, secret === undefined ? [] : [['sid', secret]]))

  const retry = async <Value>(call: () => Promise<ApiResult<Value>>): Promise<ApiResult<Value>> => {
    const tryOnce = async (): Promise<ApiResult<Value> | undefined> => {
      const response = await call()
      return response.ok || !isMissingResponse(response.error.code) ? response : undefined
    }
    return until('a response of the shop', tryOnce, { timeout: longestWait, interval: 250 })
  }
  const value = <Value>(response: ApiResult<Value>): Value => {
    if (!response.ok) throw new AnsweredProblem(response.error)
    return response.value
  }
  return {
    client,
    customer,
    retry,
    hold: (...seats) =>
      retry(() =>
        client.basket.addTickets({
          body: { instance: 'tonight', seats: seats.map((seat) => ({ seat: `stalls.${seat}`, priceType: 'full' })) },
        }),
      ),
    fillIn: async () => {
      value(await retry(() => client.basket.setNotes({ body: { order: '', access: '', termsAccepted: true } })))
      return value(await retry(() => client.basket.setBilling({ body: billing }))).version
    },
    start: async () => {
      const { version } = value(await retry(() => client.basket.read()))
      const { payment, redirectUrl } = value(await retry(() => client.checkout.start({ body: { version } })))
      return { payment, page: redirectUrl! }
    },
    pay: async (page, scenario = 'pay') => {
      const { status } = await submit(page, { scenario })
      if (status !== 303) throw new Error(`the provider answered ${status}`)
    },
    outcome: async (payment) => {
      const finalState = async (): Promise<string | undefined> => {
        const { state } = value(await retry(() => client.checkout.status({ params: { payment } })))
        return ['created', 'redirected'].includes(state) ? undefined : state
      }
      return until('the end of a payment', finalState, { interval: 50 })
    },
  }
}
