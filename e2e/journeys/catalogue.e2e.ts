import type { Locator, Page } from '@playwright/test'
import { checkScreen } from '../support/check-screen.ts'
import { findStaffUser, signInAtCounter, unusedCodeOf } from '../support/counter.ts'
import { openShop, type Shop } from '../support/server.ts'
import { expect, test } from '../support/test.ts'

let shop: Shop
test.beforeAll(async ({}, info) => {
  shop = await openShop(info.parallelIndex * 10 + 6, { BRAND: 'kingston' })
})
test.afterAll(() => shop.stop())

const programmer = findStaffUser(({ role }) => role === 'programmer')

/** Saves the form, with a new code of the second factor where it is asked for. */
async function save(page: Page, heading: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click()
  const code = page.locator('#fresh-code')
  const done = page.getByRole('heading', { level: 1, name: heading })
  await expect(code.or(done)).toBeVisible()
  if (await code.isVisible()) {
    await code.fill(await unusedCodeOf(programmer.secret!, shop.origin))
    await page.keyboard.press('Enter')
  }
  await expect(done).toBeVisible()
}

test('a programmer creates a membership level, a visitor finds it, and the programmer withdraws it', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: shop.origin, locale: 'en-GB' })
  const visit = await browser.newContext({ baseURL: shop.origin, locale: 'en-GB' })
  const [page, visitor] = [await context.newPage(), await visit.newPage()]
  try {
    await signInAtCounter(page, programmer)
    await page.getByRole('link', { name: 'Catalogue', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Funds' })).toBeVisible()
    await checkScreen(page, 'the catalogue')
    await page.getByRole('link', { name: 'Membership levels' }).click()
    await expect(page.getByRole('link', { name: 'Benefactor' })).toBeVisible()
    await checkScreen(page, 'membership levels')

    await page.getByRole('link', { name: 'New membership level' }).click()
    await expect(page.getByLabel('Name', { exact: true })).toBeVisible()
    await checkScreen(page, 'a new membership level')
    await page.getByLabel('Name', { exact: true }).fill('Patron')
    await page.getByLabel('In a sentence').fill('You pay for one performance a year.')
    await page.getByLabel('What members get').fill('Your name in the foyer\nAn evening with the company')
    await page.getByText('It is sold. Without this').click()
    await page.getByLabel('Price').fill('250')
    await page.getByLabel('Length in months').fill('500')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByLabel('Length in months')).toBeFocused()
    await page.getByLabel('Length in months').fill('12')
    await save(page, 'Patron')
    await checkScreen(page, 'a membership level')

    const onSite = (path: string) => async (): Promise<boolean> => {
      await visitor.goto(path)
      return visitor.getByText('You pay for one performance a year.').isVisible()
    }
    await expect.poll(onSite('/contributions/memberships')).toBe(true)
    await visitor
      .getByRole('link', { name: /Patron/ })
      .first()
      .click()
    await expect(visitor.getByText('£250')).toBeVisible()

    await page.getByRole('button', { name: 'Withdraw it' }).click()
    await expect(page.getByRole('button', { name: 'Offer it again' })).toBeVisible()
    await expect.poll(onSite('/contributions/memberships')).toBe(false)
    await page.getByRole('link', { name: 'Changes' }).click()
    await expect(page.getByRole('rowheader', { name: /Withdrawn from the catalogue: Patron/ })).toBeVisible()
  } finally {
    await Promise.all([context.close(), visit.close()])
  }
})

