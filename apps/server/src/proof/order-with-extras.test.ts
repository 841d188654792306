import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { expect, onTestFinished, test } from 'vitest'
import { type ApiClient, createClient } from '@playhouse/api-client/client'
import type { InstanceSummary, ItemToAdd } from '@playhouse/api-client/contract'
import { fetchWithCookies } from '@playhouse/api-client/suite'
import { money } from '@playhouse/domain/money'
import type { Result } from '@playhouse/domain/result'
import { bookable } from '@playhouse/domain/season'
import { colleagues, knownPassword } from '@playhouse/fixtures'
import { timeLimit } from '@playhouse/testing/time-limit'
import { until } from '@playhouse/testing/until'
import { freePort } from '#adapters/payment/testing'
import { openDatabase, startDatabase } from '#db'
import { expectInvariants, pdfStrings } from '#testing'
import { ServerProcess } from './fleet/server-process.ts'

const address = { line1: '1 Clattern Quay', line2: '', line3: '', city: 'Kingston', state: '', postcode: 'KT1 1ZZ', country: 'GB' }
const billing = { firstName: 'Ada', lastName: 'Quill', phone: '02079460000', address }
const dayMs = 86_400_000

function value<Value>(result: Result<Value, unknown>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

/** The server of kingston with the season and the products of the fixtures, its payment sandbox and its mailbox. */
async function openKingston() {
  const dataFolder = await mkdtemp(join(tmpdir(), 'ph-extras-'))
  const [port, sandboxPort, mailboxPort] = [await freePort(), await freePort(), await freePort()]
  const server = new ServerProcess(port, {
    ...{ BRAND: 'kingston', DATA_DIR: dataFolder, LOG_LEVEL: 'warn', TRUST_PROXY: 'true' },
    ...{ PAYMENT_SANDBOX_PORT: String(sandboxPort), MAILBOX_PORT: String(mailboxPort) },
  })
  onTestFinished(async () => {
    await server.stop()
    await rm(dataFolder, { recursive: true, force: true })
  })
  await server.start()
  const mailbox = `http://localhost:${mailboxPort}`
  return {
    client: () => createClient(server.origin, fetchWithCookies()),
    /** The text of the mail to an address with a word in its subject, without line breaks. */
    mailTo: (email: string, subject: string): Promise<string> =>
      until(`a mail to ${email} about ${subject}`, async () => {
        const letters = (await (await fetch(`${mailbox}/letters`)).json()) as { id: string; to: string; subject: string }[]
        const letter = letters.find((each) => each.to === email && each.subject.includes(subject))
        if (!letter) return undefined
        const { text } = (await (await fetch(`${mailbox}/letters/${letter.id}`)).json()) as { text: string }
        return text.replaceAll(/\s+/g, ' ')
      }),
    async expectInvariants() {
      const embedded = await startDatabase({ folder: join(dataFolder, 'postgres') })
      const db = openDatabase(embedded.address, { size: 1 })
      await expectInvariants({ db }).finally(async () => {
        await db.destroy()
        await embedded.stop()
      })
    },
  }
}

/** A performance with free seats that starts in more than a day, so that its dinner can still be ordered and cancelled. */
async function findPerformance(client: ApiClient): Promise<InstanceSummary> {
  for (const { id } of value(await client.catalogue.events()).events)
    for (const instance of value(await client.catalogue.event({ params: { event: id } })).instances) {
      if (!bookable(instance.availability) || instance.seatsLeft < 10 || Date.parse(instance.startsAt) < Date.now() + dayMs) continue
      if (!value(await client.catalogue.prices({ params: { instance: instance.id } })).seatBlocks) return instance
    }
  throw new Error('no performance has 10 seats left')
}

/** Pays for the basket in the sandbox. @returns the number of the order */
async function pay(client: ApiClient): Promise<string> {
  value(await client.basket.setNotes({ body: { order: '', access: '', termsAccepted: true } }))
  const { version } = value(await client.basket.setBilling({ body: billing }))
  const { payment, redirectUrl } = value(await client.checkout.start({ body: { version } }))
  await fetch(redirectUrl!, { method: 'POST', body: new URLSearchParams({ scenario: 'pay' }), redirect: 'manual' })
  const order = await until('an order', async () => value(await client.checkout.status({ params: { payment } })).order ?? undefined)
  return order.number
}

const dinnerFor = (instance: string, note: string): ItemToAdd => ({
  ...{ kind: 'food', instance, menu: 'river-room-dinner', guests: 2, point: 'river-room', note },
  choices: [
    { course: 'starter', product: 'leek-soup', count: 2 },
    { course: 'main', product: 'squash-risotto', count: 1 },
    { course: 'main', product: 'sirloin', count: 1 },
    { course: 'dessert', product: 'treacle-tart', count: 2 },
  ],
})
/** Dinner, a programme, parking and a poster by post. */
const extrasFor = (instance: string, note: string): ItemToAdd[] => [
  dinnerFor(instance, note),
  { kind: 'product', product: 'evening-programme', variant: 'one', quantity: 1, instance },
  { kind: 'product', product: 'riverside-parking', variant: 'car', quantity: 1, instance },
  { kind: 'product', product: 'swan-uppers-poster', variant: 'a3', quantity: 1, delivery: 'post' },
]

test(
  'sells tickets, dinner, a programme, parking and a poster by post in one order, refunds the dinner alone, and adds to the order later',
  { timeout: timeLimit(120_000) },
  async () => {
    const kingston = await openKingston()
    const [client, staff] = [kingston.client(), kingston.client()]
    const email = `extras-${Date.now()}@example.org`
    const manager = colleagues.find(({ role }) => role === 'manager')!
    value(await staff.staff.signIn({ body: { email: manager.email, password: knownPassword } }))
    const code = new TOTP({ secret: Secret.fromBase32(manager.secret!) }).generate()
    value(await staff.staff.prove({ body: { code } }))
    const { id: instance } = await findPerformance(client)
    const kitchenOrders = async (): Promise<string[]> =>
      value(await staff.food.kitchen({ params: { instance } })).orders.map((order) => order.number)
    const person = { title: '', firstName: 'Ada', lastName: 'Quill', phone: '02079460000' }
    value(await client.auth.register({ body: { ...person, email, password: 'Rehearse-10-Lines-27', address, marketing: false } }))

    value(await client.seats.bestAvailable({ params: { instance }, body: { quantity: 2, together: true } }))
    for (const body of extrasFor(instance, 'One without nuts')) value(await client.basket.addItem({ body }))
    const { items, tickets, totals } = value(await client.basket.setDelivery({ body: { method: 'print-at-home', address } }))
    expect(items.map(({ amount, fee }) => [amount, fee])).toEqual([
      [74_00, 3_00],
      [5_00, 0],
      [8_00, 50],
      [12_00, 0],
    ])
    expect(totals.delivery).toBe(3_95)
    expect(totals.total).toBe(tickets.reduce((sum, { price }) => sum + price, 74_00 + 5_00 + 8_00 + 12_00 + 3_95))

    const number = await pay(client)
    const params = { number }
    const order = value(await client.me.order({ params }))
    expect(order).toMatchObject({
      ...{ state: 'confirmed', tickets: [{ instance }, { instance }], delivery: { address }, totals: { total: totals.total } },
      items: [
        {
          ...{ kind: 'food', name: 'Dinner in the River Room', quantity: 2, amount: 74_00, performance: instance },
          detail: { pointName: 'The River Room', courses: [{ name: 'Starter' }, { name: 'Main course' }, { name: 'Dessert' }] },
        },
        { name: 'Programme of the performance', performance: instance },
        { name: 'Riverside car park, Car', performance: instance },
        { name: 'Poster: The Swan Uppers, A3', detail: { delivery: 'post', postage: 3_95 } },
      ],
    })
    const names = [
      'Dinner in the River Room, for 2 people',
      'Programme of the performance',
      'Riverside car park, Car',
      'Poster: The Swan Uppers, A3',
    ]
    const dishes = 'Main course: 1 × Squash risotto, 1 × Sirloin of beef'
    const mail = await kingston.mailTo(email, number)
    for (const text of [...names, dishes, '2 × Leek and potato soup', '1 Clattern Quay, Kingston, KT1 1ZZ', '£74.00', '£3.95'])
      expect(mail).toContain(text)
    expect(mail, 'health data').not.toContain('without nuts')
    const receipt = pdfStrings(value(await client.me.receipt({ params })), 'ActualText').join('\n')
    for (const text of [...names, dishes, '£74.00', '£3.95', '£12.00']) expect(receipt).toContain(text)
    expect(receipt).not.toContain('without nuts')
    const sold = value(await staff.afterSale.order({ params }))
    expect(sold).toMatchObject({ customer: { email }, order: { items: order.items, delivery: { address } }, left: totals.total })
    expect(value(await staff.food.kitchen({ params: { instance } })).orders).toMatchObject([
      {
        ...{ number, customer: 'Ada Quill', menuName: 'Dinner in the River Room', guests: 2, note: 'One without nuts', servedBefore: 105 },
        courses: [
          { dishes: [{ name: 'Leek and potato soup', count: 2 }] },
          {
            dishes: [
              { name: 'Squash risotto', count: 1 },
              { name: 'Sirloin of beef', count: 1 },
            ],
          },
          { dishes: [{ name: 'Treacle tart', count: 2 }] },
        ],
      },
    ])

    const offer = value(await client.me.returnOffer({ params }))
    const dinner = order.items[0]!.id
    expect(offer.items.find(({ id }) => id === dinner)).toMatchObject({ value: 74_00, refusal: null })
    const returned = value(await client.me.returnParts({ params, body: { tickets: [], items: [dinner], value: money(74_00) } }))
    expect(returned).toMatchObject({ origin: 74_00, credit: 0, purses: 0 })
    expect(value(await client.me.order({ params }))).toMatchObject({
      ...{ state: 'confirmed', refunded: 74_00, tickets: [{}, {}], delivery: { address } },
      items: order.items.map(({ id }) => ({ id, isReturned: id === dinner })),
    })
    expect(await kitchenOrders()).toEqual([])
    const sentRefunds = () => staff.afterSale.order({ params }).then((result) => value(result).refunds)
    await until('the refund of the dinner', async () => (await sentRefunds()).every(({ state }) => state === 'made'))
    expect(await sentRefunds()).toMatchObject([{ amount: 74_00, means: 'card' }])

    value(await client.me.startAddOns({ params, body: {} }))
    for (const body of extrasFor(instance, '')) value(await client.basket.addItem({ body }))
    expect(value(await client.basket.setDelivery({ body: { method: 'print-at-home', address } }))).toMatchObject({
      ...{ addsTo: { order: number, performances: [{ instance, tickets: 2 }] }, totals: { total: 102_95 } },
    })
    const addOn = `${number}-2`
    expect(await pay(client)).toBe(addOn)
    expect(value(await client.me.order({ params }))).toMatchObject({
      ...{ state: 'confirmed', refunded: 74_00, totals: order.totals },
      addOns: [
        { number: addOn, state: 'confirmed', total: 102_95, items: [{ quantity: 2 }, { quantity: 1 }, { quantity: 1 }, { quantity: 1 }] },
      ],
    })
    expect(await kitchenOrders()).toEqual([addOn])
    const addOnMail = await kingston.mailTo(email, addOn)
    for (const text of [number, ...names, '£102.95', '£3.95']) expect(addOnMail).toContain(text)
    const addOnReceipt = pdfStrings(value(await client.me.receipt({ params: { number: addOn } })), 'ActualText').join('\n')
    for (const text of [...names, '£102.95', '£3.95']) expect(addOnReceipt).toContain(text)
    expect(value(await staff.afterSale.order({ params: { number: addOn } })).order).toMatchObject({ addsTo: number, tickets: [] })
    await kingston.expectInvariants()
  },
)
