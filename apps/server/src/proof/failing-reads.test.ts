import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { customerOf } from '#testing'
import { calls, type TestServer, startTestServer } from './test-server.ts'

/** Matches the statements that fail, as JSON of their syntax trees; none in between. */
let failing: RegExp | undefined
const listener: KyselyPlugin = {
  transformQuery: ({ node }) => {
    if (failing?.test(JSON.stringify(node))) throw new Error('refused by the test')
    return node
  },
  transformResult: async ({ result }) => result,
}

let front: TestServer
beforeAll(async () => {
  front = await startTestServer({ listener })
})
afterAll(() => front.close())

/** The reply to a signed-in customer while some statements fail. */
async function ask(method: 'GET' | 'POST', path: string, statements: RegExp) {
  const cookie = await front.cookieOf((await customerOf(front.theatre)).id)
  failing = statements
  try {
    const headers = { cookie, ...(method === 'POST' && { 'content-type': 'application/json' }) }
    const payload = method === 'POST' && { payload: '{}' }
    const response = await front.app.inject({ method, url: `/api${path.replace(':id', crypto.randomUUID())}`, headers, ...payload })
    return { status: response.statusCode, code: response.json<{ code?: string }>().code }
  } finally {
    failing = undefined
  }
}

/** Reads by the tables of their statements, which fail. */
const reads = [
  ['me.addresses', 'details-not-loaded', /"address"/],
  ['me.contactPreferences', 'details-not-loaded', /"contact_permission"/],
  ['me.household', 'details-not-loaded', /"household_member"/],
  ['tickets.held', 'orders-not-loaded', /"customer_order"/],
] as const

it.each(reads)('%s returns %s if its data cannot be read', async (name, code, statements) => {
  const { path } = calls.find((call) => call.name === name)!.endpoint
  expect(await ask('GET', path, statements)).toEqual({ status: 503, code })
})

it('returns logout-failed if the session cannot be ended', async () => {
  expect(await ask('POST', '/auth/logout', /"DeleteQueryNode".*"session"/)).toEqual({ status: 500, code: 'logout-failed' })
})
