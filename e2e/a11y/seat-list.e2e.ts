import { timeLimit } from '@playhouse/testing/time-limit'
import type { Page } from '@playwright/test'
import { findPerformance, expectConfirmed, goToProvider, knownCustomer, walkToPayment } from '../support/journey.ts'
import { keysOf } from '../support/keys.ts'
import { openList, openMap, liveRegionText, holdAsOtherVisitor } from '../support/seat-screen.ts'
import { expect, test } from '../support/test.ts'

/** Names of all seats that the list offers, section by section. */
async function namesInList(page: Page): Promise<string[]> {
  const names: string[] = []
  const sections = page.locator('main h2 button[aria-expanded]')
  await expect(sections.first()).toBeVisible()
  for (const section of await sections.all()) {
    if ((await section.getAttribute('aria-expanded')) === 'false') await section.press('Enter')
    await expect(section).toHaveAttribute('aria-expanded', 'true')
    const more = page.getByRole('button', { name: 'Show more' })
    while ((await more.count()) > 0) await more.press('Enter')
    names.push(
      ...(await page
        .getByRole('table')
        .getByRole('checkbox')
        .evaluateAll((all) => all.map((element) => element.ariaLabel ?? ''))),
    )
  }
  return names
}

/** Names of all seats that the map reaches by keyboard, section by section. */
async function namesOnMap(page: Page): Promise<string[]> {
  const grid = page.getByRole('grid')
  await grid.locator('[tabindex="0"]').focus()
  const section = (): Promise<string | null> => grid.getAttribute('aria-label')
  const goOn = async (key: string): Promise<boolean> => {
    const before = await section()
    await page.keyboard.press(key)
    return (await section()) !== before
  }
  while (await goOn('Alt+PageUp'));
  const names: string[] = []
  do {
    const seats = grid.locator('[role=checkbox]:not([aria-disabled=true])')
    names.push(...(await seats.evaluateAll((all) => all.map((element) => element.ariaLabel ?? ''))))
  } while (await goOn('Alt+PageDown'))
  return names
}

test('§9.27 list, map and API show the same seats at the same prices', async ({ page }) => {
  const chosenPerformance = await findPerformance(page, 9)
  const free = await freePrices(page, chosenPerformance.id)
  await openMap(page, chosenPerformance)
  const onMap = await namesOnMap(page)
  await openList(page, chosenPerformance)
  const inList = await namesInList(page)
  expect(inList.toSorted()).toEqual(onMap.toSorted())
  const prices = inList.map((name) => /£\d+\.\d\d/.exec(name)![0])
  expect(prices.toSorted()).toEqual(free.toSorted())
})

/** Price of each free seat at its first price type, from the API. */
async function freePrices(page: Page, instance: string): Promise<string[]> {
  const get = async (path: string) => (await page.request.get(`/api/instances/${instance}/${path}`)).json()
  const { prices, priceTypes, seatBands } = (await get('prices')) as {
    prices: Record<string, Record<string, { price: number; fee: number }>>
    priceTypes: { id: string }[]
    seatBands: [number, number][]
  }
  const { seats } = (await get('availability')) as { seats: string }
  const outlook = Buffer.from(seats, 'base64')
  const bandNames = ['premium-2', 'premium', 'a', 'b', 'c', 'd', 'e', 'f', 'standing']
  return seatBands
    .flatMap(([band, count]) => Array.from({ length: count }, () => bandNames[band]))
    .flatMap((band, seat) => {
      const isFree = ((outlook[seat >> 2]! >> ((seat & 3) * 2)) & 3) === 0
      const price = band && priceTypes.map(({ id }) => prices[band]?.[id]).find((price) => price !== undefined)
      return isFree && price ? [`£${(price.price / 100).toFixed(2)}`] : []
    })
}

/** Applies one access filter. @returns the number of matching seats as the screen shows it */
async function filterBy(page: Page, name: string): Promise<string> {
  await page.getByRole('checkbox', { name, exact: true }).press('Space')
  return page
    .locator('main span')
    .filter({ hasText: /^\d+ seats? match(es)?\.$/ })
    .innerText()
}

/** Opens the map of a performance with free seats that are suitable for captions. */
async function openMapWithCaptions(page: Page): Promise<void> {
  for (let nth = 9; nth < 20; nth++) {
    await openMap(page, await findPerformance(page, nth))
    if (Number.parseInt(await filterBy(page, 'Good for captions')) > 0)
      return page.getByRole('button', { name: 'Clear filters' }).press('Enter')
  }
}

