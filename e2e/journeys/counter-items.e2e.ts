import type { Page } from '@playwright/test'
import { checkScreen } from '../support/check-screen.ts'
import { findStaffUser, signInAtCounter } from '../support/counter.ts'
import { arriveAtProvider, payByCard } from '../support/journey.ts'
import { keysOf } from '../support/keys.ts'
import { readMail } from '../support/mailbox.ts'
import { openShop, type Shop } from '../support/server.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

let kingston: Shop
test.beforeAll(async ({}, info) => {
  kingston = await openShop(info.parallelIndex * 10 + 3, { BRAND: 'kingston' })
})
test.afterAll(() => kingston.stop())

const codePattern = /\b[A-Z0-9]{4}-[A-Z0-9]{7}\b/
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** Opens the counter of the theatre that sells everything, with a manager at it. */
async function openCounter(page: Page): Promise<void> {
  await signInAtCounter(
    page,
    findStaffUser(({ role }) => role === 'manager'),
    `${kingston.origin}/smart/sell`,
  )
  await expect(heading(page, 'Sell other items')).toBeVisible()
}

test('sells a donation, a gift voucher and products by keyboard to a customer without a name, and prints the voucher @money', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: kingston.origin, locale: 'en-GB' })
  try {
    const page = await context.newPage()
    const { tabTo } = keysOf(page)
    await openCounter(page)
    await checkScreen(page, 'other items')
    const fund = page.getByRole('region', { name: 'Donations' }).getByRole('link').first()
    await fund.press('Enter')
    const amount = page.getByLabel('Amount')
    await expect(amount).toBeFocused()
    await checkScreen(page, 'a donation')
    await amount.focus()
    await page.keyboard.type('25')
    await page.keyboard.press('Enter')
    const pay = page.getByRole('button', { name: 'Take payment' })
    await expect(pay).toBeFocused()
    await page.getByRole('link', { name: 'Gift voucher', exact: true }).press('Enter')
    const value = page.getByLabel('Value of each')
    await expect(value).toBeFocused()
    await page.keyboard.type('30')
    await tabTo(/^To \(optional\)/)
    await page.keyboard.type('Orlando')
    await page.keyboard.press('Enter')
    await expect(pay).toBeFocused()
    await page.getByRole('link', { name: 'Find a product' }).press('Enter')
    const find = page.getByLabel('Name, kind or code')
    await expect(find).toBeFocused()
    await checkScreen(page, 'products at the counter')
    await find.focus()
    await page.keyboard.type('tote-bag')
    await page.keyboard.press('Enter')
    const pieces = page.getByRole('textbox', { name: 'How many' })
    await expect(page.getByRole('radio', { checked: true }).first(), 'the first choice has the focus').toBeFocused()
    await checkScreen(page, 'a product at the counter')
    await pieces.focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(pay).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Cash given')).toHaveValue('83.00')
    await page.keyboard.press('Enter')
    const print = page.getByRole('button', { name: 'Print the gift voucher' })
    await expect(print).toBeFocused()
    const [pdf] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/vouchers/print')),
      page.keyboard.press('Enter'),
    ])
    expect(pdf.headers()['content-type']).toBe('application/pdf')
    expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-')
    await expect(page.getByRole('button', { name: 'Next sale' })).toBeFocused()
    await expectAccessible(page, 'sold, with a printed voucher')
    await page.goto('/smart/takings')
    await expect(page.getByRole('row', { name: /^Gift vouchers/ })).toContainText('£30.00')
    await expect(page.getByRole('row', { name: /^Donations/ })).toContainText('£25.00')
    await checkScreen(page, 'sales report by kind')

    // A letter with a gift voucher, whose buyer pays the postage, by cheque.
    await page.goto('/smart/add-to-cart/gift-vouchers')
    await page.getByLabel('Value of each').fill('40')
    await page.getByRole('radio', { name: /^By post/ }).press('Space')
    await page.getByLabel('Address line 1').fill('1 Globe Lane')
    await page.getByLabel('City').fill('London')
    await page.getByLabel('Postcode').fill('SE1 9PH')
    await page.getByLabel('To', { exact: true }).fill('Celia')
    await page.keyboard.press('Enter')
    await expect(pay).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'To pay: £42.50' })).toBeVisible()
    const cheque = page.getByLabel('Number of the cheque')
    await cheque.fill('12')
    await cheque.press('Enter')
    await expect(page.getByText('Type it as in the example')).toBeVisible()
    await cheque.fill('000123')
    await cheque.press('Enter')
    const sold = page.getByRole('heading', { name: /^Sold: order / })
    await expect(sold).toBeVisible()
    const order = /[A-Z0-9]{8}/.exec((await sold.textContent())!)![0]
    await page.goto(`/smart/orders/${order}`)
    await expect(page.getByText('000123')).toBeVisible()
    await page.goto('/smart/vouchers')
    const letter = page.getByRole('row', { name: order })
    await expect(letter).toContainText('1 Globe Lane')
    const [sheet] = await Promise.all([
      page.waitForResponse((response) => /\/voucher-letters\/.*\/print$/.test(response.url())),
      letter.getByRole('button', { name: /^Print:/ }).press('Enter'),
    ])
    expect((await sheet.body()).subarray(0, 5).toString()).toBe('%PDF-')
    await letter.getByRole('button', { name: /^Mark as sent:/ }).press('Enter')
    await expect(letter).toHaveCount(0)
    await page.goto('/smart/takings')
    await expect(page.getByRole('columnheader', { name: 'Cheques in' })).toBeVisible()
    await kingston.expectInvariants()
  } finally {
    await context.close()
  }
})

