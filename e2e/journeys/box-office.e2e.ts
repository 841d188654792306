import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { people } from '@playhouse/fixtures'
import { findStaffUser, signInAtCounter, unusedCodeOf } from '../support/counter.ts'
import { keysOf } from '../support/keys.ts'
import { cameraOf } from '../support/seat-screen.ts'
import { expect, expectAccessible, type Shop, test } from '../support/test.ts'

const rosalind = people('bridge')[0]!

test('sells two seats at the counter by keyboard in at most twelve keys, and records the sale @money @seats', async ({ page, shop }) => {
  // The screens are checked in a11y/counter.e2e.ts.
  test.slow()
  await page.goto('/smart/book')
  await expect(page).toHaveURL(/\/smart\/sign-in\?next=/)
  await expectAccessible(page, 'sign in')
  await signInAtCounter(
    page,
    findStaffUser(({ role }) => role === 'manager'),
  )
  await expect(page.getByRole('heading', { name: 'Find a customer' })).toBeVisible()

  // Finds a customer by prefixes of their names.
  const find = async (): Promise<void> => {
    await expect(page.getByRole('searchbox')).toBeFocused()
    await page.keyboard.type('ros ard')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
  }
  await find()
  await expectAccessible(page, 'customers found')
  await page.getByRole('button', { name: `Serve Ms ${rosalind.firstName} ${rosalind.lastName}` }).press('Enter')
  await expect(page.getByRole('heading', { name: `Ms ${rosalind.firstName} ${rosalind.lastName}` })).toBeVisible()
  await page.getByRole('link', { name: 'Choose a performance' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Performances' })).toBeVisible()
  await expectAccessible(page, 'performances')
  const instance = await roomyNight(page)
  await page.locator(`main li a[href*="${instance}"]`).first().press('Enter')

  // Free seats of the performance from the server, as the clerk sees them on the map.
  const line = page.getByLabel('Seats', { exact: true })
  await expect(line).toBeFocused()
  const seatCall = await freePair(page, instance)
  const keys = keysOf(page)
  await keys.type(seatCall)
  await keys.press('Enter')
  await expect(page.getByRole('heading', { name: '2 seats held' })).toBeVisible()
  await keys.press('Enter')
  await expect(page.getByLabel('Cash given')).toBeFocused()
  await expectAccessible(page, 'paying')
  await keys.press('Enter')
  await expect(page.getByRole('heading', { name: /^Sold: order / })).toBeVisible()
  console.log(`two seats ("${seatCall}") sold in ${keys.pressCount()} keys from an open performance`)
  expect(keys.pressCount()).toBeLessThanOrEqual(12)
  await expectAccessible(page, 'sold')

  // Enter continues; every map gesture has a button.
  await page.keyboard.press('Enter')
  await expect(line).toBeFocused()
  const whole = await cameraOf(page)
  await page.getByRole('button', { name: 'Zoom in', exact: true }).press('Enter')
  await expect.poll(() => cameraOf(page)).not.toBe(whole)
  await page.getByRole('button', { name: 'Keyboard help' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Keyboard help' })).toBeVisible()
  await page.keyboard.press('Escape')
  await line.focus()

  // Complimentary tickets with a reason; then blocks and unblocks seats.
  const more = await freePair(page, instance)
  await page.keyboard.type(`${more}=comp`)
  await page.getByLabel('Why they are free').fill('press night')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '2 seats held' })).toBeVisible()
  await page.getByRole('button', { name: 'Reserve, or keep off sale' }).press('Enter')
  await page.getByLabel('Reason', { exact: true }).fill('camera position')
  await page.getByRole('button', { name: 'Keep off sale', exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: '2 seats off sale' })).toBeVisible()
  await page.getByRole('button', { name: '2 seats off sale' }).press('Enter')
  await expectAccessible(page, 'selling')
  await page.getByRole('button', { name: 'Put on sale again' }).press('Enter')
  await page.getByLabel('Why they go on sale').fill('no camera')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: '2 seats off sale' })).toBeHidden()

  // Best available seats and alternatives by key; a declined card, no card, and a successful one.
  const fullPriceSeats = async () => (await page.getByRole('row', { name: /Full price/ }).allInnerTexts()).map((row) => row.split('\t')[0])
  await line.fill('2')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '2 seats held' })).toBeVisible()
  const first = await fullPriceSeats()
  await expect(line).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect.poll(fullPriceSeats).not.toEqual(first)
  await page.keyboard.press('Enter')
  const code = page.getByLabel('Gift voucher or promo code')
  await code.fill('GIFT-OTHELLO')
  await page.keyboard.press('Enter')
  const removeVoucher = page.getByRole('button', { name: /^Without the voucher/ })
  await removeVoucher.press('Enter')
  await expect(removeVoucher).toBeHidden()
  await lay(page, shop, 'declined')
  await page.getByLabel('Cash given').press('Shift+Enter')
  await expect(page.getByText('The card was declined')).toBeVisible()
  await lay(page, shop, 'absent')
  await page.getByLabel('Cash given').press('Shift+Enter')
  await page.getByRole('button', { name: 'Stop the reader' }).press('Enter')
  await expect(page.getByText('It was cancelled on the reader')).toBeVisible()
  await expectAccessible(page, 'a card that came to nothing')
  await lay(page, shop, 'response-lost')
  await page.getByLabel('Cash given').press('Shift+Enter')
  await expect(page.getByRole('region', { name: /^Sold: order / }).getByText(/by card$/)).toBeVisible()

  // After the sale: exchanges one ticket for another performance, returns the other for credit, and reads the takings.
  await page.getByRole('link', { name: 'Order', exact: true }).press('Enter')
  await expectAccessible(page, 'an order')
  await page.getByRole('region', { name: 'Tickets of this order' }).getByRole('checkbox').first().press('Space')
  await page.getByRole('button', { name: 'Exchange chosen seats' }).press('Enter')
  await expect(page.getByText(/^Exchanging /)).toBeVisible()
  await expect(line).toBeFocused()
  await page.getByRole('link', { name: 'Seats of another performance' }).press('Enter')
  await expectAccessible(page, 'another performance')
  const word = page.getByLabel('Title, day or hall')
  await expect(word, 'the same play is looked for').not.toHaveValue('')
  await word.fill('')
  const another = await roomyNight(page, instance)
  await page.locator(`main li a[href*="${another}?"]`).first().press('Enter')
  await expect(page.getByText(/^Exchanging .*\d/)).toBeVisible()
  await expect(line).toBeFocused()
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '1 seat held' })).toBeVisible()
  await page.keyboard.press('Enter')
  await page
    .getByRole('region', { name: 'Take payment' })
    .getByRole('button', { name: /^(Cash|Exchange)$/ })
    .press('Enter')
  await expect(page.getByText(/paid by the returned tickets/)).toBeVisible()
  await page.getByRole('link', { name: 'Order', exact: true }).press('Enter')
  await page.getByRole('region', { name: 'Tickets of this order' }).getByRole('checkbox').first().press('Space')
  await page.getByLabel('Reason for the return').fill('=HYPERLINK("ill")')
  await page.getByRole('button', { name: 'Return for credit' }).press('Enter')
  // By the price of the other performance, the exchange was paid wholly by the returned ticket or in part by cash.
  await expect(page.getByText(/is on (their account as credit|vouchers and credit again)/).first()).toBeVisible()
  await page.getByRole('link', { name: 'Sales report' }).press('Enter')
  await expect(page.getByRole('row', { name: /Prospero Vane/ })).toBeVisible()
  await expectAccessible(page, 'takings')
  const [sheet] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download (CSV)' }).press('Enter')])
  expect(await readFile(await sheet.path(), 'utf8')).toMatch(
    /^\u{FEFF}"Day","Who",.*\r\n"\d{4}-\d\d-\d\d","Prospero Vane",\d+,.*\.\d\d\r\n$/su,
  )

  await page.goto(`/smart/audit/${another}`)
  await expect(page.getByRole('row', { name: /returned .*=HYPERLINK/ })).toBeVisible()
  await page.goto(`/smart/audit/${instance}`)
  await expect(page.getByRole('row', { name: /exchanged/ }).first()).toBeVisible()
  await expect(page.getByRole('row', { name: /Prospero Vane sold/ }).first()).toBeVisible()
  await expect(page.getByRole('row', { name: /put on sale again .*no camera/ })).toBeVisible()
  await expectAccessible(page, 'who did what')
  for (const path of ['/smart/add-to-cart/donations/any', '/smart/add-to-cart/memberships/any']) {
    await page.goto(path)
    await expect(page.getByText('This page could not be found')).toBeVisible()
    await expectAccessible(page, path)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/smart/book/${instance}`)
  await expect(page.getByLabel('Seats', { exact: true })).toBeVisible()
  await expectAccessible(page, 'selling on a phone')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('navigation', { name: 'Box office' }).getByRole('link').first()).toBeVisible()
  await expectAccessible(page, 'menu of a phone')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/smart\/sign-in/)
})

test('completes an interrupted cash sale once after a reload, and lists a second one until the cash is confirmed @money @seats', async ({
  page,
  shop,
}) => {
  test.slow()
  await signInAtCounter(
    page,
    findStaffUser(({ role }) => role === 'manager'),
  )
  await expect(page.getByRole('heading', { name: 'Find a customer' })).toBeVisible()
  const instance = await roomyNight(page)
  type Takings = { staff: { name: string }; sales: number; cashIn: number; cardIn: number }
  const readReport = async (query = ''): Promise<{ today: string; people: Takings[] }> =>
    (await page.request.get(`/api/staff/takings${query}`)).json()
  const { today: firstDay } = await readReport()
  /** The manager's takings since the journey began, on the day before too where midnight has passed since. */
  const takings = async (): Promise<Omit<Takings, 'staff'>> => {
    const latest = await readReport()
    const earlier = latest.today === firstDay ? [] : (await readReport(`?day=${firstDay}`)).people
    const rows = [...earlier, ...latest.people].filter(({ staff }) => staff.name === 'Prospero Vane')
    const sumOf = (of: 'sales' | 'cashIn' | 'cardIn'): number => rows.reduce((sum, row) => sum + row[of], 0)
    return { sales: sumOf('sales'), cashIn: sumOf('cashIn'), cardIn: sumOf('cardIn') }
  }
  const before = await takings()
  const askAgain = page.getByRole('button', { name: 'Ask again' })
  /** Takes cash for two seats; the sale is not completed before the page is reloaded. @returns the sum */
  const interruptSale = async (): Promise<number> => {
    await page.goto(`/smart/book/${instance}`)
    await expect(page.getByLabel('Seats', { exact: true })).toBeFocused()
    await page.keyboard.type(await freePair(page, instance))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: '2 seats held' })).toBeVisible()
    await page.keyboard.press('Enter')
    const cashGiven = page.getByLabel('Cash given')
    await expect(cashGiven).toBeFocused()
    const sum = Math.round(Number(await cashGiven.inputValue()) * 100)
    const completeOrders = await shop.withholdOrders()
    await page.keyboard.press('Enter')
    await expect(askAgain).toBeVisible()
    await page.reload()
    await expect(askAgain).toBeVisible()
    await completeOrders()
    return sum
  }

  const first = await interruptSale()
  await expectAccessible(page, 'an interrupted cash sale')
  await askAgain.press('Enter')
  await expect(page.getByRole('heading', { name: /^Sold: order / })).toBeVisible()
  expect(await takings()).toMatchObject({ sales: before.sales + 1, cashIn: before.cashIn + first, cardIn: before.cardIn })

  const second = await interruptSale()
  await shop.agePayments()
  const unfinishedAmounts = async (): Promise<number[]> => {
    const { sales } = await (await page.request.get('/api/staff/unfinished-sales')).json()
    return sales.map(({ amount }: { amount: number }) => amount)
  }
  await expect.poll(unfinishedAmounts, { timeout: 60_000 }).toEqual([second])
  await page.goto('/smart/takings')
  await expectAccessible(page, 'an unfinished cash sale')
  await page
    .getByRole('group', { name: /Prospero Vane/ })
    .getByRole('button', { name: /^£.* was taken$/ })
    .press('Enter')
  await expect(page.getByRole('main').getByText(/^Sold: order .*Open the order/)).toBeVisible()
  expect(await unfinishedAmounts()).toEqual([])
  expect(await takings()).toMatchObject({ sales: before.sales + 2, cashIn: before.cashIn + first + second, cardIn: before.cardIn })
})

test('a new staff user enrols a second factor, and can then sell', async ({ page }) => {
  const puck = findStaffUser(({ secret }) => secret === undefined)
  await page.goto('/smart')
  await page.getByLabel('Work e-mail address').fill(puck.email)
  await page.getByLabel('Password', { exact: true }).fill(puck.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expectAccessible(page, 'enrolling')
  const secret = (await page.getByText('No camera?').innerText()).replace(/^.*:/s, '').replaceAll(/\s/g, '')
  await page.getByLabel('Code', { exact: true }).fill(await unusedCodeOf(secret, new URL(page.url()).origin))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  await expectAccessible(page, 'recovery codes')
  await page
    .getByRole('button', { name: 'I’ve kept them' })
    .or(page.getByRole('button', { name: "I've kept them" }))
    .press('Enter')
  await expect(page.getByText('Robin Goodfellow, clerk')).toBeVisible()
})

/** Sets the card of the next reading of the card terminal. */
async function lay(page: Page, shop: Shop, card: string): Promise<void> {
  const reply = await page.request.post(`${shop.sandbox}/pad`, { form: { card }, maxRedirects: 0 })
  expect(reply.status(), card).toBe(303)
}

/**
 * A performance of a later day with enough free seats, in a hall where a pair of seats can be entered by name. Tonight's
 * performance depends on the time of the test.
 */
async function roomyNight(page: Page, before?: string): Promise<string> {
  const soonest = Date.now() + 86_400_000
  type Night = { id: string; seatsLeft: number; startsAt: string; availability: string }
  const { instances } = (await (await page.request.get('/api/staff/instances')).json()) as { instances: Night[] }
  for (const { id, availability, seatsLeft, startsAt } of instances)
    if (availability === 'get-tickets' && seatsLeft > 100 && Date.parse(startsAt) > soonest && id !== before && (await findPair(page, id)))
      return id
  throw new Error('no performance with 100 free seats and a pair that can be entered by name')
}

const freePair = async (page: Page, instance: string): Promise<string> => (await findPair(page, instance))!

/** The shortest input by which a clerk finds two adjacent free seats in only one area; undefined without one. */
async function findPair(page: Page, instance: string): Promise<string | undefined> {
  const response = await page.evaluate(async (id) => {
    const read = async (path: string) => (await fetch(`/api${path}`)).json()
    const open = await read(`/staff/instances/${id}`)
    const [plan, now] = await Promise.all([read(`/venues/${open.hall}/maps/${open.planVersion}`), read(`/staff/instances/${id}/seats`)])
    return { plan, seats: now.seats as string }
  }, instance)
  const bytes = Buffer.from(response.seats, 'base64')
  const isFree = (seat: number): boolean => ((bytes[seat >> 2]! >> ((seat & 3) * 2)) & 3) === 0
  type Row = { area: number; label: string; seats: number; from?: number; step?: number; numbers?: string[]; table?: unknown }
  const rows = response.plan.rows as Row[]
  let first = 0
  for (const row of rows) {
    const number = (place: number): string => row.numbers?.[place] ?? String((row.from ?? 1) + place * (row.step ?? 1))
    const isAlone = rows.filter(({ label }) => label.toLowerCase() === row.label.toLowerCase()).length === 1
    for (let place = 0; isAlone && /^[a-z]{1,2}$/i.test(row.label) && place + 1 < row.seats; place++)
      if (isFree(first + place) && isFree(first + place + 1)) return `${row.label.toLowerCase()}${number(place)}-${number(place + 1)}`
    first += row.seats
  }
  return undefined
}
