import type { Page } from '@playwright/test'
import { checkScreen } from '../support/check-screen.ts'
import { findStaffUser, signInAtCounter } from '../support/counter.ts'
import { keysOf } from '../support/keys.ts'
import { expectFocusMoves } from '../support/overlays.ts'
import { readMail } from '../support/mailbox.ts'
import { openShop, type Shop } from '../support/server.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

let kingston: Shop
test.beforeAll(async ({}, info) => {
  kingston = await openShop(info.parallelIndex * 10 + 3, { BRAND: 'kingston' })
})
test.afterAll(() => kingston.stop())

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

test('by keyboard alone, a teacher sends a school enquiry, and the counter marks it as answered', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: kingston.origin, locale: 'en-GB' })
  const page = await context.newPage()
  const { tabTo } = keysOf(page)
  const email = `teacher${Date.now()}@audience.example`
  try {
    const { instances } = (await (await page.request.get('/api/events/the-duchess-of-malfi')).json()) as {
      instances: { id: string; availability: string }[]
    }
    const { id } = instances.find(({ availability }) => !['passed', 'cancelled'].includes(availability))!
    await page.goto(`/events/the-duchess-of-malfi/${id}`)
    await expectFocusMoves(page, 'Book a table', page.getByRole('button', { name: 'Book a table' }), () =>
      expectAccessible(page, 'tables of partners'),
    )
    await page.getByRole('link', { name: 'School enquiry' }).press('Enter')
    await expect(heading(page, 'School enquiry')).toBeFocused()
    await tabTo(/^Send$/)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: 'Your name: this is required.' })).toBeVisible()
    await checkScreen(page, 'form with faults')

    await page.getByLabel('Your name').focus()
    await page.keyboard.type('Ada Quill')
    await tabTo(/^School/)
    await page.keyboard.type('Tiffin School')
    await tabTo(/^Email address/)
    await page.keyboard.type(email)
    // What is typed survives a reload.
    await page.reload()
    await expect(page.getByLabel('Email address')).toHaveValue(email)
    await page.getByLabel('Phone number').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(page.getByRole('radio', { name: 'Under 11' })).toBeChecked()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('radio', { name: '11 to 15' })).toBeChecked()
    await tabTo(/^Number of pupils/)
    await page.keyboard.type('28')
    await tabTo(/^Number of adults/)
    await page.keyboard.type('3')
    await tabTo(/^Hearing assistance/)
    await page.keyboard.press('Space')
    await tabTo(/^The theatre may use/)
    await page.keyboard.press('Space')
    await checkScreen(page, 'form')
    await page.getByRole('button', { name: 'Send' }).press('Enter')
    await expect(page.getByText(`A confirmation goes to ${email}.`)).toBeVisible()
    await checkScreen(page, 'form that was sent')

    expect(await readMail(page, kingston, email, /School enquiry/)).toContain('The Duchess of Malfi')
    expect(await readMail(page, kingston, 'boxoffice@kingstonplayhouse.example', /School enquiry/)).toContain('Tiffin School')

    await signInAtCounter(
      page,
      findStaffUser(({ role }) => role === 'clerk'),
      '/smart/forms',
    )
    await expect(heading(page, 'Forms')).toBeVisible()
    const entry = page.getByRole('region', { name: /^School enquiry/ }).filter({ hasText: email })
    await expect(entry).toContainText('Hearing assistance')
    for (const nth of [0, 1]) await expectFocusMoves(page, `filter ${nth}`, page.locator('main [aria-haspopup=listbox]').nth(nth))
    await checkScreen(page, 'what was sent with forms')
    await entry.getByRole('button', { name: /^Mark as answered/ }).press('Enter')
    await expect(entry).toHaveCount(0)
    await expect(page.getByText(`The entry of ${email} is marked as answered.`).first()).toBeVisible()
  } finally {
    await context.close()
  }
})

test('the server renders the page of a form, and answers 404 where there is none', async ({ request, shop }) => {
  const read = async (event: string, origin: string) => {
    const { instances } = (await (await request.get(`${origin}/api/events/${event}`)).json()) as {
      instances: { id: string; availability: string }[]
    }
    const { id } = instances.find(({ availability }) => !['passed', 'cancelled'].includes(availability))!
    const response = await request.get(`${origin}/events/${event}/${id}/form`, { headers: { 'accept-language': 'en-GB' } })
    return { status: response.status(), html: await response.text() }
  }
  const form = await read('the-duchess-of-malfi', kingston.origin)
  expect(form.status).toBe(200)
  for (const text of ['School enquiry', 'Number of pupils', 'For teachers who want to bring a class.']) expect(form.html).toContain(text)
  const { events } = (await (await request.get(`${shop.origin}/api/events`)).json()) as { events: { id: string; next: object | null }[] }
  const without = events.find(({ next }) => next)
  expect((await read(without!.id, shop.origin)).status, 'a brand without forms').toBe(404)
})
