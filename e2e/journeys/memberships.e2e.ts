import type { Page } from '@playwright/test'
import { checkScreen } from '../support/check-screen.ts'
import { newPerson, register } from '../support/journey.ts'
import { keysOf } from '../support/keys.ts'
import { expect, test } from '../support/test.ts'

type Listed = { readonly id: string; readonly event: string; readonly availability: string }
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** A performance in its priority period. */
async function findPriorityPerformance(page: Page): Promise<Listed> {
  const { instances } = await (await page.request.get('/api/events/a-midsummer-nights-dream')).json()
  return (instances as Listed[]).findLast(({ availability }) => availability === 'priority')!
}

test('by keyboard, a new customer chooses a membership, which opens a priority period to the basket until it is removed @seats', async ({
  page,
}) => {
  const { tabTo } = keysOf(page)
  const { id, event } = await findPriorityPerformance(page)
  await page.goto('/contributions/memberships')
  await tabTo(/^Priority Member$/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/contributions\/memberships\/Priority$/)
  await expect(heading(page, 'Priority Member')).toBeFocused()
  await tabTo(/^Sign in to join$/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login\?next=/)
  await register(page, newPerson(`membership ${Date.now()}`))
  await expect(heading(page, 'Priority Member')).toBeVisible()
  await checkScreen(page, 'membership of a customer')
  await tabTo(/^Add to basket$/)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Your basket')).toBeFocused()
  await expect(page.getByRole('heading', { level: 3, name: 'Priority Member' })).toBeVisible()

  await page.goto(`/events/${event}/${id}`)
  await expect(page.getByRole('link', { name: 'Choose seats on the map' })).toBeVisible()
  const held = await page.request.post(`/api/instances/${id}/best-available`, { data: { quantity: 2, together: true } })
  expect(held.ok(), await held.text()).toBe(true)
  await page.goto('/contributions/memberships/Priority')
  await expect(page.getByText('It is in your basket.')).toBeVisible()
  await page.goto('/checkout/basket')
  await tabTo(/^Remove Membership: Priority Member$/)
  await page.keyboard.press('Enter')
  await expect(
    page
      .getByRole('main')
      .getByText(/Only members can book these seats now, so they were released/)
      .first(),
  ).toBeVisible()
  await checkScreen(page, 'basket after its membership was removed')
  await page.goto(`/events/${event}/${id}`)
  await expect(page.getByText('Priority booking')).toBeVisible()
})
