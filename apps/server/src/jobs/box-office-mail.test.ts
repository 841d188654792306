import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { createMailer } from '#adapters/mail'
import type { StoredPayloads } from '#db'
import { type TestServer, startTestServer } from '../proof/test-server.ts'
import { createOutboxHandlers } from './index.ts'

type Mail = Parameters<ReturnType<typeof createMailer>['send']>[0]
let front: TestServer
let customer: string
beforeAll(async () => {
  front = await startTestServer()
  customer = (await front.owner()).id
})
afterAll(() => front.close())

/** The mails that are sent to the box office for one message. */
async function mailsFor(payload: StoredPayloads['mail.box-office-notice']): Promise<Mail[]> {
  const mails: Mail[] = []
  const mailer = { send: async (mail: Mail) => void mails.push(mail) }
  const id = randomUUID()
  await createOutboxHandlers({ ...front.shop, mailer })['mail.box-office-notice'](payload, id)
  for (const mail of mails) expect(mail).toMatchObject({ to: front.shop.brand.contact.email, messageId: id })
  return mails
}

it.each(['disputed', 'dispute-lost', 'refunded', 'part-refunded'] as const)(
  'sends the box office the number and a link of the order in a notice: %s',
  async (notice) => {
    const orders = front.theatre.db.selectFrom('customer_order').select(['id', 'number']).where('customer_id', '=', customer)
    const { id: order, number } = await orders.executeTakeFirstOrThrow()
    const [mail, ...otherMails] = await mailsFor(notice === 'part-refunded' ? { notice, order, amount: 12_34 } : { notice, order })
    expect(otherMails).toEqual([])
    expect(mail!.subject).toContain(number)
    expect(mail!.text).toContain(`/smart/orders/${number}`)
    if (notice === 'part-refunded') expect(mail!.text).toContain('£12.34')
  },
)

it.each([
  ['open', /pnpm payments/],
  ['refund-due', /is being sent back/],
] as const)('notifies the box office of an unmatched payment in the state %s', async (state, words) => {
  const session = `s-${randomUUID()}`
  const payment = { provider: 'test', session_id: session, amount: 45_67, currency: 'GBP', reason: 'unknown-attempt' } as const
  await front.theatre.db
    .insertInto('unmatched_payment')
    .values({ ...payment, state, attempt_id: null, deployment: null })
    .execute()
  const [mail] = await mailsFor({ notice: 'unmatched', provider: 'test', session })
  expect(mail!.subject).toContain('£45.67')
  expect(mail!.text.replaceAll(/\s+/g, ' ')).toMatch(words)
  expect(mail!.text).toContain(session)
})