test('a programmer creates a product for two performances, and a visitor finds it with them', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: shop.origin, locale: 'en-GB' })
  const visit = await browser.newContext({ baseURL: shop.origin, locale: 'en-GB' })
  const [page, visitor] = [await context.newPage(), await visit.newPage()]
  try {
    await signInAtCounter(page, programmer)
    await page.getByRole('link', { name: 'Catalogue', exact: true }).click()
    await page.getByRole('link', { name: 'Products' }).click()
    await page.getByRole('link', { name: 'New product' }).click()
    await page.getByRole('button', { name: /Kind/ }).click()
    await page.getByRole('listbox').getByRole('option').first().click()
    await page.getByLabel('Name', { exact: true }).first().fill('Rehearsal photographs')
    await page.getByText('Only for a performance', { exact: true }).click()
    await page.getByRole('button', { name: 'Add to: Variants' }).click()
    const variant = page.getByRole('group', { name: 'Variants: 1' })
    await variant.getByLabel('Short name').fill('set')
    await variant.getByLabel('Price', { exact: true }).fill('8')
    await variant.getByLabel('Fee within the price').fill('0')
    await page.getByLabel(/^Most in one order/).fill('4')
    await page.getByText('At the performance, with your order number').click()
    await save(page, 'Rehearsal photographs')

    const section = page.getByRole('region', { name: 'Performances it is sold for' })
    await expect(section.getByText('It is sold for no performance yet.')).toBeVisible()
    await section.getByRole('button', { name: /Production/ }).click()
    await page.getByRole('option', { name: 'The Duchess of Malfi' }).click()
    const boxes = section.getByRole('group', { name: /^Performances/ }).locator('label')
    await boxes.nth(0).click()
    await boxes.nth(1).click()
    await section.getByLabel(/^Price for these performances/).fill('6.50')
    await section.getByRole('button', { name: 'Sell it for these' }).click()
    await expect(section.getByText('2 performances')).toBeVisible()
    await expect(section.getByText(/£6.50, 0 sold, 0 in baskets$/)).toHaveCount(2)
    await checkScreen(page, 'a product with its performances')

    await expect
      .poll(async () => {
        await visitor.goto('/aux/merchandise/rehearsal-photographs')
        return visitor.getByRole('heading', { name: 'Rehearsal photographs' }).isVisible()
      })
      .toBe(true)
    await checkScreen(visitor, 'a product for performances')
    await visitor
      .getByRole('link', { name: /^The Duchess of Malfi, / })
      .first()
      .click()
    await expect(visitor.getByText('Rehearsal photographs').first()).toBeVisible()
    await expect(visitor.getByText('£6.50').first()).toBeVisible()
  } finally {
    await Promise.all([context.close(), visit.close()])
  }
})

