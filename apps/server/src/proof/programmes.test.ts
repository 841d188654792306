import { AsyncLocalStorage } from 'node:async_hooks'
import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveProgramme } from '#modules/programme'
import { addRuns, customerOf } from '#testing'
import { startTestServer, type TestServer } from './test-server.ts'

const text = { text: 'For schools.' }
const call = new AsyncLocalStorage<string[]>()
const listener: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    call.getStore()?.push(result.numAffectedRows === undefined ? 'asked' : 'changed')
    return result
  },
}
const teacherCode = 'CHALK-4417'
const instance = 'school-play-0'

/** Opens a theatre with a hidden performance. @param tries multiple of the usual rate limits */
async function openSchools(tries: number): Promise<TestServer> {
  const server = await startTestServer({
    tries,
    listener,
    change: (brand) => ({ ...brand, features: { ...brand.features, programmes: true } }),
  })
  const { db, catalogue } = server.theatre
  await addRuns(db, ['school-play'], 1)
  const actor = { name: 'test' }
  await saveProgramme(
    db,
    { id: 'schools', name: { text: 'Schools' }, text, opensPriceTypes: ['school'] },
    [{ code: teacherCode, lastName: 'Quill' }],
    actor,
  )
  await saveProgramme(
    db,
    { id: 'colleges', name: { text: 'Colleges' }, text, opensPriceTypes: [] },
    [{ code: 'EMPTY-1', lastName: null }],
    actor,
  )
  await saveProgramme(db, { id: 'over', name: { text: 'Over' }, text, opensPriceTypes: [] }, [{ code: 'OVER-1', lastName: null }], actor)
  await sql`update programme set closes_at = now() - interval '1 second' where id = 'over'`.execute(db)
  await sql`update performance set programme_id = 'schools' where id = ${instance}`.execute(db)
  // A price type of the programme at the price of the full one.
  await sql`
    update price_list set data = jsonb_set(jsonb_set(data, '{priceTypes}', (data -> 'priceTypes') || ${JSON.stringify([{ id: 'school', name: 'School', kind: 'programme' }])}::jsonb),
      '{prices,a,school}', '{"price": 1000, "fee": 100}')`.execute(db)
  await catalogue.refresh()
  return server
}

/** The fields of replies that the tests read. */
type ReplyBody = {
  readonly code?: string
  readonly isOpened?: boolean
  readonly restrictedTo?: readonly string[]
  readonly priceTypes?: readonly { readonly id: string }[]
  readonly tickets?: readonly { readonly price: number }[]
}
type Reply = { readonly status: number; readonly body: ReplyBody; readonly text: string }
const send = async (
  { app }: TestServer,
  method: 'GET' | 'POST',
  url: string,
  { cookie, payload, address = '10.0.0.1' }: { readonly cookie?: string; readonly payload?: object; readonly address?: string } = {},
): Promise<Reply> => {
  const headers = { origin: 'http://localhost', 'x-forwarded-for': address, ...(cookie && { cookie }) }
  const response = await app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) })
  return { status: response.statusCode, body: response.json(), text: response.body.replaceAll(/"requestId":"[^"]*"/g, '') }
}
const open = (server: TestServer, cookie: string, code: string, programme = 'schools', address?: string) =>
  send(server, 'POST', `/programmes/${programme}/code`, { cookie, payload: { code }, ...(address && { address }) })

/** A signed-in customer with this last name. */
async function signedIn(server: TestServer, lastName = 'Quill'): Promise<{ readonly id: string; readonly cookie: string }> {
  const { id } = await customerOf(server.theatre)
  await server.theatre.db.updateTable('customer').set({ last_name: lastName }).where('id', '=', id).execute()
  return { id, cookie: await server.cookieOf(id) }
}

