import type { Page } from '@playwright/test'
import { buyQuickly } from '../support/buy.ts'
import { findPerformance, newPerson, knownCustomer, register } from '../support/journey.ts'
import { cancelTransitions, clickVirtually, expectFocusMoves, expectFocusWithin, overlay, overlaysInSource } from '../support/overlays.ts'
import { openList, openMap } from '../support/seat-screen.ts'
import { expect, type Shop, test } from '../support/test.ts'

// Every dialog, sheet and menu, opened as a screen reader does: by a click without a pointer.

/** Overlays of the source that a test of this file opens. */
const openedOverlays: Readonly<Record<string, readonly string[]>> = {
  'the map': ['Shortcuts.tsx Dialog', 'MapKey.tsx Dialog', 'SeatScreen.tsx SectionPicker', 'FloorDialog.tsx Dialog'],
  'the list': ['SeatDetails.tsx Dialog', 'CompareSeats.tsx Dialog', 'SeatCard.tsx PriceTypeSelect'],
  'a phone': ['Menu.tsx Sheet', 'SeatScreen.tsx Sheet'],
  'a performance': ['OtherDates.tsx Dialog', 'ByPriceQuestions.tsx Select', 'PriorityNotice.tsx CodeDialog'],
  'the basket': ['TicketLine.tsx Select', 'PromoLine.tsx CodeDialog', 'StoredValueLines.tsx CodeDialog'],
  'the hold': ['BasketExpiry.tsx AlertDialog', 'BasketExpiry.tsx AlertDialog', 'BasketExpiry.tsx AlertDialog'],
  'the account': [
    'AddressesPage.tsx RemoveDialog',
    'AddressesPage.tsx Dialog',
    'PaymentCardsPage.tsx RemoveDialog',
    'DirectDebits.tsx RemoveDialog',
    'YourDetailsPage.tsx Select',
  ],
  // The dialogs of brands that offer them are tested in journeys/checkout.e2e.ts and journeys/mixed-basket.e2e.ts.
  'an order': ['CancelOrder.tsx AlertDialog', 'ReturnParts.tsx AlertDialog'],
  // Tested in journeys/forms.e2e.ts.
  'forms and tables': ['FormEntriesPage.tsx Select', 'FormEntriesPage.tsx Select', 'TableDialog.tsx Dialog'],
  // Tested in journeys/order-with-extras.e2e.ts.
  'what is sold for a performance': [
    'FoodDialog.tsx Dialog',
    'FoodForm.tsx Select',
    'PerformanceLinks.tsx Select',
    'PerformanceProducts.tsx Dialog',
  ],
  // Tested in journeys/fixed-series.e2e.ts.
  'a fixed series': ['ChoosePricesPage.tsx Select', 'PackageGroup.tsx AlertDialog'],
  // Tested in journeys/packages.e2e.ts.
  'packages and listings': ['PartChoice.tsx Select', 'ListingsPage.tsx Select'],
  // Tested in journeys/group-bookings.e2e.ts.
  'seats of a group': ['SeatsForm.tsx Select'],
  // Tested in journeys/staff-accounts.e2e.ts.
  'the box office': ['CommandPalette.tsx Dialog'],
  // Tested in journeys/planning.e2e.ts.
  'the programme': ['OptionField.tsx Select', 'useUnsavedGuard.tsx AlertDialog'],
  'a ballot': ['AlternativeChoicesPage.tsx Select'],
}

test('every overlay in the source is opened by a test of this file', () => {
  expect(overlaysInSource()).toEqual(Object.values(openedOverlays).flat().toSorted())
})

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) }).first()
const headersOf = (shop: Shop) => ({ origin: shop.origin })
/** A seat outside the first band, which has one price type. */
const hold = async (page: Page, shop: Shop, nth: number, quantity = 2): Promise<void> => {
  const { id } = await findPerformance(page, nth)
  const response = await page.request.post(`/api/instances/${id}/best-available`, {
    data: { quantity, together: true, band: 'c' },
    headers: headersOf(shop),
  })
  expect(response.status()).toBe(200)
}

