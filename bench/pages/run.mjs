import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../../tools/setup/build.mjs'
import { measurePage, openBrowser } from './measure.mjs'
import { load, request } from '../queue/load.mjs'

// pnpm bench:pages: how fast the first pages are on a phone (390 × 844) with 1.6 Mbit/s, 150 ms of latency and a processor four times
// slower than this machine's, each time with an empty cache. The figures are medians of five rounds, and relative to the machine.
// Then how many pages a second the server sends, beside a bare server with the same bytes and beside the API call of the page.
// `--quick` measures one round.

const isQuick = process.argv.includes('--quick')
const rounds = isQuick ? 1 : 5
const port = Number(process.env.BENCH_PORT ?? 29_480)
const origin = `http://localhost:${port}`
const folder = mkdtempSync(join(tmpdir(), 'bench-pages-'))
const median = (/** @type {number[]} */ values) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** @type {(() => unknown)[]} */
const closers = [() => rmSync(folder, { recursive: true, force: true })]

try {
  await build()
  await startServer()
  const paths = await choosePaths()
  const browser = await openBrowser()
  closers.push(() => browser.close())
  /** @type {Record<string, number | string>[]} */
  const table = []
  /** @type {Record<string, import('./measure.mjs').Figures>} */
  const medians = {}
  for (const [page, path] of Object.entries(paths)) {
    /** @type {Awaited<ReturnType<typeof measurePage>>[]} */
    const results = []
    for (let round = 0; round < rounds; round++) results.push(await measurePage(browser, origin + path, page === 'seat map'))
    const of = (/** @type {keyof (typeof results)[0]} */ figure) => median(results.map((result) => result[figure]))
    const figures = {
      firstPaint: of('firstPaint'),
      largestPaint: of('largestPaint'),
      layoutShift: of('layoutShift'),
      blocking: of('blocking'),
      longestTask: of('longestTask'),
      scriptBytes: of('scriptBytes'),
      firstFrame: of('firstFrame'),
    }
    medians[page] = figures
    table.push({
      page,
      'first paint (s)': seconds(figures.firstPaint),
      'largest paint (s)': seconds(figures.largestPaint),
      'layout shift': Number(figures.layoutShift.toFixed(3)),
      'blocking (s)': seconds(figures.blocking),
      'longest task (s)': seconds(figures.longestTask),
      'script before idle (kB)': kilobytes(figures.scriptBytes),
      ...(page === 'seat map' && { 'first frame (s)': seconds(figures.firstFrame) }),
    })
  }
  console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, Chromium ${browser.version()}, ${rounds} rounds`)
  console.table(table)
  await browser.close()
  const ratios = await measureServer(paths.event, await signIn())
  console.table(goals(medians, ratios))
} finally {
  for (const close of closers.toReversed()) await close()
}

/** @param {number} ms */
function seconds(ms) {
  return Math.round(ms / 10) / 100
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return Math.round(bytes / 100) / 10
}

/**
 * The figures with a goal. Times are relative to the machine, so none of them fails.
 * @param {Record<string, import('./measure.mjs').Figures>} medians by page
 * @param {{ cached: number, uncached: number }} ratios
 */
function goals(medians, ratios) {
  const each = (/** @type {keyof import('./measure.mjs').Figures} */ figure, /** @type {string[]} */ ...pages) =>
    pages.map((page) => seconds(medians[page]?.[figure] ?? Number.NaN)).join(' / ')
  const shift = Math.max(...Object.values(medians).map(({ layoutShift }) => layoutShift))
  return [
    ['first paint, home / event / instance (s)', each('firstPaint', 'home', 'event', 'instance'), '≤ 1.5'],
    ['largest paint, home / event / instance / sign-in (s)', each('largestPaint', 'home', 'event', 'instance', 'sign-in'), '≤ 2.0'],
    ['seat map, largest paint (s)', each('largestPaint', 'seat map'), '≤ 2.5'],
    ['seat map, first complete frame (s)', each('firstFrame', 'seat map'), '≤ 4.0'],
    ['seat map, blocking time (s)', each('blocking', 'seat map'), '≤ 0.4'],
    ['script fetched on home before idle (kB)', kilobytes(medians['home']?.scriptBytes ?? Number.NaN), '≤ 150'],
    ['largest layout shift', Number(shift.toFixed(3)), '0'],
    ['cached page ÷ bare node:http', ratios.cached.toFixed(2), '≥ 0.6'],
    ['event page with a session ÷ its API call', ratios.uncached.toFixed(2), '≥ 0.4'],
  ].map(([figure, measured, goal]) => ({ figure, measured, goal }))
}

/** Starts the server in production mode, with its database, on a new season. */
async function startServer() {
  const settings = {
    NODE_ENV: 'production',
    PORT: String(port),
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    TRUST_PROXY: 'true',
    BOT_CHECK: 'none',
  }
  const env = { ...process.env, ...settings }
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../apps/server/src/main.ts')], { env, stdio: 'inherit' })
  closers.push(async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  for (let tries = 0; ; tries++) {
    const isReady = await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    if (child.exitCode !== null || tries > 1_200) throw new Error('the server does not start')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** The pages of the first production that can be booked. */
async function choosePaths() {
  const reply = await fetch(`${origin}/api/events`)
  const { events } = /** @type {{ events: { id: string, next: { id: string } | null }[] }} */ (await reply.json())
  const event = events.find(({ next }) => next !== null)
  if (!event?.next) throw new Error('no performance can be booked')
  const instance = `/events/${event.id}/${event.next.id}`
  return { home: '/', event: `/events/${event.id}`, instance, 'sign-in': '/login', 'seat map': `${instance}/syos/all` }
}

/** Signs a customer in who has two items in the basket. Returns the cookies. */
async function signIn() {
  /** @type {Record<string, string>} */
  const jar = {}
  const cookies = () => Object.entries(jar).map(([name, value]) => `${name}=${value}`)
  const send = async (/** @type {string} */ path, /** @type {object} */ body) => {
    const headers = { 'content-type': 'application/json', cookie: cookies().join('; ') }
    const reply = await fetch(`${origin}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
    for (const cookie of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=')
      jar[name] = value
    }
  }
  await send('/auth/login', { email: 'rosalind@audience.example', password: 'Rehearse10-Lines' })
  const letter = { to: 'Orlando', from: 'Rosalind', message: '', email: null, sendOn: null }
  await send('/basket/items', { kind: 'gift-voucher', value: 25_00, quantity: 2, delivery: 'print', ...letter })
  return cookies().join('; ')
}

