import type { Page } from '@playwright/test'
import { checkScreen } from '../support/check-screen.ts'
import { newPerson, payByCard, register } from '../support/journey.ts'
import { expect, expectAccessible, type Shop, test } from '../support/test.ts'

/** Buys a membership by the API, and pays for it on the sandbox's page. */
async function buyMembership(page: Page, { origin }: Shop, person: ReturnType<typeof newPerson>): Promise<void> {
  const send = async (method: string, path: string, data: object) => {
    const response = await page.request.fetch(`/api${path}`, { method, data, headers: { origin } })
    expect(response.ok(), `${path}: ${response.status()} ${await response.text()}`).toBe(true)
    return response.json()
  }
  const { firstName, lastName, phone, address } = person
  await send('POST', '/basket/items', { kind: 'membership', membership: 'priority' })
  await send('PUT', '/basket/notes', { order: '', access: '', termsAccepted: true })
  const { version } = await send('PUT', '/basket/billing', { firstName, lastName, phone, address })
  await page.goto((await send('POST', '/checkout', { version })).redirectUrl)
  await payByCard(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible({ timeout: 30_000 })
}

test('a customer sets up a direct debit on the provider’s page, which the bank confirms, renews a membership by it, and removes it @money', async ({
  page,
  context,
  shop,
}) => {
  test.slow()
  const person = newPerson(`debit ${Date.now()}`)
  await page.goto('/login')
  await register(page, person)
  await expect(page.getByRole('heading', { level: 1, name: 'Your orders' })).toBeVisible()
  await page.goto('/account/payment-cards')
  await page.getByRole('button', { name: 'Set up a direct debit' }).press('Enter')
  await expect(page).toHaveURL(/\/mandate\//)
  const mandate = page.url()
  await page.getByRole('button', { name: 'Agree', exact: true }).press('Enter')
  await expect(page).toHaveURL(/\/order\/direct-debits\/verify\?mandate=/)
  await checkScreen(page, 'direct debit, being set up')
  const bank = await context.newPage()
  await bank.goto(mandate)
  await bank.getByRole('button', { name: 'The bank confirms it' }).press('Enter')
  await expect(bank.getByText('The direct debit is active.')).toBeVisible()
  await bank.close()
  await expect(page).toHaveURL(/\/order\/direct-debits\/confirmed\?mandate=/)
  await page.getByRole('link', { name: 'Your cards and direct debits' }).press('Enter')
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  await checkScreen(page, 'direct debits')
  await buyMembership(page, shop, person)
  await page.goto('/account/memberships')
  const status = page.locator('[data-live-announcer] [role=status]')
  await page.getByRole('button', { name: /^Renew .* automatically/ }).press('Enter')
  await expect(page.getByText(/^Direct debit DD-/)).toBeVisible()
  await expectAccessible(page, 'consent to a renewal')
  await page.getByRole('button', { name: 'I agree' }).press('Enter')
  await expect(status).toContainText('Automatic renewal is on.')
  await expect(page.getByText(/^On: £/)).toBeVisible()
  await expectAccessible(page, 'automatic renewal')
  await page.getByRole('button', { name: /^Turn off automatic renewal of / }).press('Enter')
  await expect(status).toContainText('Automatic renewal is off. Nothing more is charged.')
  await expect(page.getByRole('button', { name: /^Renew .* automatically/ })).toBeVisible()
  await page.goto('/account/payment-cards')
  await page.getByRole('button', { name: /^Remove direct debit DD-/ }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set up a direct debit' })).toBeVisible()
})
