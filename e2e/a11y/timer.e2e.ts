import { addToBasket, evening, pickFromList } from '../support/journey.ts'
import { expect, test } from '../support/test.ts'

test('§9.28 the clock of the basket counts in silence', async ({ page }) => {
  await pickFromList(page, await evening(page, 12), 1)
  await addToBasket(page)
  const timer = page.getByRole('timer')
  await expect(timer).toHaveAttribute('aria-live', 'off')
  // What is held is said once, on arrival.
  await expect.poll(() => page.locator('[data-live-announcer]').textContent()).toMatch(/held until/)
  const heard = await page.evaluate(async () => {
    const said: string[] = []
    const regions = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]'
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) {
        const region = (target.parentElement ?? (target as Element)).closest(regions)
        if (region) said.push(region.textContent ?? '')
      }
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    const clock = (): string | null => document.querySelector('[role=timer]')!.textContent
    for (let ticks = 0, before = clock(); ticks < 4;) {
      await new Promise(requestAnimationFrame)
      if (clock() === before) continue
      before = clock()
      ticks += 1
    }
    observer.disconnect()
    return said
  })
  expect(heard).toEqual([])
})