test('§9.44 access filters apply to list and map, and both show the number of matching seats', async ({ page }) => {
  await openMapWithCaptions(page)
  for (const name of ['Step-free', 'End of row', 'Hearing loop', 'Good for captions']) {
    const matching = await filterBy(page, name)
    await expect.poll(() => liveRegionText(page), name).toContain(matching)
    const count = Number.parseInt(matching)
    expect(count, name).toBeGreaterThan(0)
    const onMap = await namesOnMap(page)
    expect(onMap, name).toHaveLength(count)
    await page.getByRole('radio', { name: 'Choose from a list' }).press('Space')
    const inList = await namesInList(page)
    expect(inList.toSorted(), name).toEqual(onMap.toSorted())
    await page.getByRole('radio', { name: 'Choose on the map' }).press('Space')
    await expect(page.getByRole('grid').getByRole('checkbox').first()).toBeAttached()
    await page.getByRole('button', { name: 'Clear filters' }).press('Enter')
  }
})

test('§9.42 focus stays on a seat of the list that is sold, and next to a control that its press removes', async ({
  page,
  browser,
  shop,
}) => {
  const chosenPerformance = await findPerformance(page, 13)
  await openList(page, chosenPerformance)
  const seats = page.getByRole('table').getByRole('checkbox')
  for (const nth of [0, 1]) await seats.nth(nth).press('Space')
  const title = page.getByRole('heading', { name: 'Your seats' })
  for (const name of [/^Undo$/, /^Remove /]) {
    await page.getByRole('button', { name }).first().press('Enter')
    await expect(title).toBeFocused()
  }
  const name = await seats.nth(4).getAttribute('aria-label')
  await seats.nth(4).focus()
  await holdAsOtherVisitor(browser, shop.origin, chosenPerformance, name!)
  await expect.poll(() => liveRegionText(page)).toContain(`${name!.split(',')[0]}, taken`)
  await expect(page.locator(':focus')).toHaveAttribute('aria-disabled', 'true')
  await expect(page.locator(':focus')).toHaveAccessibleName(new RegExp(`^${name!.split(',')[0]}, taken`))
})

test('§9.25 §9.26 buys two seats from the list by keyboard, without WebGL, in no more keys than on the map @money', async ({ page }) => {
  test.setTimeout(timeLimit(240_000))
  const drawing = /draw-hall|webgl-painter|engine-|pixi/i
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  const chosenPerformance = await findPerformance(page, 10)
  const onMap = keysOf(page)
  await openMap(page, chosenPerformance)
  expect(
    urls.filter((url) => drawing.test(url)),
    'what the map fetches is known by its name',
  ).not.toEqual([])
  await onMap.tabTo(/^Row .+ seat/)
  await onMap.press('Space')
  // The date decides which seats are sold: this may be the only free seat of its row.
  await onMap.press('Control+ArrowRight')
  await onMap.press('Space')
  await onMap.tabTo(/^Add 2 seats to basket/)
  await onMap.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^Your basket$/ })).toBeFocused()

  urls.length = 0
  await page.addInitScript(() => {
    const real = HTMLCanvasElement.prototype.getContext
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
      return /webgl/.test(kind) ? null : Reflect.apply(real, this, [kind, ...rest])
    } as typeof real
  })
  await page.evaluate(() => localStorage.clear())
  const inList = keysOf(page)
  await page.goto(`${(await findPerformance(page, 11)).path}/syos/all`)
  await expect(page.getByRole('table').getByRole('checkbox').first()).toBeVisible()
  await inList.tabTo(/^Row .+ seat/)
  await inList.press('Space')
  await inList.tabTo(/^Row .+ seat/)
  await inList.press('Space')
  await inList.tabTo(/^To your seats/)
  await inList.press('Enter')
  await expect(page.getByRole('button', { name: 'Add 2 seats to basket' })).toBeFocused()
  await inList.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^Your basket$/ })).toBeFocused()
  expect(inList.pressCount()).toBeLessThanOrEqual(onMap.pressCount())

  await inList.tabTo(/^Continue/)
  await inList.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in or register' })).toBeFocused()
  await inList.tabTo(/^Email address/)
  await inList.type(knownCustomer.email)
  await inList.press('Enter')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await inList.type(knownCustomer.password)
  await inList.press('Enter')
  await walkToPayment(page)
  await goToProvider(page)
  await inList.tabTo(/^Card number/)
  await inList.type('4242424242424242')
  await inList.press('Enter')
  await expectConfirmed(page, 4)
  expect(urls.filter((url) => drawing.test(url))).toEqual([])
})

test('holds two seats with Tab and Enter alone, as with a switch device, from the map through the list', async ({ page }) => {
  await openMap(page, await findPerformance(page, 14))
  const keys = keysOf(page)
  await keys.tabTo(/^Choose from a list/)
  await keys.press('Enter')
  await expect(page.getByRole('table').getByRole('checkbox').first()).toBeVisible()
  for (const nth of [1, 2]) {
    await keys.tabTo(/^Row .+ seat/)
    await keys.press('Enter')
    await expect(page.getByRole('table').getByRole('checkbox', { checked: true })).toHaveCount(nth)
  }
  await keys.tabTo(/^To your seats/)
  await keys.press('Enter')
  await keys.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^Your basket$/ })).toBeFocused()
})
