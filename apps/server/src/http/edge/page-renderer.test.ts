import { mkdtemp, mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { contract, type Site } from '@playhouse/api-client/contract'
import { problems } from '@playhouse/domain/problem'
import { ok } from '@playhouse/domain/result'
import { startTestServer } from '../../proof/test-server.ts'
import { createLocalFetch, localRead } from './local-fetch.ts'
import { type LoadRenderer, type PageRenderer, type RenderedPage, renderPage } from './page-renderer.ts'

const page: RenderedPage = {
  title: 'Theater & Musik – The Bridge Theatre',
  html: '<h1 data-style="--a:1">Plays &amp; music</h1>',
  css: '#shop [data-style="--a:1"]{--a:1}',
  renderedAt: '2026-11-26T12:00:00.000Z',
  queries: '[[["events"],{"title":"</script><script>"}]]',
  source: 'flows/browse/index.ts',
  messages: ['first'],
  isCacheable: true,
  isNotFound: false,
}

/** A shop whose build has one page, and a renderer that the test supplies. */
async function openShop(render: PageRenderer['render'], load?: LoadRenderer, shellDelayMs = Infinity) {
  const shopFolder = await mkdtemp(join(tmpdir(), 'ph-shop-'))
  const template = '<html lang="%lang%"><head><!--head--></head><body><!--test-shop--><div id="shop"></div></body></html>'
  await writeFile(join(shopFolder, 'index.html'), template)
  await mkdir(join(shopFolder, '.vite'))
  const manifest = {
    'index.html': { file: 'assets/index.js', css: ['assets/index.css'] },
    '../../packages/shop-ui/src/flows/browse/index.ts': {
      file: 'assets/browse.js',
      imports: ['index.html', '_poster.js'],
      css: ['assets/browse.css'],
    },
    '_poster.js': { file: 'assets/poster.js', css: ['assets/poster.css'] },
    'src/early/keep-press.ts': { file: 'assets/keep-press.js' },
    '_words-en-first-a.js': { file: 'assets/words-en-first.js' },
    '_words-de-first-a.js': { file: 'assets/words-de-first.js' },
  }
  await writeFile(join(shopFolder, '.vite/manifest.json'), JSON.stringify(manifest))
  const server = await startTestServer({ http: { shopFolder, loadRenderer: load ?? (async () => ({ render })), shellDelayMs } })
  onTestFinished(() => server.close())
  return server
}

it('writes a rendered page with its data, styles and scripts, under a policy without a nonce', async () => {
  const { app } = await openShop(async () => page)
  const { body, headers } = await app.inject({ url: '/', headers: { 'accept-language': 'en-GB' } })
  expect(body).toContain(`<div id="shop" data-rendered>${page.html}</div>`)
  expect(body.match(/<title>.*<\/title>/g)).toEqual(['<title>Theater &amp; Musik – The Bridge Theatre</title>'])
  expect(body).toContain(`<style>${page.css}</style>`)
  expect(body).toContain('"queries":[[["events"],{"title":"\\u003c/script>\\u003cscript>"}]]')
  for (const file of ['browse.css', 'poster.css']) expect(body).toContain(`<link rel="stylesheet" crossorigin href="/assets/${file}">`)
  for (const file of ['browse.js', 'poster.js', 'words-en-first.js'])
    expect(body).toContain(`<link rel="modulepreload" crossorigin href="/assets/${file}">`)
  const early = '<script type="module" async crossorigin src="/assets/keep-press.js"></script>'
  expect(body.indexOf(early), 'before the other scripts').toBeGreaterThan(0)
  expect(body.indexOf(early)).toBeLessThan(body.indexOf('modulepreload'))
  expect(body).not.toMatch(/words-de|index\.(js|css)"|nonce/)
  expect(headers['content-security-policy']).not.toContain('nonce')
})

it.each([
  ['a renderer that throws', async () => Promise.reject(new Error('broken component'))],
  ['a renderer that cannot be loaded', undefined],
] as const)('serves the page of the browser for %s, and logs the error', async (_, render) => {
  const load = render ? undefined : () => Promise.reject(new Error('not built'))
  const { app, log } = await openShop(render ?? (async () => page), load)
  const { body, statusCode } = await app.inject('/')
  expect(statusCode).toBe(200)
  expect(body).toContain('<div id="shop"></div>')
  expect(log.filter((line) => line.includes('page rendering failed'))).toHaveLength(1)
})

it('calls the API as the visitor only with a cookie of a session, and passes on the cookies that it sets', async () => {
  const customers: unknown[] = []
  const { app, owner } = await openShop(async ({ fetch }) => {
    const session = (await (await fetch('/api/session')).json()) as { customer: { id: string } | null }
    customers.push(session.customer?.id)
    return page
  })
  const { id, cookie } = await owner()
  expect((await app.inject({ url: '/', headers: { cookie: 'lang=en' } })).headers['set-cookie']).toBeUndefined()
  await app.inject({ url: '/', headers: { cookie } })
  expect(customers).toEqual([undefined, id])
})

/** Reads a response part by part, as a browser does. */
async function openPage(app: FastifyInstance, headers: Record<string, string> = {}) {
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const response = await fetch(url, { headers })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  /** Reads until the HTML contains this text, or to its end. */
  const readTo = async (text?: string): Promise<string> => {
    let html = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      html += part.value
      if (text && html.includes(text)) break
    }
    return html
  }
  return { response, readTo }
}
const nonceIn = (policy: string | null): string => /style-src [^;]*'nonce-([^']+)'/.exec(policy ?? '')![1]!

