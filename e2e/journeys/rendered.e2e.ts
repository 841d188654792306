import type { Locator, Page } from '@playwright/test'
import { findPerformance, knownCustomer } from '../support/journey.ts'
import { keysOf } from '../support/keys.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

/** Returns from an opening before the page is hydrated. */
const untilRendered = { waitUntil: 'commit' } as const
const isHydrated = (page: Page): Promise<void> => page.locator('#shop[data-rendered]').waitFor({ state: 'detached' })

/**
 * Holds back the scripts of pages, except the one that keeps presses.
 * @returns a function that lets them through
 */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/assets\/(?!keep-press).*\.js$/, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Presses a button before hydration, again where the script that keeps presses has not arrived yet: the button alone does nothing. */
async function pressEarly(button: Locator, press: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await press()
    await expect(button).toHaveAttribute('data-pressed', { timeout: 1_000 })
  }).toPass()
}

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
    ['/contributions/memberships', 'Become a member'],
    ['/contributions/memberships/YoungBridge', 'Young Bridge Member'],
    ['/terms', 'Terms and conditions'],
    ['/accessibility', 'Accessibility statement'],
    ['/login', 'Sign in or register'],
    ['/register', 'Register'],
    ['/gift-vouchers', 'Give an evening at the theatre'],
    ['/gift-vouchers/purchase', 'Buy a gift voucher'],
    ['/gift-vouchers/balance', 'Gift voucher balance'],
    ['/no-such-page', 'This page could not be found'],
  ] as const)
    test(`${path} is readable`, async ({ page }) => {
      await page.goto(path, { waitUntil: 'load' })
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page, 'the page is named').toHaveTitle(/\w.* – .+/)
    })

  test('the selection of seats shows the performance and the prices', async ({ page }) => {
    const performance = await findPerformance(page, 3)
    for (const [way, heading] of [
      ['syos/all', performance.title],
      ['price-selection', 'Choose by price'],
    ] as const) {
      await page.goto(`${performance.path}/${way}`, { waitUntil: 'load' })
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page.getByRole('main').getByText(performance.title).first()).toBeVisible()
      await expect(page.getByRole('list', { name: 'Prices' }).getByRole('listitem').first()).toHaveText(/£\d/)
      // Searches by text skip what is inside this element.
      const notice = page.locator('noscript p').first()
      await expect(notice).toHaveText(/JavaScript/)
      await expect(notice).toBeVisible()
    }
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
  const release = await holdScripts(page)
  const requestPaths: string[] = []
  page.on('request', (request) => requestPaths.push(new URL(request.url()).pathname))
  await page.goto('/', untilRendered)
  const search = page.getByRole('searchbox')
  await search.fill('tempest')
  await search.evaluate((input: HTMLInputElement) => input.setSelectionRange(3, 3))
  await search.evaluate((input) => (input.dataset['before'] = 'hydration'))
  release()
  await isHydrated(page)
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('tempest')
  await expect(search).toHaveAttribute('data-before', 'hydration')
  expect(await search.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(3)
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect.poll(() => requestPaths).toContain('/api/session')
  expect(requestPaths.filter((path) => path.startsWith('/api/') && path !== '/api/session')).toEqual([])
})

test('Enter in the sign-in before hydration sends nothing, and after it continues with the typed address', async ({ page }) => {
  const release = await holdScripts(page)
  const visitedUrls: string[] = []
  page.on('framenavigated', (frame) => visitedUrls.push(frame.url()))
  await page.goto('/login?next=%2Faccount%2Foverview', untilRendered)
  const email = page.getByLabel('Email address')
  await email.fill(knownCustomer.email)
  await pressEarly(page.getByRole('button', { name: 'Continue' }), () => email.press('Enter'))
  release()
  await page.getByLabel('Password', { exact: true }).fill(knownCustomer.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/account\/overview$/)
  expect(visitedUrls.filter((url) => url.includes('audience.example') || url.includes('%40'))).toEqual([])
})

test('the hall that arrives keeps the heading, the size of the party and the focus of its field', async ({ page }) => {
  const { path } = await findPerformance(page, 3)
  for (const way of ['syos/all?map', 'syos/all?list', 'price-selection']) {
    const releasePlan = Promise.withResolvers<void>()
    await page.route(/\/api\/venues\//, async (route) => {
      await releasePlan.promise
      await route.continue()
    })
    await page.goto(`${path}/${way}`, untilRendered)
    await isHydrated(page)
    const heading = page.getByRole('heading', { level: 1 })
    await heading.evaluate((element) => (element.dataset['before'] = 'the hall'))
    const party = page.getByRole('textbox', { name: 'How many of you?' })
    await expect(page.getByText('Opening the hall')).toBeVisible()
    await party.focus()
    // Typed, and not yet confirmed by leaving the field.
    const size = String(2 + (Number(await party.inputValue()) % 4))
    await party.fill(size)
    await party.evaluate((element) => (element.dataset['before'] = 'the hall'))
    releasePlan.resolve()
    await expect(page.locator('input[data-before]')).toHaveCount(0)
    await expect(party).toBeFocused()
    await expect(party).toHaveValue(size)
    await expect(heading).toHaveAttribute('data-before', 'the hall')
    await page.unrouteAll({ behavior: 'wait' })
  }
})