test('a programmer opens a bar, serves a menu there and plans a sitting, and a visitor finds them at a performance', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: shop.origin, locale: 'en-GB' })
  const visit = await browser.newContext({ baseURL: shop.origin, locale: 'en-GB' })
  const [page, visitor] = [await context.newPage(), await visit.newPage()]
  /** Chooses what a search finds. The list closes when the page scrolls, and opens again for another text. */
  const choose = (field: Locator, text: string): Promise<void> =>
    expect(async () => {
      await field.fill('')
      await field.fill(text)
      await page.getByRole('listbox').getByRole('option', { name: text }).first().click({ timeout: 5_000 })
    }).toPass({ timeout: 50_000 })
  try {
    await signInAtCounter(page, programmer)
    await page.getByRole('link', { name: 'Catalogue', exact: true }).click()
    await page.getByRole('link', { name: 'Collection points' }).click()
    await page.getByRole('link', { name: 'New collection point' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Balcony bar')
    await page.getByLabel(/^Opens, in minutes/).fill('60')
    await checkScreen(page, 'a new collection point')
    await save(page, 'Balcony bar')
    await page.getByRole('link', { name: 'Catalogue', exact: true }).click()
    await page.getByRole('link', { name: 'Menus' }).click()
    await page.getByRole('link', { name: 'New menu' }).click()
    await page.getByLabel('Name', { exact: true }).first().fill('A late glass')
    await page.getByLabel('Price for each person').fill('6.50')
    await page.getByLabel('Fee within the price').fill('0')
    await page.getByRole('button', { name: 'Add to: Courses' }).click()
    const course = page.getByRole('group', { name: 'Courses: 1', exact: true })
    await course.getByLabel('Name of the course', { exact: true }).fill('Drinks')
    await course.getByRole('button', { name: 'Add to: Dishes' }).click()
    await choose(course.getByRole('combobox', { name: 'Dish' }), 'Elderflower pressé')
    await course.getByLabel('Supplement').fill('0')
    await page.getByRole('button', { name: 'Add to: Where and when' }).click()
    const serving = page.getByRole('group', { name: 'Where and when: 1', exact: true })
    await choose(serving.getByRole('combobox', { name: 'Collection point' }), 'Balcony bar')
    await serving.getByLabel(/^Served, in minutes/).fill('90')
    await serving.getByLabel(/^Last order/).fill('90')
    await checkScreen(page, 'a new menu')
    // It is served before the bar opens.
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(serving.getByLabel(/^Served, in minutes/)).toBeFocused()
    await serving.getByLabel(/^Served, in minutes/).fill('45')
    await save(page, 'A late glass')
    await checkScreen(page, 'a menu')

    await expect(async () => {
      await visitor.goto('/food-and-drink/the-duchess-of-malfi')
      await visitor.locator('main').getByRole('link').last().click()
      await expect(visitor.getByText('A late glass').first()).toBeVisible({ timeout: 3_000 })
    }).toPass({ timeout: 50_000 })
    await page.getByRole('button', { name: 'Withdraw it' }).click()
    await expect(page.getByRole('button', { name: 'Offer it again' })).toBeVisible()

    await page.getByRole('link', { name: 'Catalogue', exact: true }).click()
    await page.getByRole('link', { name: 'Restaurants' }).click()
    await page.getByRole('link', { name: 'The Green Room' }).click()
    await page.getByRole('button', { name: 'Add to: Sittings' }).click()
    const sitting = page.getByRole('group', { name: 'Sittings: 3', exact: true })
    await sitting.getByLabel(/^Begins, in minutes/).fill('105')
    await sitting.getByLabel(/^Length of stay/).fill('45')
    await sitting.getByLabel(/^Last booking/).fill('120')
    await sitting.getByLabel(/^People/).fill('8')
    await sitting.getByLabel(/^Price for each person/).fill('3')
    await sitting.getByRole('button', { name: 'Add to: Tables' }).click()
    await sitting.getByLabel(/^Places at a table/).fill('4')
    await sitting.getByLabel(/^Number of these tables/).fill('2')
    await sitting.getByLabel(/^Smallest party/).fill('1')
    await checkScreen(page, 'a restaurant')
    await page.getByRole('button', { name: 'Save' }).click()
    const instance = new URL(visitor.url()).pathname.split('/').at(-1)!
    await expect(async () => {
      await visitor.goto(`/events/the-duchess-of-malfi/${instance}`)
      await visitor.getByRole('button', { name: 'Book a table' }).click()
      await expect(visitor.getByRole('radio', { name: /£3\.00 a person/ })).toBeVisible({ timeout: 3_000 })
    }).toPass({ timeout: 50_000 })
    await expect(visitor.getByText('There is a lift, and a toilet for wheelchair users.').first()).toBeVisible()
  } finally {
    await Promise.all([context.close(), visit.close()])
  }
})

