import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { offeredTables, sellingBrand } from '@playhouse/api-client/suite'
import { locales } from '@playhouse/domain/brand'
import type { ProblemDetails } from '@playhouse/domain/problem'
import de from '@playhouse/shop-ui/words/de/problem.json' with { type: 'json' }
import en from '@playhouse/shop-ui/words/en/problem.json' with { type: 'json' }
import enUs from '@playhouse/shop-ui/words/en-us/problem.json' with { type: 'json' }
import es from '@playhouse/shop-ui/words/es/problem.json' with { type: 'json' }
import ht from '@playhouse/shop-ui/words/ht/problem.json' with { type: 'json' }
import sv from '@playhouse/shop-ui/words/sv/problem.json' with { type: 'json' }
import { createMessages } from '#modules/messages'
import { seedTables } from '#modules/table'
import { tableFor } from '../modules/payment/testing/item-buyer.ts'
import { startTestServer, type TestServer } from './test-server.ts'

const words = createMessages('problem', { en, 'en-us': enUs, sv, de, es, ht })

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ change: sellingBrand })
  await seedTables(server.theatre.db, offeredTables)
})
afterAll(() => server.close())

/** Books a table at the early sitting, with a change. */
const book = (change: object = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/api/basket/items',
    headers: { 'x-forwarded-for': '198.51.100.7' },
    payload: { ...tableFor(2), ...change },
  })

/** The problem of a reply, once it has a text in each language, which names all values of the problem. */
function readProblem(reply: Awaited<ReturnType<typeof book>>): Pick<ProblemDetails, 'code' | 'params'> {
  const { code, params } = reply.json<ProblemDetails>()
  const texts = locales.map((locale) => {
    const t = words(server.theatre.brand, locale)
    const [title, detail] = [t(`${code}.title`, { ...params }), t(`${code}.detail`, { ...params })]
    expect([title, detail].filter((text) => text === '' || text.startsWith(code) || text.includes('{{'))).toEqual([])
    for (const value of Object.values(params)) expect(detail, locale).toContain(String(value))
    return detail
  })
  // British and American English may have the same text.
  expect(new Set(texts).size).toBeGreaterThanOrEqual(locales.length - 1)
  return { code, params }
}

it.each([
  ['no number of people', { party: null }, 'table-party-required', {}],
  ['more people than the largest table seats', { party: 5 }, 'table-party-too-large', { maximum: 4 }],
  ['a sitting that is not offered', { sitting: 'noon' }, 'table-not-found', {}],
] as const)('says in every language what is wrong with a booking with %s', async (_what, change, code, params) => {
  expect(readProblem(await book(change))).toEqual({ code, params })
})

it('says in every language which party still gets a table, and how many people one network can hold', async () => {
  expect((await book({ party: 3 })).statusCode).toBe(200)
  expect(readProblem(await book({ party: 4 }))).toEqual({ code: 'table-full', params: { name: 'The foyer', largest: 2 } })
  await sql`update sitting set covers = 100`.execute(server.theatre.db)
  await sql`update sitting_table set tables = 40`.execute(server.theatre.db)
  for (let nth = 0; nth < 4; nth++) await book({ party: 4 })
  expect(readProblem(await book({ party: 4 }))).toEqual({ code: 'table-network-limit', params: { name: 'The foyer', maximum: 20 } })
})

it('says in every language that bookings have closed', async () => {
  await sql`update performance set starts_at = now() + interval '59 minutes' where id = 'tonight'`.execute(server.theatre.db)
  expect(readProblem(await book())).toEqual({ code: 'table-closed', params: { name: 'The foyer' } })
})
