import { createHmac, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Buyer } from './buyer.ts'
import type { Fleet } from './fleet.ts'

/** The orders of a buyer, read from the database and not through the shop. */
export const ordersOf = ({ theatre: { db } }: Fleet, buyer: Buyer) =>
  db.selectFrom('customer_order').selectAll().where('customer_id', '=', buyer.customer!).execute()
export const attemptsOf = ({ theatre: { db } }: Fleet, buyer: Buyer) =>
  db.selectFrom('payment_attempt').selectAll().where('customer_id', '=', buyer.customer!).orderBy('created_at').execute()
export const stateOf = async (fleet: Fleet, buyer: Buyer): Promise<string | undefined> => (await attemptsOf(fleet, buyer)).at(-1)?.state

/** Returns the number of mails that were sent about an order. */
export async function mailsTo({ theatre: { db }, letters }: Fleet, order: string): Promise<number> {
  const messages = await db.selectFrom('outbox').select('id').where('topic', 'like', 'mail.%').where('key', '=', order).execute()
  const sentLetters = await letters()
  return messages.filter(({ id }) => sentLetters.includes(id)).length
}

/** Ends the leases of messages that killed processes had taken, instead of waiting a minute for their end. */
export async function endLeases({ theatre: { db } }: Fleet): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ available_at: sql<Date>`now()` })
    .where('done_at', 'is', null)
    .execute()
}

/** Makes the buyer's payment attempts older by so many seconds, instead of waiting. */
export async function advance({ theatre: { db } }: Fleet, buyer: Buyer, seconds: number): Promise<void> {
  await sql`
    update payment_attempt set created_at = created_at - make_interval(secs => ${seconds}), pay_until = pay_until - make_interval(secs => ${seconds}),
      ask_at = ask_at - make_interval(secs => ${seconds})
    where customer_id = ${buyer.customer!}`.execute(db)
}

/** A buyer who holds these seats and has everything filled in that a payment needs. */
export async function readyToPay(fleet: Fleet, ...seats: string[]): Promise<Buyer> {
  const buyer = await fleet.buyer()
  expect(await buyer.hold(...seats)).toMatchObject({ ok: true })
  await buyer.fillIn()
  return buyer
}

export async function versionOf(buyer: Buyer): Promise<number> {
  const basket = await buyer.client.basket.read()
  return basket.ok ? basket.value.version : -1
}

/** A payment session as the provider reports it. */
export async function sessionOf({ sandbox, secret }: Fleet, id: string): Promise<{ status: string; amount: number; refunded: number }> {
  const response = await fetch(`${sandbox.url}/sessions/${id}`, { headers: { authorization: `Bearer ${secret}` } })
  return (await response.json()) as { status: string; amount: number; refunded: number }
}

/** Sends a signed callback, as the provider does. Returns the status of the response. */
export async function callBack({ balancer, secret }: Fleet, event: Readonly<Record<string, unknown>>): Promise<number> {
  const body = JSON.stringify({ eventId: randomUUID(), at: new Date().toISOString(), account: 'playhouse-test', currency: 'GBP', ...event })
  const seconds = Math.floor(Date.now() / 1000)
  const signature = `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
  const response = await fetch(`${balancer.origin}/api/payments/sandbox/callback`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'playhouse-signature': signature },
    body,
  })
  await response.arrayBuffer()
  return response.status
}
