import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { describeContract } from '@playhouse/api-client/suite'
import { timeLimit } from '@playhouse/testing/time-limit'
import { until } from '@playhouse/testing/until'
import { freePort } from '#adapters/payment/testing'
import { openDatabase, startDatabase } from '#db'
import { testDatabase } from '#db/testing'
import { createCatalogue } from '#modules/catalogue'
import { linkTokenHash } from '#modules/payment-link'
import { priceSeat } from '#modules/pricing'
import { reserveSeats } from '#modules/reservation'

const run = promisify(execFile)
const [port, sandboxPort, mailboxPort] = [await freePort(), await freePort(), await freePort()]
const origin = `http://localhost:${port}`

/**
 * The server in production mode: a separate process with payment sandbox and mailbox, on its own embedded PostgreSQL, or on a new
 * database of the PostgreSQL server at TEST_DATABASE_URL.
 */
describeContract('the real server', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'ph-contract-'))
  const database = process.env['TEST_DATABASE_URL'] ? await testDatabase() : undefined
  const address =
    database && 'url' in database.address ? { DATABASE_URL: database.address.url, SECRET: 'contract-suite-secret-of-32-characters' } : {}
  const ports = { PORT: String(port), PAYMENT_SANDBOX_PORT: String(sandboxPort), MAILBOX_PORT: String(mailboxPort) }
  const env = { ...process.env, ...address, NODE_ENV: 'production', ...ports, DATA_DIR: dataFolder, LOG_LEVEL: 'warn', TRUST_PROXY: 'true' }
  const child = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url))], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await untilReady(child)
  const withDatabase = async <Value>(work: (db: ReturnType<typeof openDatabase>) => Promise<Value>): Promise<Value> => {
    const embedded = database ? undefined : await startDatabase({ folder: join(dataFolder, 'postgres') })
    const db = openDatabase(database?.address ?? embedded!.address, { size: 2 })
    try {
      return await work(db)
    } finally {
      await db.destroy()
      await embedded?.stop()
    }
  }
  return {
    origin,
    pay: async (redirectUrl, { refusesRefunds } = {}) => {
      const body = new URLSearchParams(refusesRefunds ? { card: '4000 0000 0000 7726' } : { scenario: 'pay' })
      const paid = await fetch(redirectUrl, { method: 'POST', body, redirect: 'manual' })
      if (paid.status !== 303) throw new Error(`the sandbox answered ${paid.status}`)
    },
    mailTo: untilMailed,
    openWaitingRoom: async (performance, { gathersAt, opensAt, rate, isOfProduction }) => {
      const order = [
        ...(isOfProduction === undefined ? [] : [isOfProduction ? '--production' : '--performance']),
        '--gathers',
        gathersAt.toISOString(),
        '--opens',
        opensAt.toISOString(),
        '--rate',
        String(rate),
      ]
      await run(process.execPath, [fileURLToPath(new URL('cli/waiting-room.ts', import.meta.url)), performance, ...order], { env })
    },
    reserveFor: (email, instance, seats) => withDatabase((db) => reserveSomeSeats(db, email, instance, seats)),
    winnerLinkToken: (number) =>
      withDatabase(async (db) => {
        const token = randomBytes(32).toString('base64url')
        const { id } = await db.selectFrom('reservation').select('id').where('number', '=', number).executeTakeFirstOrThrow()
        await db
          .insertInto('reservation_link')
          .values({ reservation_id: id, token_hash: linkTokenHash(token), basket_id: null })
          .execute()
        return token
      }),
    close: async () => {
      try {
        const entries = await withDatabase(readPersonalAudit)
        if (entries.length > 0) throw new Error(`audit entries with personal data:\n${entries.join('\n')}`)
      } finally {
        const exit = once(child, 'exit')
        child.kill('SIGTERM')
        await exit
        await database?.drop()
        await rm(dataFolder, { recursive: true, force: true })
      }
    },
  }
})

/** Reads the audit entries that contain a full name, an email address, a phone number or an address of a customer. */
async function readPersonalAudit(db: ReturnType<typeof openDatabase>): Promise<string[]> {
  const personal = await sql<{ text: string }>`
    select unnest(array[email, phone, first_name || ' ' || last_name]) as text from customer
    union select unnest(array[line1, postcode]) from address
    union select first_name || ' ' || last_name from household_member`.execute(db)
  const texts = personal.rows.map(({ text }) => text.toLowerCase()).filter((text) => text.length > 4)
  if (texts.length < 50) throw new Error(`the suite left only ${texts.length} names and addresses of customers`)
  const entries = await db.selectFrom('audit').select(['actor', 'subject', 'subject_id', 'verb', 'detail']).execute()
  return entries.map((entry) => JSON.stringify(entry)).filter((entry) => texts.some((text) => entry.toLowerCase().includes(text)))
}

/** Waits for a mail in the development mailbox, and returns the text part of the newest that matches. */
async function untilMailed(address: string, pattern: RegExp): Promise<string> {
  const mailbox = `http://localhost:${mailboxPort}`
  return until(`a mail to ${address} that matches ${pattern}`, async () => {
    const mails = (await (await fetch(`${mailbox}/letters`)).json()) as { id: string; to: string }[]
    for (const { id } of mails.filter(({ to }) => to === address)) {
      const { text } = (await (await fetch(`${mailbox}/letters/${id}`)).json()) as { text: string }
      if (pattern.test(text)) return text
    }
    return undefined
  })
}

async function untilReady(child: ChildProcess): Promise<void> {
  const isReady = (): Promise<boolean> => {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    return fetch(`${origin}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
  }
  await until('a server that is ready', isReady, { timeout: timeLimit(100_000) }).catch((error: unknown) => {
    // A test run ends only with its last process.
    child.kill()
    throw error
  })
}

/** Reserves seats for a customer as the box office does, at full price and for one day. @returns the order number */
async function reserveSomeSeats(
  db: ReturnType<typeof openDatabase>,
  email: string,
  performance: string,
  seats: readonly string[],
): Promise<string> {
  const catalogue = createCatalogue(db)
  const performanceDetails = (await catalogue.performanceDetails(performance))!
  const [hall, priceTable] = await Promise.all([
    catalogue.hall(performanceDetails.hall, performanceDetails.planVersion),
    catalogue.priceTable(performanceDetails.priceList),
  ])
  const customer = await db.selectFrom('customer').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const pricedSeats = seats.map((id) => {
    const seat = hall!.plan.indexOf(id)!
    const priced = priceSeat(priceTable, seat, 'full')
    if (!priced.ok) throw new Error(priced.error.code)
    return { performance, seat, priceType: 'full', ...priced.value }
  })
  const until = new Date(Date.now() + 86_400_000)
  const reserved = await reserveSeats(db, { customer: customer.id, seats: pricedSeats, until, note: '' }, { name: 'box office' })
  if (!reserved.ok) throw new Error(reserved.error.code)
  return reserved.value.number
}
