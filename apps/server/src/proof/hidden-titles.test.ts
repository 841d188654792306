import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { offeredForm } from '@playhouse/api-client/suite'
import type { PackageDefinition } from '@playhouse/domain/package'
import { money } from '@playhouse/domain/money'
import { type OutboxTopic, publish, type StoredPayloads, transact } from '#db'
import { readBrand } from '#modules/catalogue'
import { seedForms } from '#modules/form'
import { seedPackages } from '#modules/package'
import { saveProgramme } from '#modules/programme'
import { reserveSeats } from '#modules/reservation'
import { addRuns, customerOf, pdfStrings } from '#testing'
import { createOutboxHandlers, runOutbox } from '../jobs/index.ts'
import { startTestServer, type TestServer } from './test-server.ts'

// A mail never names a hidden production to a customer who may not see it. The customer who bought, reserved or asked about it may.

const event = 'school-play'
const instance = `${event}-0`
const title = 'Chalk and Thunder'
const actor = { name: 'test' }

type MailTopic = Extract<OutboxTopic, `mail.${string}`>
/**
 * What decides the text of a mail: the account, gift or payment of its addressee (`account`); what the addressee bought, reserved or entered
 * (`own`); a message to the staff of the theatre (`theatre`); or what the theatre offers, which depends on the programme (`offer`).
 */
type Source = 'account' | 'own' | 'theatre' | 'offer'
/** Every topic of a mail: one that is missing does not compile. A topic whose mail reads the programme is never `account`. */
const sources: Readonly<Record<MailTopic, Source>> = {
  'mail.ballot-lost': 'own',
  'mail.ballot-won': 'own',
  'mail.box-office-notice': 'theatre',
  'mail.day-seats-lost': 'own',
  'mail.day-seats-won': 'own',
  'mail.email-change': 'account',
  'mail.email-changed': 'account',
  'mail.evening-tomorrow': 'own',
  'mail.form-entry': 'theatre',
  'mail.form-received': 'own',
  'mail.gift-aid-declared': 'account',
  'mail.gift-membership': 'account',
  'mail.gift-voucher': 'account',
  'mail.group-changed': 'own',
  'mail.group-due': 'own',
  'mail.group-invoice': 'own',
  'mail.guest-orders': 'account',
  'mail.magic-link': 'account',
  'mail.mandate-active': 'account',
  'mail.mandate-ended': 'account',
  'mail.membership-claimed': 'account',
  'mail.membership-lapsed': 'account',
  'mail.membership-payment-link': 'account',
  'mail.membership-renewal-failed': 'account',
  'mail.membership-renewal-off': 'account',
  'mail.membership-renewed': 'account',
  'mail.membership-renewing': 'account',
  'mail.monthly-gift-changed': 'account',
  'mail.monthly-gift-ended': 'account',
  'mail.monthly-gift-failed': 'account',
  'mail.monthly-gift-link': 'account',
  'mail.monthly-gift-started': 'account',
  'mail.order-confirmed': 'own',
  'mail.order-failed': 'own',
  'mail.order-returned': 'own',
  'mail.parts-returned': 'own',
  'mail.password-changed': 'account',
  'mail.password-reset': 'account',
  'mail.payment-link': 'own',
  'mail.payment-link-cancelled': 'own',
  'mail.payment-link-expired': 'account',
  'mail.refund-made': 'own',
  'mail.reservation-ending': 'own',
  'mail.reserved-seats-moved': 'own',
  'mail.seats-moved': 'own',
  'mail.series-renewal': 'offer',
  'mail.voucher-printed': 'account',
  'mail.welcome': 'account',
}

const series = (id: string, name: string, performances: readonly string[]): PackageDefinition => ({
  ...{ package: id, kind: 'series', name: { text: name }, summary: { text: name }, saleFrom: null, saleUntil: null, bands: [] },
  groups: [
    {
      ...{ id: 'dates', name: { text: 'Dates' }, packages: [], least: 1, most: performances.length },
      parts: performances.map((part) => ({
        ...{ part, performances: [part] },
        production: part === instance ? event : 'the-tempest',
      })),
    },
  ],
  pricing: { kind: 'discount', steps: [{ performances: 1, basisPoints: 1_000 }] },
})
const schoolSeries = series('school-series', `${title}, twice`, [instance])