test('a gift voucher that is added before hydration is in the basket with its value and address', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/gift-vouchers/purchase', untilRendered)
  await page.getByText('£25.00', { exact: true }).click()
  await page.getByLabel('Their e-mail address').fill('nan@audience.example')
  await page.getByLabel('To (optional)').fill('Nan')
  const add = page.getByRole('button', { name: 'Add to basket' })
  await pressEarly(add, () => add.click())
  release()
  await expect(page.getByRole('heading', { level: 1, name: /^Your basket$/ })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('By e-mail to nan@audience.example')
  await expect(page.getByRole('main')).toContainText('£25.00')
  await expect(page).toHaveURL(/\/checkout\/basket$/)
})

test('a registration keeps what was typed and chosen before hydration, also after a reload', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/register', untilRendered)
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Byron')
  await page.getByText('Tell me about new productions').click()
  await expect(page.getByRole('checkbox')).toBeChecked()
  release()
  await isHydrated(page)
  const expectKept = async (): Promise<void> => {
    await expect(page.getByLabel('First name')).toHaveValue('Ada')
    await expect(page.getByLabel('Last name')).toHaveValue('Byron')
    await expect(page.getByRole('checkbox')).toBeChecked()
  }
  await expectKept()
  await page.reload()
  await expectKept()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a button that is pressed before hydration acts after it', async ({ page }) => {
    const release = await holdScripts(page)
    await page.goto('/', untilRendered)
    const menu = page.getByRole('button', { name: 'Menu' })
    await pressEarly(menu, () => menu.click())
    release()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await expect(page.locator('[data-pressed]')).toHaveCount(0)
  })

  test('a press that begins before hydration and ends after it acts, and the page stays where it was scrolled to', async ({ page }) => {
    const release = await holdScripts(page)
    const { path } = await findPerformance(page, 3)
    await page.goto(path, untilRendered)
    const changeDate = page.getByRole('button', { name: 'Change date' })
    // The script that keeps presses has arrived when it marks the button. The press is forgotten.
    const isKept = () => changeDate.evaluate((button) => ((button as HTMLElement).click(), button.getAttribute('data-pressed') !== null))
    await expect.poll(isKept).toBe(true)
    await changeDate.evaluate((button) => button.removeAttribute('data-pressed'))
    await page.evaluate(() => scrollTo(0, 100))
    await changeDate.hover()
    await page.mouse.down()
    release()
    await isHydrated(page)
    expect(await page.evaluate(() => scrollY)).toBe(100)
    await page.mouse.up()
    await expect(page.getByRole('dialog', { name: 'Change date' })).toBeVisible()
  })
})

test('pages are accessible, and the keyboard reaches their links, before and after hydration', async ({ page }) => {
  const { event, path } = await findPerformance(page, 3)
  const { tabTo, press } = keysOf(page)
  for (const rendered of [
    '/',
    `/events/${event}`,
    path,
    `${path}/price-selection`,
    '/gift-vouchers/purchase',
    '/gift-vouchers/balance',
    '/login',
    '/register',
  ]) {
    const release = await holdScripts(page)
    await page.goto(rendered, untilRendered)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectAccessible(page, `${rendered} before hydration`)
    await tabTo(/^Skip to/)
    await tabTo(/^Sign in$/)
    release()
    await isHydrated(page)
    await expect(page.getByRole('link', { name: 'Sign in', exact: true }).first()).toBeFocused()
    await expectAccessible(page, `${rendered} after hydration`)
    await page.unrouteAll({ behavior: 'wait' })
  }
  const release = await holdScripts(page)
  await page.goto('/', untilRendered)
  await tabTo(/^Sign in$/)
  await press('Enter')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in or register' })).toBeVisible()
  release()
  await isHydrated(page)
})

test('a visitor who signs in sees their account on the next page, and no other visitor does', async ({ page, browser, shop }) => {
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
  await page.request.post('/api/auth/login', { data: knownCustomer, headers: { origin: shop.origin } })
  await page.goto('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Account', exact: true })).toBeVisible()
  const otherContext = await browser.newContext({ locale: 'en-GB' })
  const stranger = await otherContext.newPage()
  await stranger.goto(shop.origin)
  await expect(stranger.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
  await otherContext.close()
})
