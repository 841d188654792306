import { findPerformance, knownCustomer } from '../support/journey.ts'
import { expect, test } from '../support/test.ts'

/** Returns from an opening before the page is hydrated. */
const untilRendered = { waitUntil: 'commit' } as const

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('home, production and performance show titles, dates and prices, and links lead on', async ({ page }) => {
    const performance = await findPerformance(page, 3)
    const { instances } = (await (await page.request.get(`/api/events/${performance.event}`)).json()) as {
      instances: { id: string; startsAtLocal: string }[]
    }
    const year = instances.find(({ id }) => id === performance.id)!.startsAtLocal.slice(0, 4)
    await page.goto('/', { waitUntil: 'load' })
    await expect(
      page
        .getByRole('article')
        .filter({ hasText: performance.title })
        .getByText(/from £\d/),
    ).toBeVisible()
    await page.getByRole('article').getByRole('link', { name: performance.title, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: performance.title })).toBeVisible()
    await expect(page.locator('#dates').getByRole('link').first()).toHaveAttribute('href', new RegExp(`^/events/${performance.event}/`))

    await page.goto(performance.path, { waitUntil: 'load' })
    await expect(page.getByRole('heading', { level: 1, name: performance.title })).toBeVisible()
    await expect(page.locator('time').first()).toContainText(year)
    await expect(page.getByRole('table').getByRole('cell', { name: /^£\d/ }).first()).toBeVisible()
    await expect(page.getByRole('contentinfo').getByRole('link', { name: /@/ }).first()).toBeVisible()
  })

  for (const [path, heading] of [
    ['/terms', 'Terms and conditions'],
    ['/accessibility', 'Accessibility statement'],
    ['/no-such-page', 'This page could not be found'],
  ] as const)
    test(`${path} is readable`, async ({ page }) => {
      await page.goto(path, { waitUntil: 'load' })
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    })

  test('the page is in the language of the browser, or of the saved choice', async ({ browser, shop }) => {
    const context = await browser.newContext({ locale: 'de', javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(shop.origin, { waitUntil: 'load' })
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await expect(page.getByRole('link', { name: 'Anmelden' }).first()).toBeVisible()
    await context.addCookies([{ name: 'lang', value: 'sv', url: shop.origin }])
    await page.goto(shop.origin, { waitUntil: 'load' })
    await expect(page.getByRole('link', { name: 'Logga in' }).first()).toBeVisible()
    await context.close()
  })
})

test('hydration keeps typed text and focus, and fetches nothing that the page has', async ({ page }) => {
  let release = (): void => {}
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await isReleased
    await route.continue()
  })
  const requestPaths: string[] = []
  page.on('request', (request) => requestPaths.push(new URL(request.url()).pathname))
  await page.goto('/', untilRendered)
  const search = page.getByRole('searchbox')
  await search.fill('tempest')
  await search.evaluate((input: HTMLInputElement) => input.setSelectionRange(3, 3))
  await search.evaluate((input) => (input.dataset['before'] = 'hydration'))
  release()
  await page.locator('#shop[data-rendered]').waitFor({ state: 'detached' })
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('tempest')
  await expect(search).toHaveAttribute('data-before', 'hydration')
  expect(await search.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(3)
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect.poll(() => requestPaths).toContain('/api/session')
  expect(requestPaths.filter((path) => path.startsWith('/api/') && path !== '/api/session')).toEqual([])
})

test('a visitor who signs in sees their account on the next page, and no other visitor does', async ({ page, browser, shop }) => {
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
  await page.request.post('/api/auth/login', { data: knownCustomer, headers: { origin: shop.origin } })
  await page.goto('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Account', exact: true })).toBeVisible()
  const other = await browser.newContext({ locale: 'en-GB' })
  const stranger = await other.newPage()
  await stranger.goto(shop.origin)
  await expect(stranger.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
  await other.close()
})
