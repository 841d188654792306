import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Locale } from '@playhouse/domain/brand'
import { createMailer } from '#adapters/mail'
import { createCatalogue } from '#modules/catalogue'
import { createOutboxHandlers } from './index.ts'
import { type TestServer, startTestServer } from '../proof/test-server.ts'

let front: TestServer
let folder: string
let order: string
beforeAll(async () => {
  front = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'reminders-'))
  const { id: customer } = await front.owner()
  const orders = front.theatre.db.selectFrom('customer_order').select('id').where('customer_id', '=', customer)
  order = (await orders.executeTakeFirstOrThrow()).id
})
afterAll(async () => {
  await front.close()
  await rm(folder, { recursive: true })
})

it('names the production in the language of the order', async () => {
  const { db } = front.theatre
  const { locale } = await db.selectFrom('customer_order').select('locale').where('id', '=', order).executeTakeFirstOrThrow()
  await sql`update production set translations = ${JSON.stringify({ de: { title: 'Der Nachtzug' } })}::jsonb`.execute(db)
  const mailFolder = await mkdtemp(join(tmpdir(), 'titles-'))
  const send = async (language: Locale): Promise<string> => {
    await db.updateTable('customer_order').set({ locale: language }).where('id', '=', order).execute()
    const mailer = createMailer({ folder: mailFolder, from: 'Box office <office@house.example>' })
    const handlers = createOutboxHandlers({ ...front.shop, catalogue: createCatalogue(db), mailer })
    const before = await readdir(mailFolder)
    await handlers['mail.order-confirmed']({ order }, `titles-${crypto.randomUUID()}`)
    const sent = (await readdir(mailFolder)).find((name) => !before.includes(name))
    return readFile(join(mailFolder, sent!, 'message.txt'), 'utf8')
  }
  expect(await send('de')).toContain('Der Nachtzug')
  expect(await send('es')).not.toContain('Der Nachtzug')
  await db.updateTable('customer_order').set({ locale }).where('id', '=', order).execute()
  await rm(mailFolder, { recursive: true })
})

it('names the former seats and the current ones of an order whose performance has another plan, and only those that differ', async () => {
  const { db } = front.theatre
  const mailFolder = await mkdtemp(join(tmpdir(), 'seats-'))
  const mailer = createMailer({ folder: mailFolder, from: 'Box office <office@house.example>' })
  const handlers = createOutboxHandlers({ ...front.shop, catalogue: createCatalogue(db), mailer })
  const tickets = await db.selectFrom('ticket').selectAll().where('order_id', '=', order).orderBy('seat').execute()
  const seats = tickets.map(({ id, area, row_label, number }) => ({ ticket: id, from: { area, row: row_label, number } }))
  const send = (moved: typeof seats) =>
    handlers['mail.seats-moved']({ order, performance: tickets[0]!.performance_id, seats: moved }, `seats-${crypto.randomUUID()}`)
  await send(seats)
  expect(await readdir(mailFolder), 'no seat differs').toEqual([])
  await send([{ ...seats[0]!, from: { area: 'Balcony', row: 'Z', number: '99' } }, ...seats.slice(1)])
  const [letter] = await readdir(mailFolder)
  const text = await readFile(join(mailFolder, letter!, 'message.txt'), 'utf8')
  expect(text).toContain('Balcony, row Z, seat 99')
  expect(text.match(/instead of/g)).toHaveLength(1)
  await rm(mailFolder, { recursive: true })
})

it('sends no reminder of a performance that was cancelled or has begun since the mail was queued', async () => {
  const mailer = createMailer({ folder, from: 'Box office <office@house.example>' })
  let mailCount = 0
  const remind = async (): Promise<boolean> => {
    const handlers = createOutboxHandlers({ ...front.shop, catalogue: createCatalogue(front.theatre.db), mailer })
    await handlers['mail.evening-tomorrow']({ order, performance: 'tonight' }, `reminder-${crypto.randomUUID()}`)
    const before = mailCount
    mailCount = (await readdir(folder)).length
    return mailCount > before
  }
  const change = (to: ReturnType<typeof sql>) => sql`update performance set ${to} where id = 'tonight'`.execute(front.theatre.db)
  expect(await remind()).toBe(true)
  await change(sql`sale = 'cancelled'`)
  expect(await remind(), 'cancelled').toBe(false)
  await change(sql`sale = 'on-sale', starts_at = now() - interval '1 hour'`)
  expect(await remind(), 'begun').toBe(false)
})

it('sends the confirmation without a PDF when every ticket was returned before', async () => {
  const { db } = front.theatre
  const mailer = createMailer({ folder, from: 'Box office <office@house.example>' })
  const handlers = createOutboxHandlers({ ...front.shop, catalogue: createCatalogue(db), mailer })
  await sql`update customer_order set delivery = jsonb_set(delivery, '{method}', '"print-at-home"') where id = ${order}`.execute(db)
  await sql`update ticket set returned_at = now() where order_id = ${order}`.execute(db)
  const count = async (): Promise<number> => (await readdir(folder)).length
  const before = await count()
  await handlers['mail.order-confirmed']({ order }, `confirmation-${crypto.randomUUID()}`)
  expect(await count()).toBe(before + 1)
})
