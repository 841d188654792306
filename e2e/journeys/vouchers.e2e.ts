import type { Page } from '@playwright/test'
import { startPayment } from '../support/buy.ts'
import { checkScreen } from '../support/check-screen.ts'
import { expectConfirmed, findPerformance, knownCustomer, payByCard, pickFromList, addToBasket } from '../support/journey.ts'
import { keysOf } from '../support/keys.ts'
import { readMail } from '../support/mailbox.ts'
import { openShop, type Shop } from '../support/server.ts'
import { expect, test } from '../support/test.ts'

let bridge: Shop
let brooklyn: Shop
test.beforeAll(async ({}, info) => {
  bridge = await openShop(info.parallelIndex * 10 + 3)
  brooklyn = await openShop(info.parallelIndex * 10 + 6, { BRAND: 'brooklyn' })
})
test.afterAll(() => Promise.all([bridge.stop(), brooklyn.stop()]))

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const home = { line1: '1 Globe Lane', line2: '', line3: '', city: 'London', state: 'London', postcode: 'SE1 9PH', country: 'GB' }

/** Signs the known customer in and completes the checkout up to the payment, by the API. */
async function completeCheckout(page: Page): Promise<void> {
  const call = async (method: string, path: string, data: unknown): Promise<void> => {
    const response = await page.request.fetch(`${bridge.origin}/api${path}`, { method, data, headers: { origin: bridge.origin } })
    expect(response.ok(), `${path}: ${response.status()} ${await response.text()}`).toBe(true)
  }
  await call('POST', '/auth/login', knownCustomer)
  await call('PUT', '/basket/billing', { firstName: 'Rosalind', lastName: 'Arden', phone: '020 7946 0101', address: home })
  await call('PUT', '/basket/notes', { order: '', access: '', termsAccepted: true })
}

test('by keyboard alone, buys a gift voucher, which pays for the tickets of another visitor to the last penny @money', async ({
  browser,
}) => {
  const buyer = await browser.newContext({ baseURL: bridge.origin, locale: 'en-GB' })
  const spender = await browser.newContext({ baseURL: bridge.origin, locale: 'en-GB' })
  const recipient = `orlando${Date.now()}@audience.example`
  try {
    const page = await buyer.newPage()
    const { tabTo } = keysOf(page)
    await page.goto('/gift-certificates?from=mail')
    await expect(page).toHaveURL(/\/gift-vouchers\?from=mail$/)
    await tabTo(/^Buy a gift voucher/)
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Buy a gift voucher')).toBeFocused()
    await tabTo(/^£10/)
    for (let card = 0; card < 5; card++) await page.keyboard.press('ArrowDown')
    await tabTo(/^Your amount/)
    await page.keyboard.type('9.99')
    await tabTo(/^Their e-mail address/)
    await page.keyboard.type(recipient)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: 'Enter an amount within the range.' })).toBeVisible()
    await checkScreen(page, 'purchase of a gift voucher, rejected')
    await page.getByLabel('Your amount').focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('200')
    await tabTo(/^To \(optional\)/)
    await page.keyboard.type('Orlando')
    await tabTo(/^From \(optional\)/)
    await page.keyboard.type('Rosalind')
    await tabTo(/^Message \(optional\)/)
    await page.keyboard.type('From the Forest of Arden')
    await tabTo(/^Add to basket/)
    await page.keyboard.press('Enter')
    await expect(heading(page, /^Your basket$/)).toBeFocused()
    await expect(page.getByRole('main')).toContainText(`By e-mail to ${recipient}`)
    await checkScreen(page, 'basket with a gift voucher alone')
    await completeCheckout(page)
    await page.goto('/checkout/payment')
    await page.getByRole('button', { name: /^Pay / }).click()
    await payByCard(page)
    await expect(heading(page, 'Thank you')).toBeVisible({ timeout: 30_000 })
    await page.goto('/account/your-orders')
    await expect(page.getByRole('main')).toContainText('Gift voucher')

    const mail = await readMail(page, bridge, recipient, /^Rosalind has given you a gift voucher/)
    expect(mail).toContain('From the Forest of Arden')
    const code = /[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{7}/.exec(mail)![0]
    const given = await spender.newPage()
    await given.goto('/gift-vouchers/balance')
    await given.getByLabel('Gift voucher code').fill(code.toLowerCase())
    await given.getByRole('button', { name: 'Check the balance' }).click()
    await expect(given.getByRole('main')).toContainText('£200.00')
    await expect(given.getByRole('main')).toContainText('Valid until')
    await given.goto(`/redeem-gift-voucher#code=${code}`)
    await given.getByRole('button', { name: 'Use this voucher' }).click()
    await expect(given.getByText('The code is ready for your basket.').first()).toBeVisible()
    const chosen = await findPerformance(given, 4)
    await pickFromList(given, chosen, 1)
    await addToBasket(given)
    await given.getByRole('button', { name: 'I have a gift voucher' }).click()
    await expect(given.getByRole('dialog').getByRole('textbox')).toHaveValue(code)
    await given.getByRole('button', { name: 'Use this voucher' }).click()
    await expect(given.getByRole('dialog')).toHaveCount(0)
    const { totals } = (await (await given.request.get('/api/basket')).json()) as { totals: { total: number; leftToPay: number } }
    expect(totals.leftToPay).toBe(0)
    await completeCheckout(given)
    await given.goto('/checkout/payment')
    await given.getByRole('button', { name: /^(Pay|Confirm|Place)/ }).click()
    await expectConfirmed(given, 1)
    const balance = await given.request.post('/api/vouchers/balance', { data: { code }, headers: { origin: bridge.origin } })
    expect(await balance.json()).toMatchObject({ balance: 200_00 - totals.total })
    await bridge.expectInvariants()
  } finally {
    await buyer.close()
    await spender.close()
  }
})

