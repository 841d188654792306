import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { type KyselyPlugin, sql } from 'kysely'
import { pino } from 'pino'
import { contract, type Endpoint } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'
import type { Brand } from '@playhouse/domain/brand'
import { createPaymentProvider } from '#adapters/payment'
import { createHttp, type AppContext, type HttpOptions, logRequest } from '#http'
import { applyVoucher, openBasket, readBasket, setBilling, setNotes } from '#modules/basket'
import { addTickets } from '#modules/hold'
import { type PaymentProvider, startPayment } from '#modules/payment'
import { openWaitingRooms } from '#modules/queue'
import { beginSession } from '#modules/session'
import { type BotCheck, createThrottle } from '#modules/throttle'
import { createSecretVault } from '#modules/staff'
import { type CodeVault, issueVoucher } from '#modules/voucher'
import { customerOf, openTestTheatre } from '#testing'

/** Every call of the contract, so that tests of all calls include new ones. */
export const calls = Object.entries(contract).flatMap(([group, endpoints]) =>
  Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => ({ name: `${group}.${name}`, endpoint })),
)

const actor = { name: 'guest' }
const secret = 'a secret of the tests that is thirty-two long'
const address = { line1: '7 Hidden Lane', line2: '', line3: '', city: 'London', state: 'London', postcode: 'SE1 9PH', country: 'GB' }

type TestServerOptions = {
  readonly origin?: string
  /** Origin of the API where it is not that of the pages. */
  readonly apiOrigin?: string
  readonly otherCounter?: AppContext['otherCounter']
  readonly change?: (brand: Brand) => Brand
  /** Multiple of the usual rate limits. */
  readonly tries?: number
  readonly botCheck?: BotCheck
  /** The payment provider; if left out, one that is unreachable. */
  readonly provider?: PaymentProvider
  /** Sees every database statement and result. */
  readonly listener?: KyselyPlugin
  /** Settings of the deployment. */
  readonly http?: Partial<
    Pick<HttpOptions, 'trustProxy' | 'callingOrigins' | 'metricsToken' | 'shopFolder' | 'loadRenderer' | 'pageVersion' | 'shellDelayMs'>
  >
}

