import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMailer, Undeliverable } from '#adapters/mail'
import { newId, outboxTopics, publish, transact } from '#db'
import { type TestServer, startTestServer } from '../proof/test-server.ts'
import { createOutboxHandlers, type OutboxDeps, runOutbox } from './index.ts'

let front: TestServer
let folder: string
let customer: string
let outbox: OutboxDeps
const failures: string[] = []
const dropped: string[] = []
const mails: { to: string; subject: string; attachments: number }[] = []

beforeAll(async () => {
  front = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'stored-messages-'))
  customer = (await front.owner()).id
  const mailer = createMailer({ folder, from: 'Box office <office@house.example>' })
  const recorder: typeof mailer = {
    send: async (mail) => {
      await mailer.send(mail)
      mails.push({ to: mail.to, subject: mail.subject, attachments: mail.attachments.length })
    },
  }
  outbox = {
    db: front.theatre.db,
    handlers: createOutboxHandlers({ ...front.shop, mailer: recorder }),
    onFailure: (topic, error) => failures.push(`${topic}: ${String(error)}`),
    onDrop: (topic) => dropped.push(topic),
    isPermanent: (error) => error instanceof Undeliverable,
  }
  await runBoth()
})
afterAll(async () => {
  await front.close()
  await rm(folder, { recursive: true })
})

async function runBoth(): Promise<void> {
  for (const list of [failures, dropped, mails]) list.splice(0)
  await runOutbox(outbox, 'mail')
  await runOutbox(outbox, 'rest')
}
/** A row as an earlier version wrote it. */
const store = (topic: string, payload: object) =>
  sql`insert into outbox (id, topic, key, payload) values (${newId()}, ${topic}, 'stored', ${JSON.stringify(payload)}::jsonb)`.execute(
    front.theatre.db,
  )
const waiting = () => front.theatre.db.selectFrom('outbox').select(['topic', 'last_error']).where('done_at', 'is', null).execute()

it('keeps the names of the topics that rows already carry', () => {
  expect(Object.keys(outboxTopics).toSorted()).toEqual([
    'ballot.seat-winner',
    'gift-membership.issue',
    'mail.ballot-lost',
    'mail.ballot-won',
    'mail.box-office-notice',
    'mail.day-seats-lost',
    'mail.day-seats-won',
    'mail.email-change',
    'mail.email-changed',
    'mail.evening-tomorrow',
    'mail.form-entry',
    'mail.form-received',
    'mail.gift-aid-declared',
    'mail.gift-membership',
    'mail.gift-voucher',
    'mail.group-changed',
    'mail.group-due',
    'mail.group-invoice',
    'mail.guest-orders',
    'mail.magic-link',
    'mail.mandate-active',
    'mail.mandate-ended',
    'mail.membership-claimed',
    'mail.membership-lapsed',
    'mail.membership-payment-link',
    'mail.membership-renewal-failed',
    'mail.membership-renewal-off',
    'mail.membership-renewed',
    'mail.membership-renewing',
    'mail.monthly-gift-changed',
    'mail.monthly-gift-ended',
    'mail.monthly-gift-failed',
    'mail.monthly-gift-link',
    'mail.monthly-gift-started',
    'mail.order-confirmed',
    'mail.order-failed',
    'mail.order-returned',
    'mail.parts-returned',
    'mail.password-changed',
    'mail.password-reset',
    'mail.payment-link',
    'mail.payment-link-cancelled',
    'mail.payment-link-expired',
    'mail.refund-made',
    'mail.reservation-ending',
    'mail.reserved-seats-moved',
    'mail.seats-moved',
    'mail.series-renewal',
    'mail.voucher-printed',
    'mail.welcome',
    'payment-link.issue',
    'payment.close',
    'payment.forget-card',
    'payment.forget-customer',
    'payment.refund',
    'payment.refund-unmatched',
    'reservation.lapsed',
    'voucher.issue',
  ])
})