type Customer = Awaited<ReturnType<typeof customerOf>>
let front: TestServer
/** A customer who has not opened the programme, with an order of the public production, and one who has seats of the hidden one. */
let outsider: { readonly id: string; readonly email: string; readonly cookie: string }
let insider: Customer
const mails: { readonly to: string; readonly text: string }[] = []

beforeAll(async () => {
  const brooklyn = await readBrand(fileURLToPath(new URL('../../../../brands/brooklyn/', import.meta.url)))
  front = await startTestServer({ change: () => brooklyn })
  const { db, catalogue } = front.theatre
  const { id, cookie } = await front.owner()
  const { email } = await db.selectFrom('customer').select('email').where('id', '=', id).executeTakeFirstOrThrow()
  outsider = { id, email, cookie }
  insider = await customerOf(front.theatre)
  await addRuns(db, [event], 1)
  await sql`update production set data = jsonb_set(data, '{title}', to_jsonb(${title}::text)) where id = ${event}`.execute(db)
  await seedPackages(db, [schoolSeries, series('tempests', 'Tempests', ['tonight'])])
  await seedForms(db, [{ form: offeredForm, productions: [event, 'the-tempest'] }])
  await saveProgramme(
    db,
    { id: 'schools', name: { text: 'Schools' }, text: { text: 'For schools.' }, opensPriceTypes: [] },
    [{ code: 'CHALK-4417', lastName: null }],
    actor,
  )
  await hide(true)
  await sql`delete from outbox`.execute(db)
  await catalogue.refresh()
})
afterAll(() => front.close())
beforeEach(() => void mails.splice(0))

async function hide(isHidden: boolean): Promise<void> {
  await sql`update performance set programme_id = ${isHidden ? 'schools' : null} where id = ${instance}`.execute(front.theatre.db)
  await front.theatre.catalogue.refresh()
}

/** The topics that the tests have sent. */
const tried = new Set<string>()
const send = <Topic extends MailTopic>(topic: Topic, payload: StoredPayloads[Topic]): Promise<unknown> => {
  tried.add(topic)
  return transact(front.theatre.db, (trx) =>
    publish(trx, topic as 'mail.welcome', crypto.randomUUID(), payload as StoredPayloads['mail.welcome']),
  )
}

/** Sends the queued mails, and records each with the texts of its attachments. */
async function deliver(): Promise<void> {
  const failures: string[] = []
  const outbox = {
    db: front.theatre.db,
    handlers: createOutboxHandlers({
      ...front.shop,
      mailer: {
        send: async ({ to, subject, html, text, attachments }) => {
          const papers = attachments.flatMap(({ content }) => ['ActualText', 'Title', 'Alt'].flatMap((key) => pdfStrings(content, key)))
          mails.push({ to, text: [subject, html, text, ...papers].join('\n') })
        },
      },
    }),
    onFailure: (topic: string, error: unknown) => void failures.push(`${topic} ${String(error)}`),
    onDrop: () => undefined,
    isPermanent: () => false,
  }
  await runOutbox(outbox, 'mail')
  expect(failures).toEqual([])
}

/** Keeps a seat of a series for a customer until an hour from now. @returns the deadline as messages have it */
async function keepSeat(of: string, customer: string): Promise<string> {
  const { db } = front.theatre
  const until = new Date(Date.now() + 3_600_000)
  await sql`
    insert into series_renewal (series_id, former_id, until) values (${of}, 'tempests', ${until})
    on conflict (series_id) do update set until = excluded.until`.execute(db)
  await sql`insert into series_renewal_seat (series_id, customer_id, seat) values (${of}, ${customer}, 20) on conflict do nothing`.execute(
    db,
  )
  return until.toISOString()
}

