import { findPerformance, totalOf } from '../support/journey.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test('two tabs of one basket stay in step; one click each adds and removes refund protection @money', async ({ page, context }) => {
  const chosenPerformance = await findPerformance(page, 11)
  const response = await page.request.post(`/api/instances/${chosenPerformance.id}/best-available`, {
    data: { quantity: 2, together: true },
    headers: { origin: new URL(page.url() === 'about:blank' ? (await page.goto('/'))!.url() : page.url()).origin },
  })
  expect(response.ok()).toBe(true)
  await page.goto('/checkout/basket')
  const before = await totalOf(page)
  const otherTab = await context.newPage()
  await otherTab.goto('/checkout/basket')
  await expect(otherTab.getByRole('heading', { level: 1, name: /^Your basket$/ })).toBeVisible()

  await page.getByRole('button', { name: /^Add refund protection/ }).click()
  await page.getByRole('button', { name: /^Protect my tickets for £5.00/ }).click()
  await expect(page.getByRole('status').getByText('Your tickets are protected.')).toBeAttached()
  expect(await totalOf(page)).toBe(before + 5)
  await expect(otherTab.getByRole('region', { name: 'Refund protection' })).toBeVisible()
  await expectAccessible(page, 'basket with protection')
  await otherTab.getByRole('button', { name: 'Remove Refund protection' }).click()
  await expect(page.getByRole('region', { name: 'Refund protection' })).toHaveCount(0)
  expect(await totalOf(page)).toBe(before)

  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('button', { name: /What makes up/ }).click()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})