describe('a programme', () => {
  let front: TestServer
  beforeAll(async () => {
    front = await openSchools(10_000)
  })
  afterAll(() => front.close())

  it('opens its performances and prices for the session in which its code was entered, in any spelling', async () => {
    const { id, cookie } = await signedIn(front)
    expect((await send(front, 'GET', '/programmes/schools', { cookie })).body).toMatchObject({ isOpened: false, performances: [] })
    const opened = await open(front, cookie, ' chalk 4417')
    expect(opened).toMatchObject({ status: 200, body: { isOpened: true, performances: [{ id: instance, title: 'school-play' }] } })
    const prices = await send(front, 'GET', `/instances/${instance}/prices`, { cookie })
    expect(prices.body.priceTypes?.map(({ id }) => id)).toContain('school')
    const ofPublic = await send(front, 'GET', '/instances/tonight/prices')
    expect(ofPublic.body.priceTypes?.map(({ id }) => id)).not.toContain('school')
    const tickets = { instance, seats: [{ seat: 'stalls.A.1', priceType: 'school' }] }
    const held = await send(front, 'POST', '/basket/tickets', { cookie, payload: tickets })
    expect([held.status, held.body.tickets?.map(({ price }) => price)], held.text).toEqual([200, [1_000]])
    // Another session of the same customer has not opened it.
    const elsewhere = await front.cookieOf(id)
    expect((await send(front, 'GET', `/instances/${instance}`, { cookie: elsewhere })).status).toBe(404)
    expect((await send(front, 'GET', '/programmes/schools', { cookie: elsewhere })).body.isOpened).toBe(false)
  })

  it('has one answer for a wrong code, the code of another person, and a programme that is over or unknown, after the same work', async () => {
    const [teacher, stranger] = [await signedIn(front), await signedIn(front, 'Vanbrugh')]
    const observe = async (cookie: string, code: string, programme?: string) => {
      const work: string[] = []
      const { status, text } = await call.run(work, async () => await open(front, cookie, code, programme))
      return { status, text, work: work.length }
    }
    const wrong = await observe(teacher.cookie, 'CHALK-4418')
    expect(wrong).toMatchObject({ status: 409 })
    expect(JSON.parse(wrong.text.replace(',}', '}')).code).toBe('access-code-invalid')
    expect(await observe(stranger.cookie, teacherCode)).toEqual(wrong)
    expect(await observe(teacher.cookie, 'OVER-1', 'over')).toEqual(wrong)
    expect(await observe(teacher.cookie, teacherCode, 'unknown')).toEqual(wrong)
  })

  it('says that it has no performances to whom has its code, and opens nothing', async () => {
    const { cookie } = await signedIn(front)
    expect((await open(front, cookie, 'EMPTY-1', 'colleges')).body.code).toBe('programme-without-instances')
    expect((await send(front, 'GET', '/programmes/colleges', { cookie })).body.isOpened).toBe(false)
  })

  it('ends when the programme ends, also for those who opened it', async () => {
    const { cookie } = await signedIn(front)
    expect((await open(front, cookie, teacherCode)).status).toBe(200)
    await sql`update programme set closes_at = now() where id = 'schools'`.execute(front.theatre.db)
    try {
      expect((await send(front, 'GET', `/instances/${instance}`, { cookie })).status).toBe(404)
      expect((await send(front, 'GET', '/programmes/schools', { cookie })).status).toBe(404)
    } finally {
      await sql`update programme set closes_at = null where id = 'schools'`.execute(front.theatre.db)
    }
  })
})

describe('guesses of an access code', () => {
  let front: TestServer
  beforeAll(async () => {
    front = await openSchools(1)
  })
  afterAll(() => front.close())
  const countsOf = (replies: readonly Reply[]) => {
    const counts: Record<string, number> = {}
    for (const { body } of replies) {
      const code = body.code ?? 'ok'
      counts[code] = (counts[code] ?? 0) + 1
    }
    return counts
  }

  it('reach nothing: ten of a thousand by one account from a thousand networks are answered', async () => {
    const { cookie } = await signedIn(front)
    const replies: Reply[] = []
    for (let nth = 0; nth < 1_000; nth++)
      replies.push(await open(front, cookie, nth === 500 ? teacherCode : `CHALK-${nth}`, 'schools', `10.${nth >> 8}.${nth & 255}.1`))
    expect(countsOf(replies)).toEqual({ 'access-code-invalid': 10, 'too-many-requests': 990 })
    expect((await send(front, 'GET', `/instances/${instance}`, { cookie })).status).toBe(404)
  })

  it('are limited for all accounts of one network together', async () => {
    const replies: Reply[] = []
    for (let account = 0; account < 10; account++) {
      const { cookie } = await signedIn(front)
      for (let nth = 0; nth < 8; nth++) replies.push(await open(front, cookie, `CHALK-${nth}`, 'schools', '172.16.0.1'))
    }
    expect(countsOf(replies)).toEqual({ 'access-code-invalid': 40, 'too-many-requests': 40 })
  })

  it('do not include right codes', async () => {
    const { cookie } = await signedIn(front)
    for (let nth = 0; nth < 15; nth++) expect((await open(front, cookie, teacherCode, 'schools', '172.17.0.1')).status).toBe(200)
  })
})

describe('a performance for members', () => {
  it('is visible to others with the levels that it is for, without its seats, and on sale to members', async () => {
    await using cleanup = new AsyncDisposableStack()
    const front = await startTestServer()
    cleanup.defer(() => front.close())
    await sql`update performance set members = '["priority"]' where id = 'tonight'`.execute(front.theatre.db)
    await front.theatre.catalogue.refresh()
    const member = await signedIn(front)
    await sql`
      insert into membership (id, customer_id, membership, starts_on, expires_on)
      values (gen_random_uuid(), ${member.id}, 'priority', current_date - 1, current_date + 30)`.execute(front.theatre.db)
    const seen = await send(front, 'GET', '/instances/tonight')
    expect(seen.body).toMatchObject({ restrictedTo: ['priority'], availability: 'not-on-sale' })
    expect((await send(front, 'GET', '/instances/tonight/availability')).body.code).toBe('instance-restricted')
    const tickets = { instance: 'tonight', seats: [{ seat: 'stalls.A.1', priceType: 'full' }] }
    expect((await send(front, 'POST', '/basket/tickets', { payload: tickets })).body.code).toBe('instance-restricted')
    expect((await send(front, 'GET', '/instances/tonight', { cookie: member.cookie })).body.restrictedTo).toEqual([])
    expect((await send(front, 'POST', '/basket/tickets', { cookie: member.cookie, payload: tickets })).status).toBe(200)
  })
})
