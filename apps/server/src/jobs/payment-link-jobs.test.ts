import { expect, it } from 'vitest'
import type { createMailer } from '#adapters/mail'
import { cancelPayment, settlePayment } from '#modules/payment'
import { cancelPaymentLink, takeBackPaymentLink } from '#modules/payment-link'
import { expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { money } from '@playhouse/domain/money'
import { claims, codeOf, codeVault, openLink, orders, payer, selling } from '../modules/payment-link/testing/test-link.ts'
import { gift, selling as sellingItems, vouchers } from '../modules/payment/testing/item-buyer.ts'
import { createPaymentLinkJobs } from './payment-link-jobs.ts'

type Mail = Parameters<ReturnType<typeof createMailer>['send']>[0]
type Link = Awaited<ReturnType<typeof openLink>>

/** Sends the queued letters about a cancelled link. */
async function sendLetters(theatre: TestTheatre, { shop }: Link): Promise<Mail[]> {
  const mails: Mail[] = []
  const jobs = createPaymentLinkJobs({ ...shop, codeVault, mailer: { send: async (mail: Mail) => void mails.push(mail) } })
  const queued = theatre.db.selectFrom('outbox').select(['id', 'payload']).where('topic', '=', 'mail.payment-link-cancelled')
  for (const { id, payload } of await queued.execute()) await jobs['mail.payment-link-cancelled'](payload as { link: string }, id)
  return mails
}
const startPayment = async ({ readToken, pay }: Link): Promise<string> => {
  const started = await pay(await readToken())
  if (!started.ok) throw new Error(started.error.code)
  return started.value.payment
}

it('tells the customer of a cancelled link what was cancelled, once', async () => {
  await using theatre = await openTestTheatre(selling)
  const link = await openLink(theatre)
  const { shop, id, actor, customer } = link
  expect(codeOf(await cancelPaymentLink(shop, id, actor))).toBe('ok')
  expect(codeOf(await cancelPaymentLink(shop, id, actor)), 'twice').toBe('payment-link-cancelled')
  const [letter, ...more] = await sendLetters(theatre, link)
  expect(more).toEqual([])
  expect(letter).toMatchObject({ to: customer.email, subject: expect.stringContaining('is cancelled') })
  expect(letter!.text).toContain('2 × ')
  expect(letter!.text, 'no link that can be paid').not.toContain('#pay=')
  await expectInvariants(theatre)
})

it('names the other items of a cancelled link, with tickets or without', async () => {
  for (const seats of [[], ['A.1', 'A.2']]) {
    await using theatre = await openTestTheatre((brand) => selling(sellingItems(brand)))
    const link = await openLink(theatre, seats, [gift(10_00), vouchers(25_00, 2)])
    expect(codeOf(await cancelPaymentLink(link.shop, link.id, link.actor))).toBe('ok')
    const [letter] = await sendLetters(theatre, link)
    expect(letter!.text).toContain('The stage fund')
    expect(letter!.text).toMatch(/2 × .*voucher/i)
    expect(letter!.text.includes('The Tempest'), 'a performance').toBe(seats.length > 0)
  }
})

it('sends no letter for a link that is taken back to the counter', async () => {
  await using theatre = await openTestTheatre(selling)
  const link = await openLink(theatre)
  expect(codeOf(await takeBackPaymentLink(link.shop, link.id, link.actor))).toBe('ok')
  expect(await sendLetters(theatre, link)).toEqual([])
})

it('sends no letter where late money has bought the booking before the letter is sent', async () => {
  await using theatre = await openTestTheatre(selling)
  const link = await openLink(theatre)
  const payment = await startPayment(link)
  await cancelPayment(link.shop, link.customer.id, payment, payer.actor)
  expect(codeOf(await cancelPaymentLink(link.shop, link.id, link.actor))).toBe('ok')
  await settlePayment(link.shop, payment, { status: 'succeeded', amount: money(90_00), currency: 'GBP' }, payer.actor)
  expect(await orders(theatre)).toHaveLength(1)
  expect(await sendLetters(theatre, link)).toEqual([])
  await expectInvariants(theatre)
})

it('sells once and sends no letter where a payment and the cancellation of its link are concurrent', async () => {
  for (const isPaidFirst of [true, false, true, false]) {
    await using theatre = await openTestTheatre(selling)
    const link = await openLink(theatre)
    const payment = await startPayment(link)
    const paid = { status: 'succeeded', amount: money(90_00), currency: 'GBP' } as const
    const settle = () => settlePayment(link.shop, payment, paid, payer.actor)
    const cancel = async () => codeOf(await cancelPaymentLink(link.shop, link.id, link.actor))
    const [cancelled] = isPaidFirst ? (await Promise.all([settle(), cancel()])).slice(1) : await Promise.all([cancel(), settle()])
    const sold = (await orders(theatre)).length
    const letters = await sendLetters(theatre, link)
    // Money that arrives after the cancellation buys the booking, because its seats are free.
    expect({ cancelled, sold, letters: letters.length }).toEqual({
      cancelled: expect.stringMatching(/^(ok|payment-link-paid)$/),
      sold: 1,
      letters: 0,
    })
    expect(await claims(theatre)).toEqual(['sold', 'sold'])
    await expectInvariants(theatre)
  }
})