it('processes rows that an earlier version wrote, with the payloads that it gave them', async () => {
  const { id: order, attempt_id: attempt } = await front.theatre.db
    .selectFrom('customer_order')
    .select(['id', 'attempt_id'])
    .where('customer_id', '=', customer)
    .executeTakeFirstOrThrow()
  const { email } = await front.theatre.db.selectFrom('customer').select('email').where('id', '=', customer).executeTakeFirstOrThrow()
  // A refund with the id of its attempt, as earlier versions stored it, which had no rows for refunds.
  await sql`insert into refund (id, attempt_id, order_id, amount, state, actor, reason, provider_refund, made_at)
    values (${attempt}, ${attempt}, ${order}, 500, 'made', 'test', 'test', 'sandbox-1', now())`.execute(front.theatre.db)
  await store('mail.refund-made', { attempt })
  await store('payment.refund', { attempt })
  await store('mail.order-confirmed', { order })
  await store('mail.order-returned', { order, amount: 500, expiresOn: '2030-01-31' })
  await store('mail.welcome', { customer })
  await store('mail.email-changed', { customer, to: 'before@example.org' })
  await store('mail.password-reset', { email, locale: 'en' })
  await store('payment.forget-card', { provider: 'another provider', token: 'card' })
  await store('reservation.lapsed', { reservation: newId() })
  await runBoth()
  expect(failures).toEqual([])
  expect(await waiting()).toEqual([])
  expect(mails.map(({ to }) => to).toSorted()).toEqual(['before@example.org', email, email, email, email, email])
  await sql`delete from refund`.execute(front.theatre.db)
})

it('retries a topic of a newer version later, and continues with the others', async () => {
  await store('mail.of-a-newer-version', {})
  await store('mail.welcome', { customer })
  await runBoth()
  expect(failures).toEqual(['mail.of-a-newer-version: Error: no handler for outbox topic mail.of-a-newer-version'])
  expect(mails).toHaveLength(1)
  expect(await waiting()).toEqual([{ topic: 'mail.of-a-newer-version', last_error: expect.stringContaining('no handler') }])
  await sql`delete from outbox where done_at is null`.execute(front.theatre.db)
})

it('drops reset and sign-in mails that waited for more than 15 minutes, and sends other mails at any age', async () => {
  const email = (await front.theatre.db.selectFrom('customer').select('email').where('id', '=', customer).executeTakeFirstOrThrow()).email
  await transact(front.theatre.db, async (trx) => {
    await publish(trx, 'mail.password-reset', email, { email, locale: 'en' })
    await publish(trx, 'mail.magic-link', email, { email, locale: 'en', askedIn: 'a session' })
    await publish(trx, 'mail.password-changed', customer, { customer })
  })
  const waited = (minutes: number) =>
    sql`update outbox set created_at = now() - make_interval(mins => ${minutes}) where done_at is null`.execute(front.theatre.db)
  await waited(16)
  await runBoth()
  expect(dropped.toSorted()).toEqual(['mail.magic-link', 'mail.password-reset'])
  expect(mails).toHaveLength(1)
  const recorded = await front.theatre.db
    .selectFrom('outbox')
    .select('topic')
    .where('last_error', 'like', 'dropped: older than 15 minutes')
    .execute()
  expect(recorded.map(({ topic }) => topic).toSorted()).toEqual(['mail.magic-link', 'mail.password-reset'])
  await transact(front.theatre.db, (trx) => publish(trx, 'mail.password-reset', email, { email, locale: 'en' }))
  await waited(14)
  await runBoth()
  expect([dropped, mails.length]).toEqual([[], 1])
})

it('closes a mail to an address that is not usable as undeliverable', async () => {
  await store('mail.email-changed', { customer, to: '' })
  await runBoth()
  expect(failures).toEqual([expect.stringContaining('Undeliverable')])
  expect(await waiting()).toEqual([])
})
