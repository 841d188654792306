import { people } from '@playhouse/fixtures'
import type { APIRequestContext, Browser, BrowserContextOptions, Page } from '@playwright/test'
import { findStaffUser, unusedCodeOf } from '../support/counter.ts'
import { type Hands, keyboardOf, pointerOf } from '../support/hands.ts'
import { findPerformance, payByCard } from '../support/journey.ts'
import { keysOf } from '../support/keys.ts'
import { readMail } from '../support/mailbox.ts'
import { expectFocusMoves } from '../support/overlays.ts'
import { openShop, type Shop } from '../support/server.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

let kingston: Shop
/** A manager's session at the counter: a code of the second factor is valid once. */
let staff: APIRequestContext
test.beforeAll(async ({ playwright }, info) => {
  kingston = await openShop(info.parallelIndex * 10 + 3, { BRAND: 'kingston' })
  staff = await playwright.request.newContext({ baseURL: kingston.origin })
  const { email, password, secret } = findStaffUser(({ role }) => role === 'manager')
  await send(staff, 'POST', '/staff/sign-in', { email, password })
  await send(staff, 'POST', '/staff/second-factor', { code: await unusedCodeOf(secret!, kingston.origin) })
})
test.afterAll(async () => {
  await staff.dispose()
  await kingston.stop()
})

const play = 'three-men-in-a-boat'
const alone = people('kingston').filter(({ household }) => !household)
const newMember = alone.find(({ memberships }) => !memberships)!
/** A friend of the theatre, who becomes a benefactor. */
const friend = alone.find(({ memberships }) => memberships?.includes('advance'))!
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function send<Reply = unknown>(request: APIRequestContext, method: string, path: string, data?: object): Promise<Reply> {
  const response = await request.fetch(`${kingston.origin}/api${path}`, {
    method,
    ...(data && { data }),
    headers: { origin: kingston.origin },
  })
  expect(response.ok(), `${method} ${path}: ${response.status()} ${await response.text()}`).toBe(true)
  return (await response.json()) as Reply
}

/** What the visitor does on each step of the checkout, by its heading, before the next one. */
const answers: readonly (readonly [RegExp, (hands: Hands) => Promise<void>])[] = [
  [/^Become a member/, async () => {}],
  [/^Would you like to add something/, async () => {}],
  [/^You may also like/, (hands) => hands.choose(/^£50\.00/)],
  [/^Make your donation go further/, (hands) => hands.tick(/^I am a UK taxpayer/)],
  [/^Protect your tickets/, (hands) => hands.choose(/^Yes, protect my tickets/)],
  [/^Anything else/, (hands) => hands.type('Diets and allergies', 'No nuts')],
  [/^(How would you like|May we stay|Who is paying)/, async () => {}],
  [/^Check your order/, (hands) => hands.tick(/^I accept the terms/)],
]

/** Answers each step of the checkout up to the payment. @returns the headings that it passed */
async function walkCheckout(page: Page, hands: Hands): Promise<string[]> {
  const passed: string[] = []
  for (let step = 0; step < answers.length + 6; step++) {
    await expect(heading(page)).toBeFocused()
    const title = (await heading(page).textContent()) ?? ''
    await expectAccessible(page, `checkout of Kingston: ${title}`)
    if (title === 'Payment') return passed
    const answer = answers.find(([name]) => name.test(title))
    if (!answer) throw new Error(`no answer to the step “${title}”`)
    await answer[1](hands)
    await hands.press(/^Continue$/)
    await expect(heading(page)).not.toHaveText(title)
    passed.push(title)
  }
  throw new Error(`no end of the checkout after ${passed.join(', ')}`)
}

/** Adds a voucher by its page, and two tickets. */
async function fillBasket(page: Page, hands: Hands, nth: number): Promise<void> {
  await page.goto('/gift-vouchers/purchase')
  await expectAccessible(page, 'purchase of a voucher at Kingston')
  await hands.choose(/^To print/)
  await hands.press(/^Add to basket/)
  await expect(heading(page)).toHaveText('Your basket')
  const { id } = await findPerformance(page, nth, play)
  await send(page.request, 'POST', `/instances/${id}/best-available`, { quantity: 2, together: true })
  await page.goto('/checkout/basket')
  await expect(page.getByRole('main')).toContainText('Gift voucher')
  await expectAccessible(page, 'mixed basket at Kingston')
}

