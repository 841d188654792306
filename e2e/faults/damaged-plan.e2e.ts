import { findPerformance } from '../support/journey.ts'
import { expect, test } from '../support/test.ts'

test('does not draw a damaged seat plan, and draws it after a reload', async ({ page }) => {
  const chosenPerformance = await findPerformance(page, 4)
  const plan = '**/api/venues/*/maps/*/packed'
  await page.route(plan, async (route) => {
    const response = await route.fetch()
    const body = await response.body()
    body[body.length >> 1]! ^= 0xff
    await route.fulfill({ response, body })
  })
  await page.goto(`${chosenPerformance.path}/syos/all`)
  await expect(page.getByRole('main').getByText("Something's gone wrong")).toBeVisible()
  await expect(page.locator('canvas')).toHaveCount(0)
  await page.unroute(plan)
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('button', { name: 'Add seats to basket' })).toBeVisible()
})