it.each(['gzip', 'identity'])('sends the shell of a slow page at once, and its content when it is rendered (%s)', async (encoding) => {
  const rendering = Promise.withResolvers<RenderedPage>()
  const { app } = await openShop(() => rendering.promise, undefined, 0)
  const { response, readTo } = await openPage(app, { 'accept-language': 'en-GB', 'accept-encoding': encoding })
  const shell = await readTo('</p></div>')
  expect(shell).toContain('<p role="status">One moment, the page is on its way.</p>')
  expect(shell).toMatch(/<title>.+<\/title>/)
  expect(shell).not.toContain('id="shop"')
  rendering.resolve(page)
  const rest = await readTo()
  const nonce = nonceIn(response.headers.get('content-security-policy'))
  expect(rest.startsWith(`<style nonce="${nonce}">.page-shell{display:none}</style>`)).toBe(true)
  expect(rest).toContain(`<style nonce="${nonce}">${page.css}</style>`)
  expect(rest).toContain('<link rel="stylesheet" crossorigin href="/assets/browse.css">')
  expect(rest).toContain('src="/assets/keep-press.js"')
  expect(rest).toContain('id="boot">{"site":')
  expect(rest).toContain(`<div id="shop" data-rendered>${page.html}</div></body></html>`)
  expect(Object.fromEntries(response.headers)).toMatchObject({ 'cache-control': 'no-store' })
})

it('leaves a slow page to the browser if its content fails after the shell, and logs the error', async () => {
  const rendering = Promise.withResolvers<RenderedPage>()
  // The rendering may start after the test has failed it.
  rendering.promise.catch(() => {})
  const { app, log } = await openShop(() => rendering.promise, undefined, 0)
  const { readTo } = await openPage(app)
  await readTo('</p></div>')
  rendering.reject(new Error('broken component'))
  expect(await readTo()).toContain('<div id="shop"></div>')
  expect(log.filter((line) => line.includes('page rendering failed'))).toHaveLength(1)
})

it.each([false, true])('throws for a cookie of the API that is set after the headers were sent (%s)', async (headersSent) => {
  const headers: Record<string, string> = {}
  const log: string[] = []
  const reply = { raw: { headersSent }, getHeader: (name: string) => headers[name] }
  const request = { visitor: Promise.resolve({}), server: { appContext: {} }, log: { error: (_: unknown, text: string) => log.push(text) } }
  const read = localRead(contract.site.bypassMaintenance, async () => {
    headers['set-cookie'] = 'a=b'
    return ok({ letIn: true as const })
  })
  const fetchLocally = createLocalFetch([{ ...read, endpoint: { ...read.endpoint, params: z.strictObject({}) } }])(
    request as unknown as FastifyRequest,
    reply as unknown as FastifyReply,
  )
  const load: LoadRenderer = async () => ({ render: async ({ fetch }) => (await fetch('/api/maintenance/bypass'), page) })
  const rendering = { path: '/', origin: '', locale: 'en', site: {} as Site, now: '', fetch: fetchLocally, mayReuse: true } as const
  expect(await renderPage(load, rendering, request as unknown as FastifyRequest)).toBe(headersSent ? undefined : page)
  expect(log).toEqual(headersSent ? ['page rendering failed'] : [])
})

it('returns the problems of the API with their status', async () => {
  const statuses: unknown[] = []
  const { app, owner, log } = await openShop(async ({ fetch }) => {
    for (const path of ['/api/events/no-such-event', '/api/instances/%00/prices', '/api/ballots/no-such-instance']) {
      const response = await fetch(path)
      statuses.push([response.status, ((await response.json()) as { code: string }).code])
    }
    return page
  })
  const { cookie } = await owner()
  await app.inject({ url: '/', headers: { cookie } })
  expect(statuses).toEqual([
    [404, 'event-unavailable'],
    [problems['invalid-input'].status, 'invalid-input'],
    [404, 'instance-unavailable'],
  ])
  expect(log.filter((line) => line.includes('request failed'))).toHaveLength(0)
})

it('sends a page in one piece that is rendered in time, and to requests without a body', async () => {
  const { app } = await openShop(async () => page, undefined, 60_000)
  expect((await app.inject('/')).headers['content-security-policy']).not.toContain('nonce')
  const { app: slowApp } = await openShop(async () => page, undefined, 0)
  expect((await slowApp.inject({ url: '/', method: 'HEAD' })).headers['content-security-policy']).not.toContain('nonce')
})
