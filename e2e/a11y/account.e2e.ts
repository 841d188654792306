import { knownPassword } from '@playhouse/fixtures'
import type { Page } from '@playwright/test'
import { knownCustomer } from '../support/journey.ts'
import { openNeutralScreen, moveTo } from '../support/navigation.ts'
import { checkScreen } from '../support/check-screen.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

const pages = {
  overview: 'Your account',
  'your-details': 'Your details',
  addresses: 'Addresses',
  'contact-preferences': 'Contact preferences',
  'your-orders': 'Your orders',
  memberships: 'Memberships',
  'account-credit': 'Account credit',
  'payment-cards': 'Payment cards',
  access: 'Access',
  'update-password': 'Update password',
  'giving-history': 'Giving history',
  'print-at-home-tickets': 'Print your tickets',
  'your-profile': 'Your profile',
  'your-ticket-subscriptions': 'Ticket subscriptions',
  'your-orders/the-bridge': 'Your orders at The Bridge',
  'custom/your-visit': 'Your visit',
  'custom/your-visit/food-and-drink': 'Your visit',
} as const

const signIn = async (page: Page, shop: { readonly origin: string }, email: string): Promise<void> => {
  const response = await page.request.post('/api/auth/login', {
    data: { email, password: knownPassword },
    headers: { origin: shop.origin },
  })
  expect(response.status()).toBe(200)
}

test('§9.10 §9.14 every account page is accessible, reflows at 320 px and has its own title', async ({ page, shop }) => {
  await signIn(page, shop, knownCustomer.email)
  await openNeutralScreen(page)
  for (const [path, name] of Object.entries(pages)) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await moveTo(page, `/account/${path}`)
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(`^${name}`))
    await checkScreen(page, path)
  }
  for (const off of ['culture-survey', 'gift-aid', 'gift-voucher-balance', 'custom/nothing', 'listings'])
    expect((await page.request.get(`/account/${off}`)).status(), off).toBe(404)
})

test('changes account details by keyboard, and announces what was saved', async ({ page, shop }) => {
  await signIn(page, shop, 'toby@audience.example')
  const status = page.locator('[data-live-announcer] [role=status]')
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Account' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Your details' })).toBeFocused()
  await expect(page).toHaveURL(/\/account\/your-details$/)

  await page.getByRole('link', { name: 'Contact preferences' }).first().press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Contact preferences' })).toBeFocused()
  const news = page.getByRole('group', { name: "What's on" }).getByRole('checkbox', { name: 'By email' })
  await expect(news).not.toBeChecked()
  await news.press('Space')
  await expect(news).toBeChecked()
  await expect(status).toContainText("Saved: yes to “What's on” by email.")

  await page.getByRole('link', { name: 'Addresses' }).press('Enter')
  await page.getByRole('button', { name: 'Add an address' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(dialog.getByRole('link', { name: 'Address line 1 is required.' })).toBeVisible()
  await dialog.getByLabel('Address line 1').fill('7 Stage Door Passage')
  await dialog.getByLabel('City').fill('London')
  await dialog.getByRole('textbox', { name: /^(County|State)/ }).fill('London')
  await dialog.getByLabel('Postcode').fill('SE1 7XX')
  await dialog.getByRole('checkbox', { name: 'Use it for delivery' }).press('Space')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove 7 Stage Door Passage' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(status).toContainText('The address is removed.')

  await page.getByRole('link', { name: 'Access', exact: true }).first().press('Enter')
  await expect(page.getByRole('heading', { name: 'No access ID yet?' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Access ID' }).fill('demo-wheelchair')
  await page.getByRole('textbox', { name: 'Access ID' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Your access ID: DEMO-WHEELCHAIR' })).toBeVisible()
  await expectAccessible(page, 'access, with an ID')
  await page.getByRole('button', { name: 'Remove access ID' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Access ID' })).toBeVisible()

  await page.getByRole('link', { name: 'Update password' }).press('Enter')
  await page.getByRole('button', { name: 'Change password' }).press('Enter')
  for (const fault of ['Current password is required.', 'New password is required.', 'Confirm your new password.'])
    await expect(page.getByRole('link', { name: fault })).toBeVisible()
  await page.getByLabel('Current password', { exact: true }).fill('Not-My-Password-1')
  await page.getByLabel('New password', { exact: true }).fill('Curtain-Call-27')
  await page.getByLabel('New password again', { exact: true }).fill('Curtain-Call-27')
  await page.getByRole('button', { name: 'Change password' }).press('Enter')
  await expect(page.getByText("Your password wasn't changed")).toBeVisible()
})
