import { expect, test } from '../support/test.ts'

test('somebody in a hurry overtakes page after page, and nothing breaks', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('article').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/events\//)
  // Each goes while the transition of the one before is on its way.
  await page.evaluate(async () => {
    for (let turns = 0; turns < 4; turns++) {
      if (turns % 2) history.forward()
      else history.back()
      for (let frames = 0; frames < 4; frames++) await new Promise(requestAnimationFrame)
    }
  })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
