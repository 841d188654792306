import { addToBasket, findPerformance, pickFromList, knownCustomer } from '../support/journey.ts'
import { expect, test } from '../support/test.ts'

test('§9.28 the countdown of the basket is not announced', async ({ page }) => {
  await pickFromList(page, await findPerformance(page, 12), 1)
  await addToBasket(page)
  const timer = page.getByRole('timer')
  await expect(timer).toHaveAttribute('aria-live', 'off')
  // The hold is announced once, on arrival.
  await expect.poll(() => page.locator('[data-live-announcer]').textContent()).toMatch(/held until/)
  const announcements = await page.evaluate(async () => {
    const texts: string[] = []
    const regions = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]'
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) {
        const region = (target.parentElement ?? (target as Element)).closest(regions)
        if (region) texts.push(region.textContent ?? '')
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
    return texts
  })
  expect(announcements).toEqual([])
})

test('§9.29 §9.30 §9.31 announces the time left at 10, 5, 2 and 1 minutes, and extends it up to ten times', async ({ page, shop }) => {
  const chosenPerformance = await findPerformance(page, 12)
  const headers = { origin: shop.origin }
  await page.request.post(`/api/instances/${chosenPerformance.id}/best-available`, { data: { quantity: 1, together: true }, headers })
  const deadlineOf = async (): Promise<number> => Date.parse((await (await page.request.get('/api/basket')).json()).deadline)
  await page.clock.install()
  await page.goto('/checkout/basket')
  const more = page.getByRole('button', { name: 'Give me more time' })
  for (let nth = 0, before = await deadlineOf(); nth < 9; nth++) {
    if (nth % 2 === 0) await more.click()
    else await more.press('Enter')
    await expect.poll(deadlineOf, `extension ${nth + 1}`).toBeGreaterThan(before)
    before = await deadlineOf()
    await expect(more).toBeEnabled()
  }
  /** Advances the page's clock until the given seconds are left. */
  const passTo = async (seconds: number): Promise<void> => {
    const left = Math.ceil(((await deadlineOf()) - (await page.evaluate(() => Date.now()))) / 1_000)
    await page.clock.runFor((left - seconds) * 1_000)
  }
  const announcer = page.locator('[data-live-announcer]')
  const dialog = page.getByRole('alertdialog')
  for (const minutes of [10, 5]) {
    await passTo(minutes * 60 - 1)
    await expect(announcer).toContainText(`Your seats are held for ${minutes} more minutes.`)
    await expect(dialog).toHaveCount(0)
  }
  await passTo(119)
  await expect(announcer).toContainText('Your seats are held for 2 more minutes.')
  await expect(dialog).toContainText('Your seats are held for 2 more minutes')
  await passTo(59)
  await expect(announcer).toContainText('Your seats are held for 1 more minute.')
  // The tenth extension, with the time to respond that WCAG 2.2.1 requires.
  const before = await deadlineOf()
  await passTo(20)
  await dialog.getByRole('button', { name: 'Give me more time' }).press('Enter')
  await expect.poll(deadlineOf).toBeGreaterThan(before)
  await page.request.delete('/api/basket', { headers, data: {} })
})

test('§9.41 messages after an action stay on the page', async ({ page, shop }) => {
  const chosenPerformance = await findPerformance(page, 12)
  const headers = { origin: shop.origin }
  await page.request.post(`/api/instances/${chosenPerformance.id}/best-available`, { data: { quantity: 2, together: true }, headers })
  await page.clock.install()
  await page.goto('/checkout/basket')
  await page.getByRole('button', { name: 'I have a promo code' }).click()
  await page.getByLabel('Your code').fill('no such code')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Promo code not recognised')).toBeVisible()
  await page.getByLabel('Your code').fill('TENOFF')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove the code' })).toBeVisible()
  await page
    .getByRole('button', { name: /^Remove .*row/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  /** All visible texts except the countdown; texts for screen readers only are left out. */
  const visibleTexts = (): Promise<string[]> =>
    page.evaluate(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const lines: string[] = []
      while (walker.nextNode()) {
        const text = walker.currentNode.textContent!.trim()
        const holder = walker.currentNode.parentElement!
        const isSeen = holder.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && holder.clientWidth !== 1
        if (text && isSeen && !/\d:\d\d/.test(text) && !holder.closest('script, [role=timer], [data-live-announcer]')) lines.push(text)
      }
      return lines
    })
  const before = await visibleTexts()
  expect(before.length).toBeGreaterThan(20)
  await page.clock.runFor(90_000)
  const after = await visibleTexts()
  expect(before.filter((line) => !after.includes(line))).toEqual([])
})

for (const [clock, shift] of [
  ['a day ahead', 86_400_000],
  ['a day behind', -86_400_000],
] as const)
  test(`a browser whose clock is ${clock} shows the correct time left, and continues the checkout`, async ({ page, shop }) => {
    await page.clock.install({ time: Date.now() + shift })
    const chosenPerformance = await findPerformance(page, 12)
    const headers = { origin: shop.origin }
    await page.request.post('/api/auth/login', { data: knownCustomer, headers })
    await page.request.post(`/api/instances/${chosenPerformance.id}/best-available`, { data: { quantity: 1, together: true }, headers })
    await page.goto('/checkout/delivery')
    await expect(page.getByRole('timer')).toContainText(/(1[6-9]:\d\d|20:00)$/)
    // Half a session later, by the browser's clock, the customer is still signed in and the hold has not expired.
    await page.clock.runFor(600_000)
    await expect(page.getByRole('timer')).toContainText(/\D([6-9]:\d\d|10:00)$/)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Check your order' })).toBeVisible()
  })