test('focus enters and leaves every overlay of the map after a virtual click', async ({ page }) => {
  await openMap(page, await findPerformance(page, 11))
  await cancelTransitions(page)
  for (const name of ['Keyboard help', 'Map key', 'Go to section']) await expectFocusMoves(page, name, button(page, name))
  const floor = await findPerformance(page, 1, 'the-small-hours')
  await page.goto(`${floor.path}/syos/all?map`)
  await expect(page.getByRole('grid').getByRole('spinbutton').first()).toBeAttached()
  await cancelTransitions(page)
  const help = button(page, 'Keyboard help')
  await clickVirtually(help)
  await page.keyboard.press('Escape')
  await expect(help).toBeFocused()
  // The floor is drawn on the canvas: a screen reader opens its dialog by moving the pointer there.
  const { x, y, width, height } = (await page.getByRole('grid').getByRole('spinbutton').first().boundingBox())!
  await page.mouse.click(x + width / 2, y + height / 2)
  await expectFocusWithin(page, 'floor')
  await page.keyboard.press('Escape')
  await expect(overlay(page)).toHaveCount(0)
})

test('focus enters and leaves every overlay of the list after a virtual click', async ({ page }) => {
  await openList(page, await findPerformance(page, 11))
  await cancelTransitions(page)
  await expectFocusMoves(page, 'details', button(page, /^Details/), async () => {
    await clickVirtually(overlay(page).getByRole('button', { name: 'Compare', exact: true }))
  })
  await expectFocusMoves(page, 'compare', button(page, /^Compare seats/))
  // Not one of the best seats, which have one price type.
  await clickVirtually(page.getByRole('table').getByRole('checkbox', { disabled: false }).last())
  await expectFocusMoves(page, 'price type', page.locator('[aria-haspopup=listbox]').first())
})

test('focus enters and leaves the sheets of a phone after a virtual click', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openMap(page, await findPerformance(page, 11))
  await cancelTransitions(page)
  await expectFocusMoves(page, 'filters', button(page, 'Filters'))
  await page.goto('/')
  await cancelTransitions(page)
  await expectFocusMoves(page, 'menu', button(page, 'Menu'))
})

test('focus enters and leaves every overlay of a performance after a virtual click', async ({ page }) => {
  const { path } = await findPerformance(page, 11)
  await page.goto(path)
  await cancelTransitions(page)
  await expectFocusMoves(page, 'other dates', button(page, 'Change date'))
  await page.goto(`${path}/price-selection`)
  await cancelTransitions(page)
  await expectFocusMoves(page, 'area', page.locator('[aria-haspopup=listbox]').first())
  const { instances } = await (await page.request.get('/api/events/a-midsummer-nights-dream')).json()
  const priorityInstance = (instances as { id: string; availability: string }[]).find(({ availability }) => availability === 'priority')!
  await page.goto(`/events/a-midsummer-nights-dream/${priorityInstance.id}`)
  await cancelTransitions(page)
  await expectFocusMoves(page, 'priority code', button(page, 'I have a code'))
})

test('focus enters and leaves every overlay of the basket after a virtual click', async ({ page, shop }) => {
  await hold(page, shop, 11)
  await page.goto('/checkout/basket')
  await cancelTransitions(page)
  await expectFocusMoves(page, 'promo code', button(page, 'I have a promo code'))
  await expectFocusMoves(page, 'gift voucher', button(page, 'I have a gift voucher'))
  await expectFocusMoves(page, 'price type', page.locator('[aria-haspopup=listbox]').first())
})

