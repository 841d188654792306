import { type ApiClient, createClient } from '@playhouse/api-client/client'
import type { RunDefaults } from '@playhouse/domain/performance-plan'
import type { ProductionPlan } from '@playhouse/domain/production-plan'
import type { StaffRole } from '@playhouse/domain/staff'
import { staffCookieOf } from '../../../proof/staff-cookie.ts'
import type { TestServer } from '../../../proof/test-server.ts'

/** A client of a signed-in staff user, whose second factor is fresh. It calls the server without a port. */
export async function staffClientOf(server: TestServer, role: StaffRole): Promise<ApiClient> {
  const { cookie } = await staffCookieOf(server.theatre.db, role)
  return createClient('', injectWith(server, cookie))
}

/** A `fetch` that calls the server of the test without a port. */
const injectWith =
  (server: TestServer, cookie: string): typeof fetch =>
  async (input, init) => {
    const request = new Request(new URL(String(input), 'http://localhost'), init)
    const body = await request.text()
    const response = await server.app.inject({
      method: request.method as 'GET',
      url: request.url.replace('http://localhost', ''),
      headers: { ...Object.fromEntries(request.headers), cookie },
      ...(body && { payload: body }),
    })
    return new Response(response.body, {
      status: response.statusCode,
      headers: { 'content-type': String(response.headers['content-type']) },
    })
  }

/** The value of a successful call. @throws Error with the problem of a failed one */
export const value = <Value>(
  result: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: unknown },
): Value => {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

/** The problem of a failed call. @throws Error where it succeeded */
export const problemIn = (result: { readonly ok: boolean; readonly error?: unknown }) => {
  if (result.ok) throw new Error('no problem')
  return result.error as { readonly code: string; readonly params: Record<string, unknown> }
}

/** A production in the small hall of the test theatre. */
export const planOf = (id: string, title = 'King Lear'): ProductionPlan => ({
  ...{ id, title, credit: 'William Shakespeare', tagline: 'A king divides his kingdom', venue: 'Small House', copyLanguage: 'en' },
  synopsis: [{ kind: 'paragraph', text: 'A king divides his kingdom.' }],
  ...{ runningTime: 150, intervals: 1, ageGuidance: 12, warnings: [], poster: { hue: 20, motif: 'sun' } },
})

/** The date at the theatre, so many days ahead. */
export const daysAhead = (days: number): string => Temporal.Now.plainDateISO('Europe/London').add({ days }).toString()

/** What performances of the tests have in common. */
export const defaults = (change: Partial<RunDefaults> = {}): RunDefaults => ({
  ...{ hall: 'small', planVersion: '1', priceList: 'small-week', timeZone: 'Europe/London' },
  web: { isVisible: true, sale: 'on-sale' },
  counter: { isVisible: true, isOnSale: true },
  ...{ generalSaleAt: `${daysAhead(-1)}T10:00`, priority: [], programme: null, members: null, perCustomer: null, accessTags: [] },
  ...change,
})