test('replaces the code of a lost gift voucher, whose balance stays, tops it up and blocks it @money', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: kingston.origin, locale: 'en-GB' })
  const recipient = `silvius${Date.now()}@audience.example`
  try {
    const page = await context.newPage()
    await openCounter(page)
    await page.goto('/smart/add-to-cart/gift-vouchers')
    await page.getByLabel('Value of each').fill('30')
    await page.getByRole('radio', { name: 'By e-mail' }).press('Space')
    await checkScreen(page, 'a gift voucher to mail')
    await page.getByLabel('Value of each').fill('30')
    await page.getByRole('radio', { name: 'By e-mail' }).press('Space')
    await page.getByLabel('E-mail address of the recipient').fill(recipient)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Take payment' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Cash given')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: /^Sold: order / })).toBeVisible()
    const mailedCode = async (): Promise<string> => codePattern.exec(await readMail(page, kingston, recipient, /gift voucher/i))![0]
    const lost = await mailedCode()

    const find = async (code: string): Promise<void> => {
      await page.goto('/smart/vouchers')
      await expect(page.getByLabel('Code or order number')).toBeFocused()
      await page.keyboard.type(code)
      await page.keyboard.press('Enter')
    }
    await find(lost)
    await expect(heading(page, 'Gift voucher')).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: '£30.00' }).first()).toBeVisible()
    await checkScreen(page, 'a gift voucher')
    await page.getByRole('button', { name: 'Mail a new code', exact: true }).press('Enter')
    await expect(page.getByRole('row', { name: /new code mailed/ })).toBeVisible()
    await expect.poll(mailedCode, { timeout: 30_000 }).not.toBe(lost)
    const code = await mailedCode()
    await find(lost)
    await expect(page.getByText('Gift voucher not recognised')).toBeVisible()
    await expectAccessible(page, 'an old code')
    await find(code)
    await expect(page.getByRole('definition').filter({ hasText: '£30.00' }).first()).toBeVisible()
    await page.getByRole('form', { name: 'Top up this voucher' }).getByLabel('Amount').fill('20')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Take payment' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Cash given')).toHaveValue('20.00')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: /^Sold: order / })).toBeVisible()
    await find(code)
    await expect(page.getByRole('definition').filter({ hasText: '£50.00' })).toBeVisible()
    await expect(page.getByRole('row', { name: /topped up/ })).toContainText('£20.00')
    await page.getByLabel('Reason').fill('lost again')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('definition').filter({ hasText: /^blocked$/ })).toBeFocused()
    await expect(page.getByRole('button', { name: 'Unblock', exact: true })).toBeVisible()
    await kingston.expectInvariants()
  } finally {
    await context.close()
  }
})

