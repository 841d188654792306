import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMailer } from '#adapters/mail'
import { createCatalogue } from '#modules/catalogue'
import { createOutboxHandlers } from './index.ts'
import { type TestServer, startTestServer } from '../proof/front.ts'

let front: TestServer
let folder: string
beforeAll(async () => {
  front = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'reminders-'))
})
afterAll(async () => {
  await front.close()
  await rm(folder, { recursive: true })
})

it('sends no reminder of a performance that was cancelled or has begun since the mail was queued', async () => {
  const { id: customer } = await front.owner()
  const { id: order } = await front.theatre.db
    .selectFrom('customer_order')
    .select('id')
    .where('customer_id', '=', customer)
    .executeTakeFirstOrThrow()
  const mailer = createMailer({ folder, from: 'Box office <office@house.example>' })
  let sent = 0
  const remind = async (): Promise<boolean> => {
    const handlers = createOutboxHandlers({ ...front.shop, catalogue: createCatalogue(front.theatre.db), mailer })
    await handlers['mail.evening-tomorrow']({ order, performance: 'tonight' }, `reminder-${crypto.randomUUID()}`)
    const before = sent
    sent = (await readdir(folder)).length
    return sent > before
  }
  const change = (to: ReturnType<typeof sql>) => sql`update performance set ${to} where id = 'tonight'`.execute(front.theatre.db)
  expect(await remind()).toBe(true)
  await change(sql`sale = 'cancelled'`)
  expect(await remind(), 'cancelled').toBe(false)
  await change(sql`sale = 'on-sale', starts_at = now() - interval '1 hour'`)
  expect(await remind(), 'begun').toBe(false)
})