/** Starts the HTTP server in this process without a port, and records its log. */
export async function startTestServer({
  origin = 'http://localhost',
  apiOrigin,
  otherCounter,
  change = (brand: Brand) => brand,
  tries = 10_000,
  botCheck,
  provider: configuredProvider,
  listener,
  http = {},
}: TestServerOptions = {}) {
  const openResult = await openTestTheatre(change)
  const theatre = listener ? { ...openResult, db: openResult.db.withPlugin(listener) } : openResult
  const queue = await openWaitingRooms(theatre.db, { sessionIdleSeconds: 1_200 })
  const provider = configuredProvider ?? createPaymentProvider({ url: 'http://localhost:1', secret: 'secret of a provider never called' })
  const log: string[] = []
  const logger = pino(
    { level: 'trace', serializers: { req: logRequest } },
    new Writable({ write: (chunk, _encoding, done) => (log.push(String(chunk)), done()) }),
  )
  const codeVault = createSecretVault([secret], 'gift voucher code')
  const shop: AppContext & { readonly codeVault: CodeVault } = {
    ...theatre,
    codeVault,
    queue,
    provider,
    origin,
    apiOrigin,
    otherCounter,
    throttle: createThrottle(theatre.db, tries),
    botCheck,
  }
  const app = await createHttp(shop, {
    logger,
    trustProxy: true,
    secrets: [secret],
    paymentOrigin: 'http://localhost:1',
    shopFolder: fileURLToPath(new URL('nowhere/', import.meta.url)),
    brandFolder: fileURLToPath(new URL('../../../../brands/bridge/', import.meta.url)),
    ready: async () => true,
    ...http,
  })
  const cookieOf = async (customer: string, basket?: string): Promise<string> =>
    `${origin.startsWith('https:') ? '__Host-sid' : 'sid'}=${(await beginSession(theatre.db, { customer, basket })).secret}`
  return {
    theatre,
    shop,
    app,
    log,
    cookieOf,
    /** A customer with an order, an address, a payment and a basket with seats. */
    async owner() {
      const customer = await customerOf(theatre, `hidden-${Date.now()}@example.org`)
      await sql`update customer set first_name = 'Ottoline', last_name = 'Vanbrugh', phone = '02079460123' where id = ${customer.id}`.execute(
        theatre.db,
      )
      await theatre.db
        .insertInto('address')
        .values({ id: crypto.randomUUID(), customer_id: customer.id, is_primary: true, ...address })
        .execute()
      const fill = async (...seats: string[]): Promise<string> => {
        const basket = await openBasket(theatre.db, theatre.brand, { customer_id: customer.id })
        await addTickets(
          theatre,
          basket,
          actor,
          'tonight',
          seats.map((seat) => ({ seat: `stalls.${seat}`, priceType: 'full' })),
        )
        return basket
      }
      const paid = await fill('A.1', 'A.2')
      await setNotes(theatre, paid, actor, { order: '', access: '', termsAccepted: true })
      await setBilling(theatre, paid, actor, { firstName: 'Ottoline', lastName: 'Vanbrugh', phone: '', address })
      await issueVoucher(theatre.db, { amount: money(500_00), code: 'GIFT-OTTOLIN' }, actor)
      await applyVoucher(theatre, paid, actor, 'GIFT-OTTOLIN')
      const startResult = await startPayment(shop, customer, paid, (await readBasket(theatre, paid)).version, 'en', actor)
      if (!startResult.ok) throw new Error(startResult.error.code)
      const basket = await fill('A.5', 'A.6')
      return { id: customer.id, cookie: await cookieOf(customer.id, basket), basket }
    },
    async close() {
      await app.close()
      await queue.close()
      await theatre[Symbol.asyncDispose]()
    },
  }
}
export type TestServer = Awaited<ReturnType<typeof startTestServer>>

/** Columns by which requests refer to rows. */
const trackColumns = ['id', 'number', 'code', 'token', 'qr']
/** Tables that change by themselves, or record requests and not what a customer has. */
const volatileTables = new Set(['session', 'rate_limit', 'staff_session', 'network', 'queue_entry', 'seat_change'])

/** Returns every id, number, code and token of a customer's rows, in every table, new tables included. */
export async function namesOf({ theatre: { db } }: TestServer, customer: string): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string; by: string }>`
    select c.table_name as table, c.column_name as column, o.column_name as by
    from information_schema.columns c
    join information_schema.columns o on o.table_schema = c.table_schema and o.table_name = c.table_name
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
    where c.table_schema = current_schema() and c.column_name = any(${trackColumns}) and o.column_name in ('customer_id', 'order_id', 'basket_id')`.execute(
    db,
  )
  const owners = {
    customer_id: sql`select ${customer}::uuid`,
    order_id: sql`select id from customer_order where customer_id = ${customer}`,
    basket_id: sql`select id from basket where customer_id = ${customer}`,
  }
  const names = new Set([customer])
  for (const { table, column, by } of columns) {
    const { rows } = await sql<{ name: string | null }>`
      select ${sql.ref(column)}::text as name from ${sql.table(table)}
      where ${sql.ref(by)} in (${owners[by as keyof typeof owners]})`.execute(db)
    for (const { name } of rows) if (name) names.add(name)
  }
  return [...names]
}

/** Returns a hash of the rows of each table. */
export async function fingerprint({ theatre: { db } }: TestServer): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`.execute(
    db,
  )
  const prints: Record<string, string> = {}
  for (const { name } of tables.filter((table) => !volatileTables.has(table.name))) {
    const { rows } = await sql<{ print: string }>`
      select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as print from ${sql.table(name)} t`.execute(db)
    prints[name] = rows[0]!.print
  }
  return prints
}
