import type { Page } from '@playwright/test'
import { checkScreen } from '../support/check-screen.ts'
import { openShop, type Shop } from '../support/server.ts'
import { expect, test } from '../support/test.ts'

let kingston: Shop
test.beforeAll(async ({}, info) => {
  kingston = await openShop(info.parallelIndex * 10 + 6, { BRAND: 'kingston' })
})
test.afterAll(() => kingston.stop())

const password = 'Rehearse-10-Lines-27'
const address = { line1: '1 River Walk', line2: '', line3: '', city: 'Kingston', state: '', postcode: 'KT1 1AA', country: 'GB' }
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

test('a school’s programme opens by keyboard with the code for the name on the account, and to other visitors its performances do not exist @seats', async ({
  browser,
}) => {
  test.slow()
  const context = await browser.newContext({ baseURL: kingston.origin, locale: 'en-GB' })
  const page = await context.newPage()
  const send = async (path: string, data: unknown): Promise<void> => {
    const response = await page.request.post(`/api${path}`, { data, headers: { origin: kingston.origin } })
    expect(response.ok(), `${path} answers ${response.status()} ${await response.text()}`).toBe(true)
  }
  /** Signs in as a new customer of this last name. */
  const register = (lastName: string) =>
    send('/auth/register', {
      ...{ title: '', firstName: 'Ada', lastName, phone: '02079460000', marketing: false, address, password },
      email: `teacher${Date.now()}@audience.example`,
    })
  const field = page.getByLabel('Access code')
  const enter = async (code: string): Promise<void> => {
    await field.fill(code)
    await field.press('Enter')
  }
  try {
    await page.goto('/programmes/schools')
    await expect(page).toHaveURL(/\/login\?/)
    await register('Quill')
    await page.goto('/programmes/schools')
    await expect(heading(page, 'Schools’ performances')).toBeVisible()
    await field.press('Enter')
    await expect(page.getByText('Please enter the access code.').first()).toBeVisible()
    await expect(field).toBeFocused()
    await checkScreen(page, 'access code of a programme')
    // A wrong code, and the code of another person, have the same answer.
    for (const code of ['CHALK-0000', 'CHALK-4417']) {
      await enter(code)
      await expect(page.getByText("This access code isn't valid").first()).toBeVisible()
      await expect(field).toHaveValue(code)
    }
    await page.goto('/programmes/colleges')
    await enter('DEMO-COLLEGE')
    await expect(page.getByText('Nothing to book with this code yet').first()).toBeVisible()
    await page.goto('/programmes/never')
    await expect(heading(page, 'This page could not be found')).toBeVisible()
    await send('/auth/logout', {})

    await register('Malaprop Byrne')
    await page.goto('/programmes/schools')
    await enter('chalk 4417')
    await expect(page.getByRole('heading', { level: 2, name: 'Your performances' })).toBeFocused()
    await checkScreen(page, 'performances of a programme')
    const performance = page.getByRole('main').getByRole('link').first()
    const path = (await performance.getAttribute('href'))!
    await performance.press('Enter')
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(page.getByRole('link', { name: 'Choose seats on the map' })).toBeVisible()
    await send(`/instances/${path.split('/').at(-1)}/best-available`, { quantity: 2, together: true, priceType: 'school' })
    await page.goto('/basket')
    await expect(page.getByText('School').first()).toBeVisible()
    await send('/auth/logout', {})
    await page.goto(path)
    await expect(heading(page, 'Sorry, we could not find this performance')).toBeVisible()

    // A performance for members, to a visitor without that membership.
    const { instances } = await (await page.request.get('/api/events/the-signalman')).json()
    const details = await Promise.all(
      instances.map(async ({ id }: { id: string }) => (await page.request.get(`/api/instances/${id}`)).json()),
    )
    const restricted = details.find(({ restrictedTo }) => restrictedTo.length > 0)
    await page.goto(`/events/the-signalman/${restricted.id}`)
    await expect(page.getByRole('link', { name: 'Sign in' }).last()).toBeVisible()
    await expect(page.getByRole('main').getByText('Young Friend').first()).toBeVisible()
    await checkScreen(page, 'performance for members')
    await kingston.expectInvariants()
  } finally {
    await context.close()
  }
})
