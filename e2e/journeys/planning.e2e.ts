import type { Page } from '@playwright/test'
import { checkScreen } from '../support/check-screen.ts'
import { findStaffUser, signInAtCounter, unusedCodeOf } from '../support/counter.ts'
import { expectFocusMoves } from '../support/overlays.ts'
import { pretixPlan } from '../support/pretix-plan.ts'
import { openShop, type Shop } from '../support/server.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

let shop: Shop
test.beforeAll(async ({}, info) => {
  shop = await openShop(info.parallelIndex * 10 + 6, { BRAND: 'kingston' })
})
test.afterAll(() => shop.stop())

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
/** Submits the first form of a page, in any language. */
const submit = (page: Page) => page.locator('main form [type=submit]').first().click()
/** A day so many days ahead. */
const dayAhead = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('a programmer creates a production, adds a run and publishes it; a visitor holds seats; the programmer changes and undoes', async ({
  browser,
}) => {
  const programmer = findStaffUser(({ role }) => role === 'programmer')
  const context = await browser.newContext({ baseURL: shop.origin, locale: 'en-GB' })
  const page = await context.newPage()
  const visitor = await (await browser.newContext({ baseURL: shop.origin, locale: 'en-GB' })).newPage()
  try {
    await signInAtCounter(page, programmer)
    await expect(heading(page, 'Productions')).toBeVisible()
    await expectFocusMoves(page, 'State', page.getByRole('search').getByRole('button', { name: /State$/ }))
    await checkScreen(page, 'list of productions')
    await page.getByRole('link', { name: 'Types of performances' }).click()
    await page.getByRole('link', { name: 'New type' }).click()
    const createType = async (): Promise<void> => {
      await page.locator('#type-name').fill('Schools')
      await page.locator('#type-limit').fill('many')
      await submit(page)
      await expect(page.locator('#type-limit')).toBeFocused()
    }
    await createType()
    await checkScreen(page, 'types of performances', { restore: createType })
    await page.getByLabel('Tickets per customer').fill('40')
    await button(page, 'Save').click()
    await expect(page.getByText('40 tickets per customer')).toBeVisible()
    await page.goto('/smart/takings')
    await expect(heading(page, 'This page is for other staff')).toBeVisible()

    await page.goto('/smart/productions/new')
    const createWithFault = async (): Promise<void> => {
      await page.locator('#production-title').fill('King Lear')
      await page.locator('#production-synopsis').fill('A king divides his kingdom.')
      await page.locator('#production-runningTime').fill('long')
      await submit(page)
      await expect(page.locator('#production-runningTime')).toBeFocused()
    }
    await createWithFault()
    await checkScreen(page, 'new production with a fault', { restore: createWithFault })
    const programme = page.getByRole('link', { name: 'Programme', exact: true })
    await programme.focus()
    await expectFocusMoves(page, 'Leave without saving?', programme, () => expectAccessible(page, 'question before leaving'))
    await page.getByLabel('Running time in minutes').fill('150')
    await button(page, 'Create draft').click()
    await expect(heading(page, 'King Lear')).toBeVisible()
    await expect(page.getByText('There is no performance.')).toBeVisible()
    await expect(button(page, 'Publish')).toBeDisabled()

    await page.getByRole('link', { name: 'Add a run' }).click()
    await checkScreen(page, 'run')
    const showCalendar = async (): Promise<void> => {
      await page.locator('#run-from').fill(dayAhead(40))
      await page.locator('#run-until').fill(dayAhead(53))
      await page.locator('#run-sale-day').fill(dayAhead(-1))
      await submit(page)
      await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible()
    }
    await showCalendar()
    await checkScreen(page, 'calendar of a run', { restore: showCalendar })
    // The hall is in use on some of the days: those performances are not checked.
    const added = await page.getByRole('checkbox', { checked: true }).count()
    expect(added).toBeGreaterThan(1)
    await page.getByRole('checkbox', { checked: true }).first().focus()
    await page.keyboard.press('Space')
    await button(page, /^Add \d+ performance/).click()
    await expect(heading(page, 'King Lear')).toBeVisible()
    await expect(page.getByRole('table').getByRole('checkbox')).toHaveCount(added - 1)
    expect((await visitor.request.get('/api/events/king-lear')).status()).toBe(404)

    await shop.ageSecondFactors()
    const askForCode = async (): Promise<void> => {
      await page.locator('main button').first().click()
      await expect(page.locator('#fresh-code')).toBeFocused()
    }
    await askForCode()
    await checkScreen(page, 'production that needs a fresh code', { restore: askForCode })
    await page.getByLabel('Code', { exact: true }).fill(await unusedCodeOf(programmer.secret!, shop.origin))
    await page.keyboard.press('Enter')
    await expect(page.getByText('King Lear is published.').first()).toBeVisible()

    await expect.poll(async () => (await visitor.request.get('/api/events/king-lear')).status()).toBe(200)
    await visitor.goto('/events/king-lear')
    await expect(visitor.getByRole('heading', { level: 1 })).toContainText('King Lear')
    const { instances } = (await (await visitor.request.get('/api/events/king-lear')).json()) as { instances: { id: string }[] }
    const held = await visitor.request.post(`/api/instances/${instances[0]!.id}/best-available`, {
      data: { quantity: 2, together: true },
      headers: { origin: shop.origin },
    })
    expect(held.status()).toBe(200)

    await page.reload()
    const previewChange = async (): Promise<void> => {
      await page.locator('section[aria-labelledby=planned-performances] button').first().click()
      await page.locator('#bulk-limit').fill('4')
      await page.locator('form[aria-labelledby=bulk-edit] [type=submit]').click()
      await expect(page.locator('#bulk-edit')).toBeFocused()
    }
    await previewChange()
    await checkScreen(page, 'change of many performances', { restore: previewChange })
    await button(page, /^Change \d+ performances? now$/).click()
    await expect(page.getByText(/performances? changed\./).first()).toBeVisible()

    await page
      .getByRole('link', { name: /^Details: / })
      .first()
      .click()
    await expect(page.getByRole('rowheader', { name: 'Tickets per customer' })).toBeVisible()
    await checkScreen(page, 'single performance')
    await page.goto('/smart/productions/king-lear')
    await page.getByRole('link', { name: 'On-sale times' }).click()
    await expect(heading(page, 'On-sale times')).toBeVisible()
    const previewWindows = async (): Promise<void> => {
      await page.locator('main form').first().locator('button:not([type=submit])').last().click()
      await page.locator('[name="window-0-from-count"]').fill('60')
      await submit(page)
      await expect(page.locator('#windows-preview')).toBeVisible()
    }
    await previewWindows()
    await checkScreen(page, 'windows of a sale', { restore: previewWindows })
    await button(page, 'Change the on-sale times now').click()
    await expect(page.getByText('The on-sale times have changed.').first()).toBeVisible()
    await page.goto('/smart/productions/king-lear')

    await button(page, 'Withdraw').click()
    await expect(page.getByText(/2 seats in baskets/)).toBeVisible()

    await page.goto('/smart/changes')
    await button(page, /^Undo: Performances changed/).click()
    await expect(page.getByText('The change is undone.').first()).toBeVisible()
    await expect(page.getByText('It was undone.')).toBeVisible()
    await checkScreen(page, 'changes')
    await page.goto('/smart/productions/king-lear/edit')
    await expect(page.getByLabel('Title', { exact: true })).toBeVisible()
    await checkScreen(page, 'texts of a production')
    await page.getByLabel('Title', { exact: true }).fill('The Tragedy of King Lear')
    const address = page.getByLabel('Address', { exact: true })
    await address.fill('The King')
    await button(page, 'Save').click()
    await expect(address).toBeFocused()
    await address.fill('king-lear-at-the-globe')
    await button(page, 'Save').click()
    await expect(heading(page, 'The Tragedy of King Lear')).toBeVisible()
    await page.getByRole('link', { name: 'Look at it on the site' }).click()
    await expect(page).toHaveURL('/events/king-lear-at-the-globe')
    await visitor.goto('/events/king-lear?from=mail')
    await expect(visitor).toHaveURL('/events/king-lear-at-the-globe?from=mail')
    await page.goto('/smart/productions/king-lear')

    await page.getByRole('link', { name: 'Translations' }).click()
    await expect(page.locator('#translation-title')).toBeVisible()
    await checkScreen(page, 'translations of a production')
    await page.goto('/smart/productions/king-lear/translations?locale=de')
    await page.locator('#translation-title').fill('König Lear')
    await submit(page)
    await expect(page.getByText('Saved').first()).toBeVisible()

    await page.goto('/smart/productions/king-lear/image')
    const [image, pictures] = [page.locator('input[type=file]').first(), page.locator('input[type=file]').nth(1)]
    await image.setInputFiles({ name: 'poster.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
    await expect(page.getByText('It is not a JPEG, PNG or WebP image, whatever its name.')).toBeVisible()
    const chooseImage = async (): Promise<void> => {
      await image.setInputFiles({ name: 'poster', mimeType: 'image/png', buffer: await screenshotOf(visitor) })
      await expect(page.locator('#image-alt')).toBeVisible()
    }
    await chooseImage()
    await checkScreen(page, 'image of a production', { restore: chooseImage })
    for (const field of await page.locator('input[id^=image-alt]').all()) await field.fill('A ship in a storm')
    await page.locator('#image-alt-de').fill('Ein Schiff im Sturm')
    await submit(page)
    await expect(page.getByText('Saved').first()).toBeVisible()
    await pictures.setInputFiles({ name: 'scene', mimeType: 'image/png', buffer: await screenshotOf(page) })
    const picture = page.getByRole('group', { name: 'Picture 1' })
    await expect(picture).toBeVisible()
    for (const field of await picture.getByRole('textbox').all()) await field.fill('Lear on the heath')
    await button(page, 'Save the pictures').click()
    await expect(button(page, 'Save the pictures')).toBeDisabled()
    await visitor.context().addCookies([{ name: 'lang', value: 'de', url: shop.origin }])
    const showsImage = async (): Promise<void> => {
      await visitor.goto('/events/king-lear')
      await expect(visitor.getByRole('heading', { level: 1, name: 'König Lear' })).toBeVisible({ timeout: 2_000 })
      await expect(visitor.getByRole('img', { name: 'Ein Schiff im Sturm' })).toHaveJSProperty('complete', true)
      expect(
        await visitor.getByRole('img', { name: 'Ein Schiff im Sturm' }).evaluate((image: HTMLImageElement) => image.naturalWidth),
      ).toBeGreaterThan(0)
      await expect(visitor.getByRole('img', { name: 'Lear on the heath' })).toBeAttached({ timeout: 2_000 })
    }
    await expect(showsImage).toPass()
    const link = await visitor.locator('meta[property="og:image"]').getAttribute('content')
    const preview = await visitor.request.get(link!)
    expect([preview.status(), preview.headers()['content-type']]).toEqual([200, 'image/jpeg'])
  } finally {
    await visitor.context().close()
    await context.close()
  }
})

/** A large PNG: that of the window of a page. */
const screenshotOf = (page: Page): Promise<Buffer> => page.screenshot({ type: 'png' })

test('a programmer changes prices after a preview, a visitor sees them at once, and the programmer undoes the change', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: shop.origin, locale: 'en-GB' })
  const page = await context.newPage()
  const visitor = await (await browser.newContext({ baseURL: shop.origin, locale: 'en-GB' })).newPage()
  try {
    await signInAtCounter(
      page,
      findStaffUser(({ role }) => role === 'programmer'),
    )
    await expect(heading(page, 'Productions')).toBeVisible()
    await page.getByRole('link', { name: 'Price lists' }).click()
    await expect(heading(page, 'Price lists')).toBeVisible()
    await checkScreen(page, 'price lists')
    await page.getByLabel('Name', { exact: true }).fill('Gala')
    await button(page, 'New price list').click()
    await expect(heading(page, 'Gala')).toBeVisible()

    await page.goto('/smart/prices/kingston-exchange-weekday')
    await expect(heading(page, 'Weekdays')).toBeVisible()
    await checkScreen(page, 'price list')
    const { performances } = (await (await page.request.get('/api/staff/price-lists/kingston-exchange-weekday')).json()) as {
      performances: { id: string; state: string }[]
    }
    const { id } = performances.findLast(({ state }) => state === 'published')!
    const fullPrice = async (): Promise<number> => {
      const reply = await visitor.request.get(`/api/instances/${id}/prices`)
      return ((await reply.json()) as { prices: { a: { full: { price: number } } } }).prices.a.full.price
    }
    const before = await fullPrice()
    const previewWithFault = async (): Promise<void> => {
      const price = page.locator('[name="price-a.full"]')
      await price.fill('free')
      await submit(page)
      await expect(price).toBeFocused()
      await expect(price).toHaveAttribute('aria-invalid', 'true')
    }
    await previewWithFault()
    await checkScreen(page, 'price list with a fault', { restore: previewWithFault })
    const preview = async (): Promise<void> => {
      await page.locator('[name="price-a.full"]').fill('51.50')
      await submit(page)
      await expect(page.locator('#price-preview')).toBeVisible()
    }
    await preview()
    await checkScreen(page, 'preview of prices', { restore: preview })
    expect(await fullPrice()).toBe(before)
    const { event } = (await (await visitor.request.get(`/api/instances/${id}`)).json()) as { event: string }
    await visitor.goto(`/events/${event}/${id}/syos/all?list`)
    const priceOf = visitor.getByRole('table').getByText('£51.50')
    await expect(visitor.getByRole('table').first()).toBeVisible()
    await expect(priceOf).toHaveCount(0)
    await button(page, 'Change the prices now').click()
    await expect(visitor.getByRole('alert').filter({ hasText: 'Prices for this performance have changed.' })).toBeVisible()
    await expect(priceOf.first()).toBeVisible()
    await expect(page.getByText('The prices have changed.').first()).toBeVisible()
    await expect.poll(fullPrice).toBe(51_50)
    await page.goto('/smart/changes')
    await button(page, /^Undo: Price list changed/).click()
    await expect(page.getByText('The change is undone.').first()).toBeVisible()
    await expect.poll(fullPrice).toBe(before)
  } finally {
    await visitor.context().close()
    await context.close()
  }
})

