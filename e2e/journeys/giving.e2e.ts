import type { Page } from '@playwright/test'
import { checkScreen } from '../support/check-screen.ts'
import { keysOf } from '../support/keys.ts'
import { openShop, type Shop } from '../support/server.ts'
import { expect, test } from '../support/test.ts'

let kingston: Shop
test.beforeAll(async ({}, info) => {
  kingston = await openShop(info.parallelIndex * 10 + 3, { BRAND: 'kingston' })
})
test.afterAll(() => kingston.stop())

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

test('by keyboard alone, a visitor without tickets chooses a fund and an appeal, gives and changes the amount @money', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: kingston.origin, locale: 'en-GB' })
  const page = await context.newPage()
  const { tabTo } = keysOf(page)
  try {
    await page.goto('/')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Support us' }).press('Enter')
    await expect(heading(page, 'Support our work')).toBeFocused()
    await checkScreen(page, 'funds')
    await tabTo(/^Give to The Next Stage Fund/)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/contributions\/donations\/next-stage$/)
    await expect(heading(page, 'The Next Stage Fund')).toBeFocused()
    await tabTo(/^£10/)
    for (let card = 0; card < 3; card++) await page.keyboard.press('ArrowDown')
    await tabTo(/^Amount/)
    await page.keyboard.type('0.50')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: 'Enter an amount in the range we can take.' })).toBeVisible()
    await checkScreen(page, 'donation, rejected')
    await page.getByLabel('Amount', { exact: true }).focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('120')
    await tabTo(/^Where it is needed most/)
    await page.keyboard.press('ArrowDown')
    await tabTo(/^Name for our list of donors/)
    await page.keyboard.type('The Quill family')
    await tabTo(/^Add to your basket/)
    await page.keyboard.press('Enter')
    await expect(heading(page, /^Your basket$/)).toBeFocused()
    await expect(page.getByText('Donation: The Next Stage Fund').first()).toBeVisible()
    await expect(page.getByText('For: Free tickets for schools').first()).toBeVisible()
    await expect(page.getByText('Named as The Quill family in our list of donors').first()).toBeVisible()

    await page.goto('/contributions/donations/next-stage')
    await expect(page.getByText('Your donation of £120.00 is in your basket.')).toBeVisible()
    await page.getByText('£50.00', { exact: true }).click()
    await page.getByRole('button', { name: 'Change your donation' }).click()
    await expect(heading(page, /^Your basket$/)).toBeVisible()
    await expect(page.getByText('£50.00').first()).toBeVisible()
    await expect(page.getByText('£120.00')).toHaveCount(0)
    for (const topUp of [/^Cover the transaction fee: £0\.97$/, /^Round up by £0\.03 for The Next Stage Fund$/]) {
      await tabTo(topUp)
      await page.keyboard.press('Enter')
      await expect(heading(page, /^Your basket$/)).toBeFocused()
      await expect(page.getByRole('button', { name: topUp })).toHaveCount(0)
    }
    for (const note of ['Covers the transaction fee', 'Rounds up your order'])
      await expect(page.getByRole('main').getByText(note, { exact: true })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('£51.00')
    await kingston.expectInvariants()
  } finally {
    await context.close()
  }
})

test('a visitor chooses a monthly gift, signs in, gives by direct debit, changes the amount and stops', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: kingston.origin, locale: 'en-GB' })
  const page = await context.newPage()
  const dayField = page.getByRole('textbox', { name: 'Day of the month' })
  const isChosen = async () => {
    await expect(page.getByRole('radio', { name: '£25.00' })).toBeChecked()
    await expect(dayField).toHaveValue('15')
  }
  try {
    await page.goto('/contributions/donations/next-stage')
    await page.getByText('Every month', { exact: true }).click()
    await page.getByText('£25.00', { exact: true }).click()
    await dayField.fill('15')
    await page.keyboard.press('Tab')
    await expect(page.getByText(/^Sign in or create an account to give every month/)).toBeVisible()
    const name = { title: '', firstName: 'Ada', lastName: 'Quill', phone: '02079460000' }
    const address = { line1: '1 Globe Lane', line2: '', line3: '', city: 'London', state: '', postcode: 'SE1 9PH', country: 'GB' }
    const person = { email: `monthly-${Date.now()}@example.org`, password: 'Curtain-Call-26', ...name, address, marketing: false }
    expect(await page.request.post('/api/auth/register', { data: person, headers: { origin: kingston.origin } })).toBeOK()
    await page.goto('/contributions/donations/next-stage')
    await isChosen()
    await page.getByRole('link', { name: 'Payment cards and direct debits' }).click()
    await page.getByRole('button', { name: 'Set up a direct debit' }).press('Enter')
    await expect(page).toHaveURL(/\/mandate\//)
    const mandate = page.url()
    await page.getByRole('button', { name: 'Agree', exact: true }).press('Enter')
    await expect(page).toHaveURL(/\/order\/direct-debits\/verify\?mandate=/)
    const bank = await context.newPage()
    await bank.goto(mandate)
    await bank.getByRole('button', { name: 'The bank confirms it' }).press('Enter')
    await expect(bank.getByText('The direct debit is active.')).toBeVisible()
    await bank.close()
    await expect(page).toHaveURL(/\/order\/direct-debits\/confirmed\?mandate=/)
    await page.goto('/contributions/donations/next-stage')
    await isChosen()
    await expect(page.getByText(/^I agree that .* collects £25\.00 by direct debit .* day 15 of each month/)).toBeVisible()
    await checkScreen(page, 'monthly gift')
    await page.getByRole('button', { name: 'I agree, and give £25.00 every month' }).click()
    await expect(heading(page, 'Giving history')).toBeVisible()
    await expect(page.getByText('£25.00 on day 15 of each month')).toBeVisible()
    await page.getByRole('button', { name: /^Change the amount/ }).click()
    await page.getByLabel('Amount', { exact: true }).fill('30')
    await page.getByRole('button', { name: 'Save the amount' }).press('Enter')
    await expect(page.getByText('£30.00 on day 15 of each month')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save the amount' })).toBeFocused()
    await checkScreen(page, 'giving history, monthly gift')
    await page.getByRole('button', { name: 'Stop the gift to The Next Stage Fund' }).click()
    await expect(page.getByText('Your monthly gift has ended. Nothing more is collected.')).toBeVisible()
    await kingston.expectInvariants()
  } finally {
    await context.close()
  }
})

test('the server renders the pages of donations, each fund by its link, and none in a brand without donations', async ({
  request,
  shop,
}) => {
  const read = async (path: string, { origin }: { readonly origin: string } = kingston) => {
    const response = await request.get(`${origin}/contributions/donations${path}`, { headers: { 'accept-language': 'en-GB' } })
    return { status: response.status(), html: await response.text() }
  }
  const all = await read('')
  expect(all.status).toBe(200)
  for (const text of ['Support our work', 'The Next Stage Fund', 'The Corn Exchange Roof Appeal', 'Gift Aid'])
    expect(all.html).toContain(text)
  const fund = await read('/corn-exchange-roof')
  expect(fund.status).toBe(200)
  expect(fund.html).toContain('<title>The Corn Exchange Roof Appeal')
  expect(fund.html).toContain('pane by pane')
  for (const path of ['/Corn-exchange-roof', '/nothing', '/next-stage/more']) expect((await read(path)).status, path).toBe(404)
  for (const path of ['', '/next-stage']) expect((await read(path, shop)).status, `bridge ${path}`).toBe(404)
})
