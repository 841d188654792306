import { buyQuickly } from '../support/buy.ts'
import { knownCustomer } from '../support/journey.ts'
import { checkScreen } from '../support/check-screen.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test('tickets are shared, revoked, available offline, and deleted at sign-out @money', async ({ page, context, browser, baseURL }) => {
  const number = await buyQuickly(page, knownCustomer, 2)

  await page
    .getByRole('button', { name: /^Share: / })
    .first()
    .click()
  const link = page.getByRole('textbox', { name: /^Link to the ticket/ })
  await expect(link).toHaveValue(new RegExp(`^${baseURL}/shared-tickets#[\\w-]{32}$`))
  await expectAccessible(page, 'an order with a shared ticket')
  const address = await link.inputValue()

  const friends = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const friend = await friends.newPage()
  await friend.goto(address)
  await expect(friend.getByRole('heading', { level: 1, name: 'A ticket for you' })).toBeVisible()
  await expect(friend.getByText(/^Rosalind has shared this ticket with you/)).toBeVisible()
  await expect(friend.getByRole('img', { name: 'QR code to show at the door' })).toHaveCount(1)
  await expect(friend.getByRole('main')).not.toContainText('£')
  await checkScreen(friend, 'a shared ticket')

  await page.getByRole('button', { name: /^Stop sharing: / }).click()
  await expect(link).toHaveCount(0)
  await friend.reload()
  await expect(friend.getByText("This ticket link doesn't work")).toBeVisible()
  await expectAccessible(friend, 'a link that was taken back')
  await friend.goto('/shared-tickets')
  await expect(friend.getByRole('heading', { level: 1, name: 'This link is not whole' })).toBeVisible()
  await friends.close()

  await page.getByRole('link', { name: 'Tickets for the door' }).click()
  const codes = page.getByRole('img', { name: 'QR code to show at the door' })
  await expect(page.getByText(`Order ${number}`)).toHaveCount(2)
  await checkScreen(page, 'tickets for the door')
  // The tickets page is cached last.
  await expect.poll(() => page.evaluate(async () => Boolean(await caches.match('/your-tickets')))).toBe(true)
  await expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true)

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText('You are off the network')).toBeVisible()
  await expect(page.getByText(`Order ${number}`)).toHaveCount(2)
  expect(await codes.count()).toBeGreaterThanOrEqual(2)
  await expectAccessible(page, 'tickets without a network')
  await page.goto('/events/the-tempest')
  await expect(page).toHaveURL('/your-tickets')
  await context.setOffline(false)

  // Two caches, neither with API replies.
  const cachedPaths = await page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map(async (name) => [name, await (await caches.open(name)).keys()] as const))
    return stores.map(([name, requests]) => [name, requests.map(({ url }) => new URL(url).pathname)] as const)
  })
  expect(Object.fromEntries(cachedPaths)['tickets']).toEqual(['/kept-tickets'])
  expect(cachedPaths.map(([name]) => name).toSorted()).toEqual(['shell', 'tickets'])
  for (const path of Object.fromEntries(cachedPaths)['shell']!) expect(path).toMatch(/^\/(your-tickets$|assets\/|fonts\/|brand\/)/)
  const shell = await page.evaluate(async () => (await caches.match('/your-tickets'))!.text())
  expect(shell).not.toMatch(new RegExp(`${knownCustomer.email}|Rosalind|${number}`))

  await page.getByRole('link', { name: 'Your orders' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(() => page.evaluate(() => caches.has('tickets'))).toBe(false)
  await context.setOffline(true)
  await expect(page.goto('/your-tickets')).rejects.toThrow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  await context.setOffline(false)
})
