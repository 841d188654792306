import type { Page } from '@playwright/test'
import { people } from '@playhouse/fixtures'
import { checkScreen } from '../support/check-screen.ts'
import { findStaffUser, signInAtCounter } from '../support/counter.ts'
import { findPerformance } from '../support/journey.ts'
import { expect, test } from '../support/test.ts'

const rosalind = people('bridge')[0]!
const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name, exact: typeof name === 'string' })

/** The wall clock of the theatre a minute before a performance, `2027-03-01T19:29`. */
async function minuteBefore(page: Page, instance: string): Promise<string> {
  const { startsAt, timeZone } = (await (await page.request.get(`/api/instances/${instance}`)).json()) as {
    startsAt: string
    timeZone: string
  }
  const options = { timeZone, dateStyle: 'short', timeStyle: 'short' } as const
  return new Intl.DateTimeFormat('sv-SE', options).format(Date.parse(startsAt) - 60_000).replace(' ', 'T')
}

test('a clerk books seats for a school with an option and a deposit, and takes the payment later @money @seats', async ({ page }) => {
  test.slow()
  const { id } = await findPerformance(page, 13)
  const optionUntil = await minuteBefore(page, id)
  const day = optionUntil.slice(0, 10)
  await signInAtCounter(
    page,
    findStaffUser(({ role }) => role === 'clerk'),
  )
  await page.getByRole('searchbox').fill('ros ard')
  await page.keyboard.press('Enter')
  await button(page, `Serve Ms ${rosalind.firstName} ${rosalind.lastName}`).press('Enter')
  await page.getByRole('link', { name: 'Choose a performance' }).press('Enter')
  await page.locator(`main li a[href$="${id}"]`).first().press('Enter')
  const line = page.getByLabel('Seats', { exact: true })
  await expect(line).toBeFocused()
  await line.fill('2')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '2 seats held' })).toBeVisible()
  await button(page, 'Reserve, or keep off sale').press('Enter')
  await page.getByRole('link', { name: 'Book for a group or school' }).press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: 'Book for a group or school' })).toBeFocused()
  await page.getByLabel(/^Name of the group or school/).fill('Athens Academy')
  await page.getByLabel(/^Option until/).fill(optionUntil)
  await page.getByLabel(/^Deposit in per cent/).fill('120')
  await page.getByLabel(/^Deposit due on/).fill(day)
  await page.getByLabel(/^Balance due on/).fill(day)
  await button(page, 'Reserve for the group').press('Enter')
  await expect(page.getByLabel(/^Deposit in per cent/)).toBeFocused()
  await checkScreen(page, 'terms of a group with a fault')
  await page.getByLabel(/^Deposit in per cent/).fill('25')
  await button(page, 'Reserve for the group').press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: 'Groups and schools' })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Athens Academy' })
  await expect(row).toContainText(/Deposit of £\d+\.\d\d, due on/)
  await expect(row).toContainText('Option')
  await checkScreen(page, 'bookings of groups')
  await row.getByRole('link', { name: 'Athens Academy' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Athens Academy' })).toBeFocused()
  const seats = page.getByRole('region', { name: 'Seats and price types' })
  await button(page, 'Change the seats').press('Enter')
  await seats.getByRole('button', { expanded: false }).first().press('Enter')
  await page.getByRole('listbox').press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(seats.getByText(/^2 tickets, £/)).not.toContainText(/^2 tickets, (£[\d.]+) in total \(\1 before\)$/)
  await checkScreen(page, 'other price types for a group')
  await button(page, 'Save the seats').press('Enter')
  await expect(seats.getByText('The seats have changed.')).toBeVisible()
  await page.getByLabel(/^Balance due on/).fill('2020-01-01')
  await button(page, 'Move the dates').press('Enter')
  // The deposit would be due after the balance.
  await expect(page.getByLabel(/^Deposit due on/)).toBeFocused()
  await checkScreen(page, 'one booking of a group with a wrong date')
  await page.getByRole('main').getByRole('link', { name: 'Groups and schools' }).press('Enter')
  await row.getByRole('button', { name: /^Take payment: Athens Academy/ }).press('Enter')
  await expect(page.getByRole('heading', { name: '2 seats held' })).toBeVisible()
  await button(page, /^Take payment/).press('Enter')
  await page.getByLabel('Cash given').press('Enter')
  await expect(page.getByRole('heading', { name: /^Sold: order / })).toBeVisible()
  await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
  await page.getByRole('navigation', { name: 'Box office' }).getByRole('link', { name: 'Groups' }).press('Enter')
  await expect(row.getByRole('link', { name: /^Paid, order / })).toBeVisible()
})