test('sells to a customer on the telephone, who pays by the mailed link without an account @money', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: kingston.origin, locale: 'en-GB' })
  const caller = await browser.newContext({ baseURL: kingston.origin, locale: 'en-GB' })
  const email = `audrey${Date.now()}@audience.example`
  try {
    const page = await context.newPage()
    await openCounter(page)
    const registered = await page.request.post('/api/staff/customers', {
      data: { email, title: '', firstName: 'Audrey', lastName: 'Forest', phone: '' },
      headers: { origin: kingston.origin },
    })
    expect(registered.status()).toBe(200)
    const openDonation = async (): Promise<void> => {
      await page.goto('/smart/sell')
      await page.getByRole('region', { name: 'Donations' }).getByRole('link').first().press('Enter')
      await expect(page.getByLabel('Amount')).toBeFocused()
    }
    const addDonation = async (): Promise<void> => {
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: 'Take payment' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByLabel('Cash given')).toBeFocused()
    }
    await openDonation()
    await page.keyboard.type('40')
    await addDonation()
    await page.getByLabel('Reference of the invoice').fill('PO-20417')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: /^Sold: order / })).toBeVisible()
    await openDonation()
    await page.getByRole('checkbox', { name: 'The customer declares Gift Aid' }).press('Space')
    await expect(page.getByText('Read the text below to them')).toBeVisible()
    await expectAccessible(page, 'a donation with Gift Aid')
    await page.getByLabel('Amount').fill('25')
    await page.getByLabel('Address line 1').fill('1 Globe Lane')
    await page.getByLabel('City').fill('London')
    await page.getByLabel('Postcode').fill('SE1 9PH')
    await addDonation()
    await expectAccessible(page, 'a payment with a link')
    await page.getByRole('button', { name: 'Send a payment link' }).press('Enter')
    await expect(page.getByRole('status').filter({ hasText: `The link is on its way to ${email}` })).toBeFocused()
    await page.goto('/smart/payment-links')
    await expect(page.getByRole('row', { name: email })).toContainText('not paid yet')
    await checkScreen(page, 'payment links')

    const phone = await caller.newPage()
    const link = /http\S+#pay=\S+/.exec(await readMail(page, kingston, email, /please pay/))![0]
    await phone.goto(link)
    const pay = phone.getByRole('button', { name: 'Pay £25.00' })
    await expect(pay).toBeVisible()
    await checkScreen(phone, 'a payment link')
    await pay.press('Enter')
    await arriveAtProvider(phone)
    await payByCard(phone)
    await expect(phone.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible({ timeout: 30_000 })
    await expectAccessible(phone, 'a paid link')
    await readMail(page, kingston, email, /order/i)
    const confirmation = (await readMail(page, kingston, email, /Gift Aid declaration/)).replaceAll(/\s+/g, ' ')
    expect(confirmation).toContain('I am a UK taxpayer and want to Gift Aid my donations')
    expect(confirmation).toContain('Audrey Forest, 1 Globe Lane, London, SE1 9PH')
    await phone.goto('/order/payment-link')
    await phone.goto(link)
    await expect(phone.getByText(/^Order .* is paid$/)).toBeVisible()
    await page.reload()
    await expect(page.getByRole('row', { name: email }).getByRole('cell', { name: 'paid', exact: true })).toBeVisible()
    await expect(page.getByRole('row', { name: email }).getByRole('button')).toHaveCount(0)
    await page.goto('/smart/takings')
    const byLink = page.getByRole('region', { name: /^Paid by payment link: / })
    await expect(byLink.getByRole('columnheader', { name: 'Online payment' }).first()).toBeVisible()
    await expectAccessible(page, 'sales report with a payment link')
    await kingston.expectInvariants()
  } finally {
    await caller.close()
    await context.close()
  }
})
