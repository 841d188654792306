import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { until } from '@playhouse/testing/until'
import { createCatalogue, createPageVersions } from '#modules/catalogue'
import { startTestServer } from '../proof/test-server.ts'

/** A server whose pages show the data of the API that they are rendered from, and how often they were rendered. */
async function openShop() {
  const shopFolder = await mkdtemp(join(tmpdir(), 'ph-shop-'))
  await mkdir(join(shopFolder, '.vite'))
  await writeFile(join(shopFolder, 'index.html'), '<html lang="%lang%"><head><!--head--></head><body><div id="shop"></div></body></html>')
  await writeFile(join(shopFolder, '.vite/manifest.json'), '{"index.html":{"file":"assets/index.js"}}')
  let renderings = 0
  let version = (): Promise<string> => Promise.reject(new Error('not open'))
  const server = await startTestServer({
    http: {
      shopFolder,
      pageVersion: () => version(),
      loadRenderer: async () => ({
        render: async ({ url, fetch, now }) => {
          renderings++
          const [session, event] = await Promise.all(
            ['/api/session', '/api/events/the-tempest'].map(async (path) => (await fetch(path)).text()),
          )
          const { customer } = JSON.parse(session!) as { customer: { firstName: string } | null }
          const html = `<p>${url} ${customer?.firstName ?? 'anonymous'} ${JSON.parse(event!).priceFrom}</p>`
          const isCacheable = ['/', '/terms', '/events/the-tempest'].includes(new URL(url).pathname)
          return {
            title: url,
            html,
            css: '',
            queries: '[]',
            renderedAt: now,
            source: undefined,
            messages: [],
            isCacheable,
            isNotFound: false,
          }
        },
      }),
    },
  })
  onTestFinished(() => server.close())
  const { db, catalogue } = server.theatre
  const versions = createPageVersions(db, catalogue)
  let invalidations = 0
  version = async () => `${await versions.current()} ${invalidations}`
  return { ...server, renderings: () => renderings, invalidate: () => (invalidations += 1) }
}
type Headers = Record<string, string>

const english = { 'accept-language': 'en-GB' }

it('renders a page once, and sends 304 to a browser that has it', async () => {
  const { app, renderings } = await openShop()
  const first = await app.inject({ url: '/', headers: english })
  const second = await app.inject({ url: '/', headers: english })
  expect(second.body).toBe(first.body)
  expect(renderings()).toBe(1)
  expect(second.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: expect.stringMatching(/^Cookie, Accept-Language/) })
  const etag = String(first.headers['etag'])
  expect(await app.inject({ url: '/', headers: { ...english, 'if-none-match': etag } })).toMatchObject({ statusCode: 304, body: '' })
})

it.each(['br', 'gzip', 'identity'])('sends the same page in the encoding %s', async (encoding) => {
  const { app } = await openShop()
  await app.listen({ port: 0 })
  const { port } = app.server.address() as AddressInfo
  const uncompressed = await app.inject({ url: '/', headers: english })
  const reply = await fetch(`http://localhost:${port}/`, { headers: { ...english, 'accept-encoding': encoding } })
  expect(reply.headers.get('content-encoding')).toBe(encoding)
  expect(await reply.text()).toBe(uncompressed.body)
})

it('shows a signed-in visitor a separate page, which no other visitor gets', async () => {
  const { app, owner } = await openShop()
  const { cookie } = await owner()
  const anonymous = await app.inject({ url: '/', headers: english })
  const personal = await app.inject({ url: '/', headers: { ...english, cookie } })
  const after = await app.inject({ url: '/', headers: english })
  expect(personal.body).toContain('Ottoline')
  expect(personal.headers).toMatchObject({ 'cache-control': 'no-store' })
  expect(personal.headers['etag']).toBeUndefined()
  expect(after.body).toBe(anonymous.body)
  expect(after.body).toContain('anonymous')
})