test('a programmer adds a hall from a pretix plan, and a newer plan of it', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: shop.origin, locale: 'en-GB' })
  const page = await context.newPage()
  const choose = (buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name: 'hall.json', mimeType: 'application/json', buffer })
  try {
    await signInAtCounter(
      page,
      findStaffUser(({ role }) => role === 'programmer'),
    )
    await expect(heading(page, 'Productions')).toBeVisible()
    await page.getByRole('link', { name: 'Halls' }).click()
    await expect(heading(page, 'Halls')).toBeVisible()
    await checkScreen(page, 'halls')
    await page.getByRole('link', { name: 'Add a hall' }).click()
    await choose(Buffer.from('%PDF-1.7'))
    await expect(page.getByText(/It is another kind of file/)).toBeVisible()
    const show = async (): Promise<void> => {
      await choose(pretixPlan())
      await expect(page.locator('#save-plan')).toBeVisible()
    }
    await show()
    await expect(page.getByText('Band A: 10 seats (Front) and Band B: 20 seats (Back and Wheelchair)')).toBeVisible()
    await expect(page.getByText(/Wheelchair spaces without a companion seat/)).toBeVisible()
    await checkScreen(page, 'plan of a new hall', { restore: show })
    await show()
    await button(page, 'Add this hall').click()
    await expect(heading(page, 'Corn Exchange')).toBeVisible()
    await expect(page.getByText('20 seats')).toBeVisible()

    await page.getByRole('link', { name: 'Paint the bands on the map' }).click()
    await expect(page.getByText('Seats without a price are not sold')).toBeVisible()
    const paintRow = async (): Promise<void> => {
      await page.locator('main table select').last().selectOption('c')
      await page.locator('main button:not([type=submit])').last().click()
      await expect(page.locator('#paint-preview')).toBeVisible()
    }
    await paintRow()
    await checkScreen(page, 'bands of a price list', { restore: paintRow })
    await button(page, 'Change the bands now').click()
    await expect(page.getByText('The bands have changed.').first()).toBeVisible()
    // A drag with Shift catches seats, once they are large enough to be distinguished.
    const map = page.locator('main canvas').first()
    await map.scrollIntoViewIfNeeded()
    await button(page, 'Zoom in').click()
    await button(page, 'Zoom in').click()
    const box = (await map.boundingBox())!
    await page.keyboard.down('Shift')
    await page.mouse.move(box.x + 40, box.y + 80)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width - 40, box.y + box.height - 100, { steps: 5 })
    await page.mouse.up()
    await page.keyboard.up('Shift')
    await expect(button(page, 'Undo the last step')).toBeEnabled()

    await page.goto('/smart/halls/corn-exchange')
    await expect(page.getByRole('link', { name: 'Corn Exchange' })).toBeVisible()
    await checkScreen(page, 'hall')
    await button(page, 'Add a newer plan').click()
    await show()
    await page.locator('#hall-list').fill('Newer plan')
    await button(page, 'Add this plan').click()
    await expect(page.getByText('The hall has this plan already.')).toBeVisible()
  } finally {
    await context.close()
  }
})
