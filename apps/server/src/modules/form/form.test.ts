import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { offeredForm } from '@playhouse/api-client/suite'
import { createOutboxHandlers, runOutbox } from '../../jobs/index.ts'
import { applyRetention } from '#modules/retention'
import { startTestServer, type TestServer } from '../../proof/test-server.ts'
import { seedForms } from './index.ts'

let server: TestServer
const mails: { to: string; subject: string; text: string; replyTo?: string }[] = []
const instance = 'tonight'
const answers = { name: 'Ada', email: 'ada@example.org', people: '12', needs: ['lift'] }

beforeAll(async () => {
  server = await startTestServer({ tries: 1, change: (brand) => ({ ...brand, features: { ...brand.features, forms: true } }) })
  const productions = await server.theatre.db.selectFrom('production').select('id').execute()
  await seedForms(server.theatre.db, [{ form: offeredForm, productions: productions.map(({ id }) => id) }])
})
afterAll(() => server.close())

const send = (sent: object, address = '192.0.2.1') =>
  server.app.inject({
    ...{ method: 'POST', url: `/api/instances/${instance}/form`, remoteAddress: address, payload: { key: crypto.randomUUID(), ...sent } },
    headers: { origin: server.shop.origin },
  })
const deliver = async () => {
  mails.splice(0)
  await runOutbox(
    {
      db: server.theatre.db,
      handlers: createOutboxHandlers({ ...server.shop, mailer: { send: async (mail) => void mails.push(mail) } }),
      onFailure: (topic, error) => {
        throw new Error(topic, { cause: error })
      },
      onDrop: () => undefined,
      isPermanent: () => false,
    },
    'mail',
  )
}

describe('a form that is sent', () => {
  it('is mailed to the theatre with its answers, and confirmed to the sender without them', async () => {
    expect((await send({ answers: { ...answers, name: 'bad.example' } })).json()).toEqual({ sent: true })
    await deliver()
    const [toTheatre, toSender] = [mails.find(({ to }) => to !== answers.email), mails.find(({ to }) => to === answers.email)]
    expect(toTheatre).toMatchObject({ to: server.shop.brand.contact.email, replyTo: answers.email })
    expect(toTheatre!.text).toContain('bad.example')
    expect(toTheatre!.text).toContain('Lift')
    expect(toSender!.subject).toContain('Group enquiry')
    expect(toSender!.text).not.toContain('bad.example')
  })

  it('is mailed to the address of the form, if it has one', async () => {
    await sql`update form set mail_to = 'schools@example.org'`.execute(server.theatre.db)
    await send({ answers })
    await deliver()
    expect(mails.map(({ to }) => to).toSorted()).toEqual(['ada@example.org', 'schools@example.org'])
  })

  it('is stored, but confirmed to one address only a few times', async () => {
    const count = async () => (await server.theatre.db.selectFrom('form_entry').select('id').execute()).length
    const before = await count()
    for (let time = 0; time < 5; time++) await send({ answers: { ...answers, email: 'often@example.org' } }, `192.0.2.${10 + time}`)
    await deliver()
    expect(await count()).toBe(before + 5)
    expect(mails.filter(({ to }) => to === 'often@example.org').length).toBeLessThan(5)
  })

  it('is deleted after the days of the form', async () => {
    const { db } = server.theatre
    await sql`update form_entry set delete_at = now() - interval '1 second'`.execute(db)
    expect((await applyRetention(db)).get('entries of forms')).toBeGreaterThan(0)
    expect(await db.selectFrom('form_entry').select('id').execute()).toEqual([])
  })

  it('is refused after too many from one network', async () => {
    const statuses = new Set<number>()
    for (let time = 0; time < 21; time++) statuses.add((await send({ answers }, '198.51.100.9')).statusCode)
    expect([...statuses]).toEqual([200, 429])
  })
})

describe('a form that cannot be sent', () => {
  const read = () => server.app.inject({ url: `/api/instances/${instance}/form` })

  it('has the problem form-not-loaded where its definition cannot be read', async () => {
    await sql`update form set definition = jsonb_set(definition, '{fields,0,kind}', '"file"')`.execute(server.theatre.db)
    expect((await read()).json()).toMatchObject({ code: 'form-not-loaded', status: 503 })
    expect((await send({ answers })).json()).toMatchObject({ code: 'form-not-loaded' })
    await sql`update form set definition = ${JSON.stringify(offeredForm)}::jsonb`.execute(server.theatre.db)
    expect((await read()).statusCode).toBe(200)
  })

  it('has the problem page-not-found where the performance has none, or it is withdrawn', async () => {
    await sql`update form set withdrawn_at = now()`.execute(server.theatre.db)
    expect((await read()).json()).toMatchObject({ code: 'page-not-found' })
    await sql`update form set withdrawn_at = null`.execute(server.theatre.db)
  })

  it('is preceded by the form of the performance', async () => {
    const { db } = server.theatre
    const own = { ...offeredForm, form: 'school-enquiry' }
    await sql`insert into form (id, definition) values (${own.form}, ${JSON.stringify(own)}::jsonb)`.execute(db)
    await sql`insert into form_attachment (form_id, performance_id) values (${own.form}, ${instance})`.execute(db)
    expect((await read()).json()).toMatchObject({ form: { form: 'school-enquiry' } })
    await sql`delete from form where id = ${own.form}`.execute(db)
  })
})