/** Attempts to put something into the page that the next visitor gets. */
const attempts: readonly [name: string, url: string, headers: Headers][] = [
  ['the host', '/', { host: 'evil.example' }],
  ['a forwarded host', '/', { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' }],
  ['an original URL', '/', { 'x-original-url': '/evil', 'x-rewrite-url': '/evil' }],
  ['a query', '/?evil=<script>evil</script>', {}],
  ['the language header', '/', { 'accept-language': `evil,${'x-evil;q=0.9,'.repeat(200)}en-GB` }],
  ['the language cookie', '/', { cookie: 'lang=evil"><script>' }],
  ['a made-up session', '/', { cookie: 'sid=evil' }],
  ['a made-up bypass', '/', { cookie: 'bypass=evil' }],
  ['a made-up place in a waiting room', '/', { cookie: 'place-evil=evil' }],
  ['another method', '/', { 'x-http-method-override': 'DELETE' }],
  ['an absolute URL', 'http://evil.example/', {}],
  ['an encoded path', '/%65vents/the-tempest', {}],
  ['capital letters', '/EVENTS/the-tempest', {}],
  ['a range', '/', { range: 'bytes=0-3' }],
  ['a condition', '/', { 'if-none-match': '"evil"', 'if-match': '"evil"' }],
]
it('is poisoned by none of the attempts', async () => {
  const { app, invalidate } = await openShop()
  const read = async (path: string) => (await app.inject({ url: path, headers: english })).body.replace(/"renderedAt":"[^"]+"/, '')
  const paths = ['/', '/events/the-tempest']
  const clean = await Promise.all(paths.map(read))
  for (const [name, url, headers] of attempts) {
    invalidate()
    await app.inject({ method: 'HEAD', url, headers: { ...english, ...headers } })
    await app.inject({ url, headers: { ...english, ...headers } })
    expect(await Promise.all(paths.map(read)), name).toEqual(clean)
  }
})

/** Requests that HTTP clients do not send, as lines. */
const rawAttempts: readonly [name: string, lines: readonly string[]][] = [
  ['two hosts', ['GET / HTTP/1.1', 'host: shop.example', 'host: evil.example']],
  ['an absolute URL', ['GET http://evil.example/ HTTP/1.1', 'host: evil.example']],
  ['two cookie headers', ['GET / HTTP/1.1', 'host: shop.example', 'cookie: lang=en', 'cookie: sid=evil']],
  ['two language headers', ['GET / HTTP/1.1', 'host: shop.example', 'accept-language: evil', 'accept-language: de;q=0']],
  ['a fragment', ['GET /#evil HTTP/1.1', 'host: shop.example']],
  ['path segments', ['GET /evil/../ HTTP/1.1', 'host: shop.example']],
  ['another host in the path', ['GET //evil.example/ HTTP/1.1', 'host: shop.example']],
  ['a body', ['GET / HTTP/1.1', 'host: shop.example', 'content-length: 5', '', 'evil!']],
  [
    'a second request in the body',
    ['GET / HTTP/1.1', 'host: shop.example', 'content-length: 0', 'transfer-encoding: chunked', '', '0', '', 'GET /evil HTTP/1.1'],
  ],
]
it('is poisoned by no request that clients do not send', async () => {
  const { app, invalidate } = await openShop()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const send = (lines: readonly string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      let response = ''
      const socket = connect(port, '127.0.0.1', () =>
        socket.write([...lines, ...(lines.includes('') ? [] : ['connection: close', '']), ''].join('\r\n')),
      )
      socket.setEncoding('latin1')
      socket.on('data', (text: string) => {
        response += text
        // A connection that stays open ends with the first response.
        if (lines.includes('')) socket.end()
      })
      socket.on('close', () => resolve(response))
      socket.on('error', reject)
    })
  const read = async (): Promise<string> => {
    const reply = await fetch(`http://127.0.0.1:${port}/`, { headers: english })
    return `${reply.status} ${(await reply.text()).replace(/"renderedAt":"[^"]+"/, '')}`
  }
  const clean = await read()
  expect(clean).toMatch(/^200 .*anonymous/s)
  for (const [name, lines] of rawAttempts) {
    invalidate()
    expect(await send(lines), name).toMatch(/^HTTP\/1.1 \d/)
    expect(await read(), name).toBe(clean)
  }
})

it('is not poisoned by a path with a line break', async () => {
  const { app } = await openShop()
  await app.listen({ port: 0 })
  const { port } = app.server.address() as AddressInfo
  await new Promise<void>((resolve) => {
    request({ port, path: '/%0d%0aset-cookie:%20sid=evil' }, (reply) => {
      expect(reply.headers['set-cookie']).toBeUndefined()
      reply.resume().on('end', resolve)
    }).end()
  })
})

it('shows a change of prices that another process made', async () => {
  const { app, theatre } = await openShop()
  const priceOf = async (): Promise<string | undefined> =>
    / (\d+)<\/p>/.exec((await app.inject({ url: '/events/the-tempest', headers: english })).body)?.[1]
  const before = await priceOf()
  expect(before).toMatch(/^\d+$/)
  await sql`update price_list set data = jsonb_set(data, '{prices}',
    (select jsonb_object_agg(band, (select jsonb_object_agg(type, price || '{"price": 123}') from jsonb_each(of_band) as t (type, price)))
     from jsonb_each(data -> 'prices') as b (band, of_band)))`.execute(theatre.db)
  await until('a page with the new price', async () => (await priceOf()) === '123')
})

it('increments the version with every change of programme, halls or prices, when it commits', async () => {
  const { theatre } = await openShop()
  const { db } = theatre
  const read = async (): Promise<number> =>
    Number((await sql<{ version: string }>`select version from page_version`.execute(db)).rows[0]!.version)
  let version = await read()
  for (const table of ['production', 'performance', 'hall_plan', 'price_list']) {
    await sql`update ${sql.table(table)} set ${sql.ref(table === 'hall_plan' ? 'hall' : 'id')} = ${sql.ref(table === 'hall_plan' ? 'hall' : 'id')}`.execute(
      db,
    )
    expect(await read()).toBe(version + 1)
    version += 1
  }
  await expect(
    db.transaction().execute(async (trx) => {
      await sql`update production set id = id`.execute(trx)
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await read()).toBe(version)
})

it('reads the programme again before it returns a new version', async () => {
  const { theatre } = await openShop()
  const catalogue = createCatalogue(theatre.db)
  const versions = createPageVersions(theatre.db, catalogue)
  const before = await versions.current()
  await sql`update production set data = jsonb_set(data, '{title}', '"Renamed"')`.execute(theatre.db)
  await until('a new version', async () => (await versions.current()) !== before)
  expect((await catalogue.productions())[0]!.title).toBe('Renamed')
})