test('sells a gift certificate with a ticket and a donation under the word of its brand, and redirects the other with 308 @money @seats', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: brooklyn.origin, locale: 'en-US' })
  try {
    for (const page of ['', '/purchase', '/balance']) {
      const redirect = await context.request.get(`/gift-vouchers${page}`, { maxRedirects: 0 })
      expect([redirect.status(), redirect.headers()['location']]).toEqual([308, `/gift-certificates${page}`])
      expect((await context.request.get(`/gift-certificates${page}`)).status()).toBe(200)
    }
    const page = await context.newPage()
    await page.goto('/gift-certificates/purchase')
    await page.getByText('To print', { exact: true }).click()
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await expect(heading(page, /^Your cart$/)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Gift certificates', exact: true })).toContainText('Sent to you, to print')

    const send = async <Reply = unknown>(method: string, path: string, data?: object): Promise<Reply> => {
      const headers = { origin: brooklyn.origin }
      const response = await page.request.fetch(`${brooklyn.origin}/api${path}`, { method, ...(data && { data }), headers })
      expect(response.ok(), `${path}: ${response.status()} ${await response.text()}`).toBe(true)
      return (await response.json()) as Reply
    }
    const email = `walt${Date.now()}@audience.example`
    const walt = { firstName: 'Walt', lastName: 'Whitman', phone: '718 555 0142' }
    const address = { line1: '99 Ryerson Street', line2: '', line3: '', city: 'Brooklyn', state: 'NY', postcode: '11205', country: 'US' }
    await send('POST', '/auth/register', { email, password: 'Curtain-Call-26', title: '', ...walt, address, marketing: false })
    const gift = { fund: 'stage-door', appeal: null, amount: 20_00, recognitionName: null, isAnonymous: true, tributeName: null }
    await send('POST', '/basket/items', { kind: 'donation', ...gift })
    const { id } = await findPerformance(page, 2, 'stoop')
    await page.goto(await startPayment(page, brooklyn.origin, id))
    await payByCard(page)
    await expect(heading(page, 'See you at the theater')).toBeVisible({ timeout: 30_000 })
    const { orders } = await send<{ orders: { number: string }[] }>('GET', '/me/orders')
    const { number } = orders[0]!
    expect(await readMail(page, brooklyn, email, `Your gift certificate to print, order ${number}`)).toContain('$10')
    type Offer = { items: { id: string; value: number; refusal: string | null }[] }
    const { items } = await send<Offer>('GET', `/me/orders/${number}/returns`)
    const certificate = items.find(({ refusal }) => refusal === null)
    await send('POST', `/me/orders/${number}/returns`, { tickets: [], items: [certificate!.id], value: certificate!.value })
    await page.goto(`/account/your-orders/${number}`)
    for (const text of ['Gift certificate', 'Donation: The Stage Door Fund', 'Refunded: $10.00'])
      await expect(page.getByRole('main')).toContainText(text)
    await brooklyn.expectInvariants()
  } finally {
    await context.close()
  }
})