it('names no hidden production in the mails about the account and the purchases of another customer', async () => {
  const { db } = front.theatre
  const { id: customer, email } = outsider
  const { id: order } = await db.selectFrom('customer_order').select('id').where('customer_id', '=', customer).executeTakeFirstOrThrow()
  const tickets = (await db.selectFrom('ticket').select('id').where('order_id', '=', order).execute()).map(({ id }) => id)
  for (const topic of ['mail.welcome', 'mail.password-changed', 'mail.guest-orders'] as const) await send(topic, { customer })
  await send('mail.password-reset', { email, locale: 'en' })
  await send('mail.magic-link', { email, locale: 'en', askedIn: 'a session' })
  await send('mail.email-changed', { customer, to: email })
  await send('mail.email-change', { customer, email, locale: 'en' })
  await send('mail.order-confirmed', { order })
  await send('mail.order-failed', { order })
  await send('mail.order-returned', { order, amount: 500, expiresOn: null })
  await send('mail.parts-returned', { order, tickets, items: [], expiresOn: null, origin: 500, credit: 0 })
  await send('mail.evening-tomorrow', { order, performance: 'tonight' })
  const from = { area: 'Circle', row: 'Z', number: '99' }
  await send('mail.seats-moved', { order, performance: 'tonight', seats: tickets.map((ticket) => ({ ticket, from })) })
  await send('mail.box-office-notice', { notice: 'disputed', order })
  await deliver()
  const own = mails.filter(({ to }) => to === email)
  expect(own.length).toBeGreaterThanOrEqual(9)
  // The reader of attachments finds the production that they name.
  expect(own.some(({ text }) => text.includes('The Tempest'))).toBe(true)
  expect(mails.filter(({ text }) => text.includes(title) || text.includes(event))).toEqual([])
})

it('names it in the mails of the customer who has seats of it, and in no others', async () => {
  const seats = [{ performance: instance, seat: 3, band: 'a' as const, priceType: 'full', price: money(40_00), fee: money(4_00) }]
  const until = new Date(Date.now() + 3_600_000)
  const reserved = await reserveSeats(front.theatre.db, { customer: insider.id, seats, until, note: '' }, actor)
  if (!reserved.ok) throw new Error(reserved.error.code)
  const { id: reservation } = await front.theatre.db
    .selectFrom('reservation')
    .select('id')
    .where('customer_id', '=', insider.id)
    .executeTakeFirstOrThrow()
  const [seat] = await front.theatre.db.selectFrom('reservation_ticket').select('id').where('reservation_id', '=', reservation).execute()
  const from = { area: 'Circle', row: 'Z', number: '99' }
  await send('mail.reservation-ending', { reservation })
  await send('mail.reserved-seats-moved', { reservation, performance: instance, seats: [{ reserved: seat!.id, from }] })
  await deliver()
  expect(mails.filter(({ text }) => text.includes(title)).map(({ to }) => to)).toEqual([insider.email, insider.email])
})

it('sends no confirmation of a form about it to a visitor who may not see it', async () => {
  const answers = { name: 'Ada', email: 'ada@example.org', people: '12', needs: ['lift'] }
  const ask = (performance: string) =>
    front.app.inject({
      ...{ method: 'POST', url: `/api/instances/${performance}/form`, payload: { key: crypto.randomUUID(), answers } },
      headers: { origin: front.shop.origin },
    })
  expect((await ask(instance)).statusCode).toBe(404)
  await ask('tonight')
  await deliver()
  expect(mails.map(({ to }) => to)).toContain(answers.email)
  expect(mails.filter(({ text }) => text.includes(title))).toEqual([])
})

it('neither mails nor lists kept seats of a series that is hidden from their holder, until it is shown', async () => {
  const until = await keepSeat(schoolSeries.package, outsider.id)
  const renewals = async (): Promise<string> =>
    (await front.app.inject({ url: '/api/me/series-renewals', headers: { cookie: outsider.cookie } })).body
  await send('mail.series-renewal', { series: schoolSeries.package, customer: outsider.id, until })
  await deliver()
  expect(mails).toEqual([])
  expect(await renewals()).toBe('{"renewals":[]}')
  await hide(false)
  await send('mail.series-renewal', { series: schoolSeries.package, customer: outsider.id, until })
  await deliver()
  expect(mails).toMatchObject([{ to: outsider.email, text: expect.stringContaining(schoolSeries.name.text) }])
  expect(await renewals()).toContain(schoolSeries.name.text)
  await hide(true)
})

it('has tried every mail that the offer of the theatre decides', () => {
  const offers = Object.entries(sources).filter(([, source]) => source === 'offer')
  expect(offers.map(([topic]) => topic).filter((topic) => !tried.has(topic))).toEqual([])
})