/**
 * Requests in turns of a second: page, bare server and API call. A machine that does something else now and then, does it to all.
 * @param {string} path @param {string} cookie of a session
 */
async function measureServer(path, cookie) {
  const headers = { 'accept-language': 'en-GB' }
  const page = await fetch(origin + path, { headers })
  const body = Buffer.from(await page.arrayBuffer())
  const bareHeaders = [...page.headers].filter(
    ([name]) => !['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-encoding'].includes(name),
  )
  const bare = createServer((_request, response) => {
    response.writeHead(200, [...bareHeaders.filter(([name]) => name !== 'content-length').flat(), 'content-length', String(body.length)])
    response.end(body)
  }).listen(0, '127.0.0.1')
  await once(bare, 'listening')
  closers.push(() => bare.close())
  const barePort = /** @type {import('node:net').AddressInfo} */ (bare.address()).port
  // The page of a customer has the customer's session and basket. An unknown session would be read from the database only until its
  // network has sent too many.
  const targets = {
    page: { port, text: request('GET', path, headers) },
    'page with a session': { port, text: request('GET', path, { ...headers, cookie }) },
    'API call with a session': { port, text: request('GET', `/api${path}`, { ...headers, cookie }) },
    'API call': { port, text: request('GET', `/api${path}`, headers) },
    'bare node:http': { port: barePort, text: request('GET', path, headers) },
  }
  /** @type {Record<string, number[]>} */
  const rates = {}
  for (let round = 0; round < rounds + 1; round++)
    for (const [name, target] of Object.entries(targets)) {
      const rate = await load({ port: target.port, connections: 8, seconds: 1, ask: () => target.text })
      // The first round warms up.
      if (round > 0) (rates[name] ??= []).push(rate)
    }
  const rate = Object.fromEntries(Object.entries(rates).map(([name, values]) => [name, median(values)]))
  for (const [name, value] of Object.entries(rate)) console.log(`${name.padEnd(26)}${value.toFixed(0)}/s`)
  console.log(`the page has ${body.length} bytes`)
  const ratio = (/** @type {string} */ a, /** @type {string} */ b) => (rate[a] ?? Number.NaN) / (rate[b] ?? Number.NaN)
  return { cached: ratio('page', 'bare node:http'), uncached: ratio('page with a session', 'API call with a session') }
}
