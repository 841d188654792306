import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract, type Endpoint } from '@playhouse/api-client/contract'
import { isProblemDetails } from '@playhouse/domain/problem'
import { timeLimit } from '@playhouse/testing/time-limit'
import { until } from '@playhouse/testing/until'
import { assertAsyncProperty } from '@playhouse/testing/property'
import { beginSession } from '#modules/session'
import { customerOf } from '#testing'
import { validValue, arbitraryJson, invalidated } from './arbitrary.ts'
import type { Buyer } from './fleet/buyer.ts'
import { type Fleet, openFleet } from './fleet/fleet.ts'
import { readyToPay } from './fleet/records.ts'

const timeoutMs = timeLimit(180_000)
/** Number of requests for each call: `pnpm test:soak` sets more. */
const tries = 15 * Number(process.env['PROOF_LONGER'] ?? 1)

const calls = Object.entries(contract).flatMap(([group, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(([name, endpoint]) => ({ name: `${group}.${name}`, endpoint })),
)

describe('every call of the contract, with any input', () => {
  let fleet: Fleet
  let victim: Buyer
  let ids: string[]
  let cookies: string[]
  let before: unknown
  beforeAll(async () => {
    fleet = await openFleet(1, { size: { rows: 10, seatsInRow: 10, sold: [] } })
    victim = await readyToPay(fleet, 'J.1', 'J.2')
    const { payment, page } = await victim.start()
    await victim.pay(page)
    await victim.outcome(payment)
    await victim.hold('J.5', 'J.6')
    // The jobs of the order are done first, so that none of the victim's rows change by themselves.
    const open = () => fleet.theatre.db.selectFrom('outbox').select('id').where('done_at', 'is', null).execute()
    await until('an empty outbox', async () => (await open()).length === 0)
    ids = await idsOf(fleet, victim)
    const attacker = await customerOf(fleet.theatre)
    const { secret } = await beginSession(fleet.theatre.db, { customer: attacker.id })
    cookies = ['', `sid=${secret}`, 'sid=nonsense', `sid=${'x'.repeat(2_000)}`, 'sid=%E0%A4%A', `sid="${ids[0]}"; lang=xx; __proto__=1`]
    before = await belongingsOf(fleet, victim)
  }, timeoutMs)
  afterAll(() => fleet.close(), timeoutMs)

  it.each(calls)(
    '$name: never a 500, never a stack trace, never a change of another customer’s rows',
    async ({ endpoint }) => {
      const names = endpoint.path.match(/:([a-z]+)/gi) ?? []
      const word = fc.oneof(
        fc.constantFrom('tonight', 'tomorrow', 'small', '1', 'the-tempest', 'sandbox', ...ids),
        arbitraryJson.map(asWord),
      )
      const header = fc.constantFrom('', 'x', '*', '"a"', 'W/"b", "c"', '-1', '9999999999999999', 'text/html;q=x', 'gzip, br;q=0', '\u00e4')
      const requests = fc.record({
        params: fc.tuple(...names.map(() => word)),
        query: fc.oneof(
          fc.constant({}),
          fc.dictionary(fc.constantFrom('after', 'query', 'x', '__proto__'), fc.string({ maxLength: 30 }), { maxKeys: 2 }),
        ),
        body: fc.oneof(validValue(endpoint.body), invalidated(endpoint.body)),
        raw: fc.option(
          fc.constantFrom('', '{', '[]]', 'null', '"', '{"a":1}{', '\u0000', '{"__proto__":{"a":1}}', '{"constructor":{"prototype":{}}}'),
          { freq: 10 },
        ),
        cookie: fc.constantFrom(...cookies),
        type: fc.constantFrom(
          'application/json',
          'application/json',
          'application/json',
          'text/plain',
          'application/x-www-form-urlencoded',
          '',
        ),
        headers: fc.dictionary(
          fc.constantFrom(
            'if-none-match',
            'last-event-id',
            'accept',
            'accept-encoding',
            'accept-language',
            'x-forwarded-for',
            'origin',
            'playhouse-signature',
            'stripe-signature',
            'range',
          ),
          header,
          { maxKeys: 3 },
        ),
      })
      await assertAsyncProperty(
        [requests],
        async (skip, { params, query, body, raw, cookie, type, headers }) => {
          let at = 0
          const path = endpoint.path.replace(/:[a-z]+/gi, () => encodeURIComponent(params[at++]!.toWellFormed()))
          const search = new URLSearchParams(query as Record<string, string>).toString()
          const response = await send(`${fleet.balancer.origin}/api${path}${search ? `?${search}` : ''}`, endpoint.method, {
            headers: { ...headers, ...(cookie && { cookie }), ...(endpoint.method !== 'GET' && type && { 'content-type': type }) },
            ...(endpoint.method !== 'GET' && { body: raw ?? JSON.stringify(body) }),
          })
          if (!response) return skip()
          expect([500, 502, 504], response.text).not.toContain(response.status)
          expect(response.text).not.toMatch(/node:internal|node_modules|\.ts:\d+|at async |pg_catalog|syntax error at/)
          if (response.status >= 400 && response.type.includes('json'))
            expect(isProblemDetails(JSON.parse(response.text)), response.text).toBe(true)
        },
        { numRuns: tries, endOnFailure: true },
      )
      expect(await belongingsOf(fleet, victim)).toEqual(before)
    },
    timeoutMs,
  )

  it(
    'refuses more than 64 kB with 413, and more seats than a call takes',
    async () => {
      const post = (body: unknown) =>
        send(`${fleet.balancer.origin}/api/basket/tickets`, 'POST', {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      const seats = (count: number) => Array.from({ length: count }, () => ({ seat: 'stalls.A.1', priceType: 'full' }))
      expect((await post({ instance: 'tonight', seats: seats(2_000) }))?.status).toBe(413)
      expect((await post({ instance: 'tonight', seats: seats(51) }))?.status).toBe(422)
      expect((await post({ instance: 'tonight', seats: [] }))?.status).toBe(422)
    },
    timeoutMs,
  )
})

/** A value as a part of a path. `String` would throw for objects without `toString`. */
const asWord = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Sends a request. Returns its status, content type and body; a stream is aborted after its headers. */
async function send(url: string, method: string, { headers, body }: { headers: Record<string, string>; body?: string }) {
  const leaving = new AbortController()
  const requestHeaders = new Headers()
  for (const [name, value] of Object.entries(headers)) requestHeaders.set(name, value)
  if (!requestHeaders.has('x-forwarded-for')) requestHeaders.set('x-forwarded-for', `10.99.${(++networks >> 8) & 255}.${networks & 255}`)
  const response = await fetch(url, {
    method,
    headers: requestHeaders,
    redirect: 'manual',
    signal: leaving.signal,
    ...(body !== undefined && { body }),
  })
  const type = response.headers.get('content-type') ?? ''
  if (!type.startsWith('text/event-stream')) return { status: response.status, type, text: await response.text() }
  leaving.abort()
  return { status: response.status, type, text: '' }
}
let networks = 0

/** The ids and numbers of the customer's rows, which an attacker could send. */
async function idsOf({ theatre: { db } }: Fleet, { customer }: Buyer): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id::text as id from basket where customer_id = ${customer!} union all select id::text from customer_order where customer_id = ${customer!}
    union all select number from customer_order where customer_id = ${customer!} union all select id::text from payment_attempt where customer_id = ${customer!}
    union all select t.id::text from basket_ticket t join basket b on b.id = t.basket_id where b.customer_id = ${customer!}
    union all select t.id::text from ticket t join customer_order o on o.id = t.order_id where o.customer_id = ${customer!}
    union all select ${customer!}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Every row of the customer, and the claims of row J. */
async function belongingsOf({ theatre: { db } }: Fleet, { customer }: Buyer): Promise<unknown> {
  const { rows } = await sql`
    select 'customer' as what, to_jsonb(c) as it from customer c where id = ${customer!}
    union all select 'address', to_jsonb(a) from address a where customer_id = ${customer!}
    union all select 'basket', to_jsonb(b) from basket b where customer_id = ${customer!}
    union all select 'basket ticket', to_jsonb(t) from basket_ticket t join basket b on b.id = t.basket_id where b.customer_id = ${customer!}
    union all select 'order', to_jsonb(o) from customer_order o where customer_id = ${customer!}
    union all select 'ticket', to_jsonb(t) from ticket t join customer_order o on o.id = t.order_id where o.customer_id = ${customer!}
    union all select 'payment', to_jsonb(p) from payment_attempt p where customer_id = ${customer!}
    union all select 'claim', to_jsonb(s) from seat_claim s where s.seat between 90 and 99
    order by 1, 2`.execute(db)
  return rows
}
