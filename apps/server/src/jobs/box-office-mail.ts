import type { StoredPayloads } from '#db'
import { orderNotice, unmatchedNotice } from '#modules/mail'
import { readUnmatched } from '#modules/payment'
import { type Currency, money } from '@playhouse/domain/money'
import { type JobContext, mailJob, type OutboxHandlers, type PreparedMail } from './context.ts'

type Notice = StoredPayloads['mail.box-office-notice']

/** Mails to the brand's box office about payments that staff must handle, in the brand's language. */
export function createBoxOfficeMail({ brand, db, origin, mailer }: JobContext): OutboxHandlers<'mail.box-office-notice'> {
  const to = brand.contact.email
  const aboutOrder = async (payload: Exclude<Notice, { notice: 'unmatched' }>): Promise<PreparedMail | undefined> => {
    const order = await db.selectFrom('customer_order').select('number').where('id', '=', payload.order).executeTakeFirst()
    if (!order) return undefined
    const amount = 'amount' in payload ? money(payload.amount) : undefined
    const links = { order: `${origin}/smart/orders/${order.number}` }
    return { to, mail: await orderNotice({ brand, notice: payload.notice, number: order.number, amount, links }) }
  }
  const aboutUnmatched = async (payload: Extract<Notice, { notice: 'unmatched' }>): Promise<PreparedMail | undefined> => {
    const payment = await readUnmatched(db, payload)
    if (!payment) return undefined
    const { amount, currency, state } = payment
    const { provider, session } = payload
    const values = { amount: money(amount), currency: currency as Currency, provider, session, isOpen: state === 'open' }
    return { to, mail: await unmatchedNotice({ brand, ...values, links: { boxOffice: `${origin}/smart` } }) }
  }
  return {
    'mail.box-office-notice': mailJob(mailer, (payload) =>
      payload.notice === 'unmatched' ? aboutUnmatched(payload) : aboutOrder(payload),
    ),
  }
}