type Channel = {
  readonly name: string
  readonly context: BrowserContextOptions
  readonly hands: (page: Page) => Hands
  readonly who?: typeof friend
  /** Ids of the memberships that are bought, and the name of one. */
  readonly memberships: readonly string[]
  readonly level?: string
}
const channels: readonly Channel[] = [
  { name: 'a guest', context: {}, hands: (page) => pointerOf(page, 'click'), memberships: [] },
  {
    name: 'a customer',
    context: {},
    hands: (page) => pointerOf(page, 'click'),
    who: newMember,
    memberships: ['priority', 'advance', 'young-friend'],
    level: 'Friend',
  },
  { name: 'a customer by keyboard alone', context: {}, hands: keyboardOf, who: friend, memberships: ['priority'], level: 'Benefactor' },
  {
    name: 'a guest on a phone',
    context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    hands: (page) => pointerOf(page, 'tap'),
    memberships: [],
  },
]

for (const [nth, channel] of channels.entries())
  test(`${channel.name} buys a voucher, a donation with Gift Aid, refund protection and tickets, and gets a part back @money @seats`, async ({
    browser,
  }) => {
    test.slow()
    await buyMixed(browser, channel, nth)
    await kingston.expectInvariants()
  })

async function buyMixed(
  browser: Browser,
  { context: options, hands: handsOf, who, memberships, level }: Channel,
  nth: number,
): Promise<void> {
  const context = await browser.newContext({ baseURL: kingston.origin, locale: 'en-GB', ...options })
  const page = await context.newPage()
  const hands = handsOf(page)
  const email = who?.email ?? `jerome${nth}-${Date.now()}@audience.example`
  try {
    await page.goto('/')
    if (who) {
      await send(page.request, 'POST', '/auth/login', { email, password: who.password })
      await send(page.request, 'PATCH', '/me', { birth: { date: `${new Date().getUTCFullYear() - 20}-01-01` } })
      for (const membership of memberships) await send(page.request, 'POST', '/basket/items', { kind: 'membership', membership })
    }
    await fillBasket(page, hands, nth)
    await hands.press(/^Continue$/)
    if (!who) {
      await expect(page.getByLabel('Email address')).toBeVisible()
      await expectAccessible(page, 'account step at Kingston')
      for (const [label, text] of [
        ['Email address', email],
        ['First name', 'Jerome'],
        ['Last name', 'Harris'],
        ['Phone number', '020 7946 0600'],
      ] as const)
        await hands.type(label, text)
      await hands.press(/^Continue as a guest/)
      await expect(heading(page)).toHaveText(/^Would you like to add something/)
      const address = { line1: '3 Boat Lane', line2: '', line3: '', city: 'Kingston', state: 'Surrey', postcode: 'KT1 1ZZ', country: 'GB' }
      await send(page.request, 'PUT', '/basket/billing', { firstName: 'Jerome', lastName: 'Harris', phone: '020 7946 0600', address })
    }
    const passed = await walkCheckout(page, hands)
    expect(passed).toEqual(expect.arrayContaining([expect.stringMatching(/^Make your donation/), expect.stringMatching(/^Protect/)]))
    const { totals } = await send<{ totals: { total: number } }>(page.request, 'GET', '/basket')
    await hands.press(/^Pay £/)
    await expect(page.getByLabel('Card number')).toBeVisible()
    if (handsOf === keyboardOf) {
      await keysOf(page).tabTo(/^Card number/)
      await page.keyboard.type('4242424242424242')
      await page.keyboard.press('Enter')
    } else await payByCard(page)

    await expect(heading(page)).toHaveText('See you at the theatre', { timeout: 30_000 })
    await expectAccessible(page, 'mixed order at Kingston')
    const names = ['Gift voucher', 'Donation: The Next Stage Fund', 'Refund protection', ...(level ? [`Membership: ${level}`] : [])]
    for (const name of names) await expect(page.getByRole('listitem').filter({ hasText: name }).first()).toBeVisible()
    await expect(page.getByRole('img', { name: 'QR code to show at the door' })).toHaveCount(2)
    const number = /Order ([A-Z0-9]{8})/.exec((await page.getByRole('main').textContent()) ?? '')![1]!
    await expect(page.getByText('You told us: "No nuts"')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Make a claim' })).toHaveAttribute('href', new RegExp(`reference=${number}$`))
    const mail = await readMail(page, kingston, email, new RegExp(`^Your tickets.* order ${number}$`))
    for (const name of names) expect(mail).toContain(name)

    const refunded = await returnAtCounter(number)
    await page.goto(who ? `/account/your-orders/${number}` : page.url())
    for (const name of names) await expect(page.getByRole('main')).toContainText(name)
    await expect(page.getByRole('heading', { name: 'Returned tickets' })).toBeVisible()
    await expect(page.getByText(`Refunded: £${(refunded / 100).toFixed(2)}`)).toBeVisible()
    await expect(page.getByRole('img', { name: 'QR code to show at the door' })).toHaveCount(1)
    await expectAccessible(page, 'order at Kingston, returned in part')
    expect(refunded).toBeLessThan(totals.total)
    if (who) await returnVoucher(page, hands, refunded)
  } finally {
    await context.close()
  }
}

/** The customer returns the gift voucher of an order in their account. @param refunded minor units that were refunded before */
async function returnVoucher(page: Page, hands: Hands, refunded: number): Promise<void> {
  await hands.tick(/^Gift voucher · /)
  await expect(page.getByText('You get back £10.00.')).toBeVisible()
  await expectAccessible(page, 'choice of parts to return at Kingston')
  await expectFocusMoves(page, 'return parts', page.getByRole('button', { name: 'Return what I chose' }))
  await page.getByRole('button', { name: 'Return what I chose' }).press('Enter')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('£10.00 goes back to the card')
  await expectAccessible(page, 'return of parts at Kingston')
  await dialog.getByRole('button', { name: 'Return what I chose' }).press('Enter')
  await expect(page.getByText(/^Returned: £10\.00\./).first()).toBeVisible()
  await expect(page.getByText(`Refunded: £${((refunded + 10_00) / 100).toFixed(2)}`)).toBeVisible()
}

type Sold = {
  readonly worth: readonly { readonly ticket: string; readonly value: number }[]
  readonly itemWorth: readonly { readonly item: string; readonly value: number; readonly isAlone: boolean }[]
  readonly order: { readonly items: readonly { readonly id: string; readonly kind: string }[] }
}
/** Returns one ticket and the donation of an order at the counter. @returns what was refunded, in minor units */
async function returnAtCounter(number: string): Promise<number> {
  const { worth, itemWorth, order } = await send<Sold>(staff, 'GET', `/staff/orders/${number}`)
  const donation = order.items.find(({ kind }) => kind === 'donation')!.id
  const value = worth[0]!.value + itemWorth.find(({ item }) => item === donation)!.value
  const body = { tickets: [worth[0]!.ticket], items: [donation], to: 'origin', value, reason: 'cannot come' }
  await send(staff, 'POST', `/staff/orders/${number}/returns`, body)
  return value
}

test('the counter sells a voucher, a donation, refund protection and tickets in one sale, and returns a part @money @seats', async ({
  page,
}) => {
  await send(staff, 'POST', '/staff/acting-customer', { customer: null })
  await page.goto(kingston.origin)
  const { instances } = await send<{ instances: { id: string; availability: string }[] }>(page.request, 'GET', `/events/${play}`)
  const { id } = instances.find(({ availability }) => availability === 'get-tickets')!
  await send(staff, 'POST', `/staff/instances/${id}/best-available`, { wish: { quantity: 2, together: true } })
  const gift = { fund: 'next-stage', appeal: null, amount: 20_00, recognitionName: null, isAnonymous: true, tributeName: null }
  await send(staff, 'POST', '/staff/basket/items', { kind: 'donation', ...gift })
  await send(staff, 'POST', '/staff/basket/items', { kind: 'refund-protection' })
  const voucher = {
    value: 25_00,
    quantity: 1,
    delivery: 'email',
    to: '',
    from: '',
    message: '',
    email: 'harris@audience.example',
    sendOn: null,
  }
  const { basket } = await send<{ basket: { version: number; totals: { total: number } } }>(staff, 'POST', '/staff/basket/items', {
    kind: 'gift-voucher',
    ...voucher,
  })
  const sale = await send<{ order: string; total: number }>(staff, 'POST', '/staff/sales', {
    ...{ version: basket.version, way: 'cash', tendered: basket.totals.total, delivery: 'print' },
  })
  expect(sale.total).toBe(basket.totals.total)
  expect(await readMail(page, kingston, 'harris@audience.example', /gift voucher/)).toContain('£25')
  const refunded = await returnAtCounter(sale.order)
  const sold = await send<{ order: { refunded: number; returnedTickets: unknown[] } }>(staff, 'GET', `/staff/orders/${sale.order}`)
  expect(sold.order).toMatchObject({ refunded, returnedTickets: [{}] })
  await kingston.expectInvariants()
})