test('a programmer closes the shop for maintenance, and opens it again from a page of staff', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: shop.origin, locale: 'en-GB' })
  const visit = await browser.newContext({ baseURL: shop.origin, locale: 'en-GB' })
  const [page, visitor] = [await context.newPage(), await visit.newPage()]
  const inMinutes = (minutes: number): string =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London', dateStyle: 'short', timeStyle: 'short' })
      .format(Date.now() + minutes * 60_000)
      .replace(' ', 'T')
  const expectShop = (is: 'closed' | 'open'): Promise<void> =>
    expect(async () => {
      await visitor.goto(is === 'closed' ? '/' : '/maintenance')
      await expect(visitor).toHaveURL(is === 'closed' ? /\/maintenance$/ : /:\d+\/$/, { timeout: 1_000 })
    }).toPass()
  try {
    await signInAtCounter(page, programmer)
    await page.getByRole('link', { name: 'Catalogue', exact: true }).click()
    await page.getByRole('link', { name: 'Maintenance windows' }).click()
    await page.getByRole('link', { name: 'New maintenance window' }).click()
    await expect(page.getByLabel('What it is for')).toBeVisible()
    await checkScreen(page, 'a new maintenance window')
    await page.getByLabel('What it is for').fill('A new stage')
    await page.getByLabel('Closed from').fill(inMinutes(-2))
    await page.getByLabel('Closed until').fill(inMinutes(60))
    await save(page, 'A new stage')
    await expectShop('closed')
    // Staff reach their pages while the shop is closed.
    await page.reload()
    await page.getByRole('button', { name: 'End it' }).click()
    await expect(page.getByText('It is ended: it does not close the shop.')).toBeVisible()
    await checkScreen(page, 'a maintenance window that was ended')
    await expectShop('open')
  } finally {
    await Promise.all([context.close(), visit.close()])
  }
})

test('a programmer plans a waiting room, a visitor waits in it, and enters when it has ended', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: shop.origin, locale: 'en-GB' })
  const visit = await browser.newContext({ baseURL: shop.origin, locale: 'en-GB' })
  const [page, visitor] = [await context.newPage(), await visit.newPage()]
  try {
    await signInAtCounter(page, programmer)
    await page.getByRole('link', { name: 'Catalogue', exact: true }).click()
    await page.getByRole('link', { name: 'Waiting rooms' }).click()
    await page.getByRole('link', { name: 'New waiting room' }).click()
    const performanceField = page.getByRole('combobox', { name: 'Performance' })
    await expect(performanceField).toBeVisible()
    await checkScreen(page, 'a new waiting room')
    // The list closes when the page scrolls, as it may after the screen was checked.
    await expect(async () => {
      await performanceField.fill('malfi')
      await performanceField.fill('malfi duchess')
      await page.getByRole('listbox').getByRole('option').last().click({ timeout: 5_000 })
      await expect(performanceField).toHaveValue(/^The Duchess of Malfi, /, { timeout: 5_000 })
    }).toPass({ timeout: 50_000 })
    await page.getByLabel('Queue tickets from').fill('2020-05-01T09:00')
    await page.getByLabel('Visitors are admitted from').fill('2020-05-01T08:00')
    await page.getByLabel('Visitors a minute').fill('60')
    await page.getByLabel('Minutes to enter').fill('10')
    await page.getByText('Paused', { exact: true }).click()
    const code = page.locator('#fresh-code')
    await page.getByRole('button', { name: 'Save' }).click()
    const fault = page.getByText('This does not fit: please read the help above the field.')
    await expect(code.or(fault)).toBeVisible()
    if (await code.isVisible()) {
      await code.fill(await unusedCodeOf(programmer.secret!, shop.origin))
      await page.keyboard.press('Enter')
    }
    await expect(page.getByLabel('Queue tickets from')).toBeFocused()
    await page.getByLabel('Queue tickets from').fill('2020-05-01T07:00')
    await save(page, /^The Duchess of Malfi, /)
    await checkScreen(page, 'a waiting room')

    const performance = new URL(page.url()).pathname.split('/').at(-1)!
    const seats = `/events/the-duchess-of-malfi/${performance}`
    const state = async () => ((await (await visitor.request.get(`/api/queue/${performance}`)).json()) as { state: string }).state
    const waits = visitor.getByRole('heading', { level: 1, name: "You're in line" })
    await expect.poll(state).not.toBe('open')
    await visitor.goto(`${seats}/syos/all`)
    await expect(waits).toBeVisible()
    await page.getByRole('button', { name: 'End it' }).click()
    await expect(page.getByText('It has ended: every visitor can enter.')).toBeVisible()
    await expect.poll(state).toBe('open')
    await visitor.goto(`${seats}/syos/all`)
    // The last performance is in its priority period.
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(/The Duchess of Malfi|Priority booking/)
  } finally {
    await Promise.all([context.close(), visit.close()])
  }
})
