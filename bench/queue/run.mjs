import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load, request } from './load.mjs'

// node bench/queue/run.mjs: the number of visitors that can join a waiting room per second, and that can poll their status,
// compared with a server that only sends the same bytes. One server process on its own embedded PostgreSQL, over HTTP. Both
// servers are measured in alternating turns of a second, and each turn is compared with its neighbours, so that other work
// on the machine affects both.

const [rounds, seconds] = [8, 1]
const firstPort = Number(process.env.BENCH_PORT ?? 29_380)
const [serverPort, barePort] = [firstPort, firstPort + 3]
const benchFolder = import.meta.dirname
const server = (/** @type {string} */ file) => join(benchFolder, '../../apps/server/src', file)
/** @type {Record<string, number>} */
const budgets = JSON.parse(readFileSync(join(benchFolder, 'budgets.json'), 'utf8'))
const folder = mkdtempSync(join(tmpdir(), 'bench-queue-'))
const median = (/** @type {number[]} */ values) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
const env = { ...process.env, PORT: String(serverPort), HOST: '127.0.0.1', DATA_DIR: folder, LOG_LEVEL: 'warn', TRUST_PROXY: 'true' }
const children = [spawn(process.execPath, [server('main.ts')], { env, stdio: 'inherit' })]

try {
  const origin = `http://127.0.0.1:${serverPort}`
  await until(async () => (await fetch(`${origin}/readyz`)).ok)
  const instance = await openWaitingRoom(origin)
  const path = `/api/queue/${instance}`

  const joins = []
  for (let round = 0; round < rounds; round++) joins.push(await joinInACrowd(path))

  const crowd = 100
  const places = await takePlaces(path, crowd)
  const sample = await fetch(origin + path, { headers: { cookie: places[0] ?? '' } })
  const body = await sample.text()
  const { date: _date, connection: _connection, 'keep-alive': _alive, ...head } = Object.fromEntries(sample.headers)
  children.push(
    spawn(process.execPath, [join(benchFolder, 'baseline-server.mjs'), String(barePort), JSON.stringify(head), body], { stdio: 'ignore' }),
  )
  await until(async () => (await fetch(`http://127.0.0.1:${barePort}`)).ok)

  const ask = (/** @type {number} */ nth) => request('GET', path, { cookie: places[nth] ?? '' })
  const polls = (/** @type {number} */ port) => load({ port, connections: crowd, seconds, ask })
  for (const port of [serverPort, barePort]) await polls(port)
  /** @type {{ ours: number[], bare: number[] }} */
  const rates = { ours: [], bare: [] }
  for (let round = 0; round < rounds; round++) {
    rates.bare.push(await polls(barePort))
    rates.ours.push(await polls(serverPort))
  }
  const [ours, bare] = [median(rates.ours), median(rates.bare)]
  console.log(`joins a second      ${median(joins).toFixed(0)}   (${joins.map((rate) => rate.toFixed(0)).join(', ')})`)
  console.log(`polls a second      ${ours.toFixed(0)}   (${rates.ours.map((rate) => rate.toFixed(0)).join(', ')})`)
  console.log(`bare node:http      ${bare.toFixed(0)}   (${rates.bare.map((rate) => rate.toFixed(0)).join(', ')}), ${body.length} bytes`)
  judge('polls ÷ bare node:http', median(rates.ours.map((rate, nth) => rate / (rates.bare[nth] ?? Number.NaN))))
  judge('joins a second', median(joins))
  console.log(
    JSON.stringify({
      bench: 'queue',
      figures: {
        'polls ÷ bare node:http': median(rates.ours.map((rate, nth) => rate / (rates.bare[nth] ?? Number.NaN))),
        'joins a second': median(joins),
      },
    }),
  )
} finally {
  for (const child of children) {
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    await exit
  }
  rmSync(folder, { recursive: true, force: true })
}

/** Opens a waiting room that admits few visitors at a time. @param {string} origin */
async function openWaitingRoom(origin) {
  const { events } = await (await fetch(`${origin}/api/events`)).json()
  const instance = events.find((/** @type {{ next: unknown }} */ event) => event.next).next.id
  const hour = 3_600_000
  const order = ['--gathers', instantIn(-hour), '--opens', instantIn(-hour / 2), '--rate', '60']
  execFileSync(process.execPath, [server('cli/waiting-room.ts'), instance, ...order], { env })
  await until(async () => (await (await fetch(`${origin}/api/queue/${instance}`)).json()).state === 'outside')
  return instance
}

/** Each request is of a new visitor at a new network address. @param {string} path */
function joinInACrowd(path) {
  let people = Math.floor(Math.random() * 2 ** 24) << 4
  const ask = () => {
    people += 1
    const address = [10 + ((people >> 24) & 127), (people >> 16) & 255, (people >> 8) & 255, people & 255].join('.')
    return request('POST', path, { 'x-forwarded-for': address }, '{}')
  }
  return load({ port: serverPort, connections: 200, seconds, ask })
}

/** The cookies of a number of visitors who wait. @param {string} path @param {number} count */
async function takePlaces(path, count) {
  /** @type {string[]} */
  const places = []
  const hear = (/** @type {string} */ head, /** @type {number} */ nth) => {
    places[nth] = /set-cookie: ([^;]+)/i.exec(head)?.[1] ?? ''
  }
  const ask = (/** @type {number} */ nth) => request('POST', path, { 'x-forwarded-for': `192.0.2.${nth}` }, '{}')
  await load({ port: serverPort, connections: count, seconds: 0.2, ask, hear })
  return places
}

/** @param {() => Promise<boolean>} isSo */
async function until(isSo) {
  for (let tries = 0; tries < 600; tries++) {
    if (await isSo().catch(() => false)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('waited a minute in vain')
}

/** @param {number} milliseconds */
function instantIn(milliseconds) {
  return new Date(Date.now() + milliseconds).toISOString()
}

/** @param {string} name @param {number} value */
function judge(name, value) {
  const budget = budgets[name]
  if (budget === undefined) throw new Error(`bench/queue/budgets.json has no ${name}`)
  const ok = value >= budget
  console.log(`${ok ? 'ok   ' : 'under'} ${name}: ${Number(value.toPrecision(3))} of ${budget}`)
  if (!ok) process.exitCode = 1
}
