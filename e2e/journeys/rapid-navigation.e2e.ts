import { expect, test } from '../support/test.ts'

test.use({ reducedMotion: 'no-preference' })

test('rapid navigation during transitions causes no errors', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('article').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/events\//)
  // Each navigation starts during the transition of the last one.
  await page.evaluate(async () => {
    for (let turns = 0; turns < 4; turns++) {
      if (turns % 2) history.forward()
      else history.back()
      for (let frames = 0; frames < 4; frames++) await new Promise(requestAnimationFrame)
    }
  })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