test('focus enters the hold alerts, and returns to where it was', async ({ page, shop }) => {
  await hold(page, shop, 11)
  await page.clock.install()
  await page.goto('/checkout/basket')
  await expect(page.getByRole('timer')).toBeVisible()
  await cancelTransitions(page)
  const more = button(page, 'Give me more time')
  await clickVirtually(more)
  const deadlineOf = async (): Promise<number> => Date.parse((await (await page.request.get('/api/basket')).json()).deadline)
  await expect(more).toBeEnabled()
  const passTo = async (seconds: number): Promise<void> => {
    const left = Math.ceil(((await deadlineOf()) - (await page.evaluate(() => Date.now()))) / 1_000)
    await page.clock.runFor((left - seconds) * 1_000)
  }
  await passTo(119)
  await expectFocusWithin(page, 'two minutes')
  await page.keyboard.press('Escape')
  await page.clock.runFor(2_000)
  await expect(overlay(page)).toHaveCount(0)
  await expect(more).toBeFocused()
  await shop.endHolds()
  await page.clock.runFor(119_000)
  await expectFocusWithin(page, 'over')
})

test('focus enters the alert of a basket that was reset, which leads to the home page', async ({ page, shop }) => {
  await hold(page, shop, 11)
  await page.goto('/checkout/basket')
  await cancelTransitions(page)
  const problem = {
    type: 'urn:playhouse:problem:basket-error',
    title: 'basket error',
    status: 409,
    code: 'basket-error',
    params: {},
    requestId: 'test',
  }
  await page.route('**/api/basket/extend', (route) =>
    route.fulfill({ status: 409, contentType: 'application/problem+json', json: problem }),
  )
  await clickVirtually(button(page, 'Give me more time'))
  await expectFocusWithin(page, 'basket error')
  await overlay(page).getByRole('button').click()
  await expect(page).toHaveURL(`${shop.origin}/`)
})

test('focus enters and leaves every overlay of the account after a virtual click', async ({ page, shop }) => {
  // A customer of this test only: a saved card changes the payment page of other tests.
  await buyQuickly(page, { ...knownCustomer, email: 'viola@audience.example' }, 1, 11, { keepCard: true })
  const address = { line1: '9 Prompt Corner', line2: '', line3: '', city: 'London', state: 'London', postcode: 'SE1 9GF', country: 'GB' }
  const data = { ...address, isPrimary: false, isBilling: false, isDelivery: false }
  expect((await page.request.post('/api/me/addresses', { data, headers: headersOf(shop) })).status()).toBe(200)
  await page.goto('/account/addresses')
  await cancelTransitions(page)
  await expectFocusMoves(page, 'a new address', button(page, 'Add an address'))
  await expectFocusMoves(page, 'remove an address', button(page, /^Remove /))
  await page.goto('/account/payment-cards')
  await cancelTransitions(page)
  await expectFocusMoves(page, 'remove a card', button(page, /^Remove /))
  const setUp = button(page, 'Set up a direct debit')
  // A second try finds the one of the first.
  if (await setUp.isVisible()) {
    await setUp.click()
    await page.getByRole('button', { name: 'Agree', exact: true }).click()
    await expect(page).toHaveURL(/\/order\/direct-debits\/verify/)
    await page.goto('/account/payment-cards')
    await cancelTransitions(page)
  }
  await expectFocusMoves(page, 'remove a direct debit', button(page, /^Remove direct debit/))
  await page.goto('/account/your-details')
  await cancelTransitions(page)
  await expectFocusMoves(page, 'title', page.locator('[aria-haspopup=listbox]').first())
})

test('focus enters and leaves the choices of a ballot after a virtual click', async ({ page }) => {
  const { instances } = await (await page.request.get('/api/events/julius-caesar')).json()
  await page.goto(`/events/julius-caesar/${instances[1].id}`)
  await page.getByRole('link', { name: 'Take part in the ballot' }).click()
  await register(page, newPerson(`overlays ${Date.now()}`))
  await button(page, 'Enter the ballot').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ballot: other performances' })).toBeFocused()
  await cancelTransitions(page)
  await expectFocusMoves(page, 'another performance', button(page, /Choice 2/))
})
