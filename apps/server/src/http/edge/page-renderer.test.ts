import { mkdtemp, mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startTestServer } from '../../proof/test-server.ts'
import type { LoadRenderer, PageRenderer, RenderedPage } from './page-renderer.ts'

const page: RenderedPage = {
  html: '<h1 data-style="--a:1">Plays &amp; music</h1>',
  css: '#shop [data-style="--a:1"]{--a:1}',
  queries: [[['events'], { title: '</script><script>' }]],
  source: 'flows/browse/index.ts',
  messages: ['first'],
  isCacheable: true,
}

/** A shop whose build has one page, and a renderer that the test supplies. */
async function openShop(render: PageRenderer['render'], load?: LoadRenderer) {
  const shopFolder = await mkdtemp(join(tmpdir(), 'ph-shop-'))
  const template = '<html lang="%lang%"><head><!--head--><!--boot--></head><body><!--test-shop--><div id="shop"></div></body></html>'
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
  const server = await startTestServer({ http: { shopFolder, loadRenderer: load ?? (async () => ({ render })) } })
  onTestFinished(() => server.close())
  return server
}

it('writes a rendered page with its data, styles and scripts, under a policy without a nonce', async () => {
  const { app } = await openShop(async () => page)
  const { body, headers } = await app.inject({ url: '/', headers: { 'accept-language': 'en-GB' } })
  expect(body).toContain(`<div id="shop" data-rendered>${page.html}</div>`)
  expect(body).toContain(`<style>${page.css}</style>`)
  expect(body).toContain('"queries":[[["events"],{"title":"\\u003c/script>\\u003cscript>"}]]')
  for (const file of ['browse.css', 'poster.css']) expect(body).toContain(`<link rel="stylesheet" crossorigin href="/assets/${file}">`)
  for (const file of ['browse.js', 'poster.js', 'words-en-first.js'])
    expect(body).toContain(`<link rel="modulepreload" crossorigin href="/assets/${file}">`)
  expect(body).toContain('<script type="module" async crossorigin src="/assets/keep-press.js"></script>')
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
