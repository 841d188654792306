import { checkScreen } from '../support/check-screen.ts'
import { newPerson, register } from '../support/journey.ts'
import { expect, test } from '../support/test.ts'

test('a customer sets up a direct debit on the provider’s page, which the bank confirms, and removes it', async ({ page, context }) => {
  await page.goto('/login')
  await register(page, newPerson(`debit ${Date.now()}`))
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
  await bank.close()
  await expect(page).toHaveURL(/\/order\/direct-debits\/confirmed\?mandate=/)
  await page.getByRole('link', { name: 'Your cards and direct debits' }).press('Enter')
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  await checkScreen(page, 'direct debits')
  await page.getByRole('button', { name: /^Remove direct debit DD-/ }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set up a direct debit' })).toBeVisible()
})
