import { knownPassword, randomPerson } from '@playhouse/fixtures'
import { expect, type Locator, type Page } from '@playwright/test'

export type JourneyPerformance = { readonly id: string; readonly event: string; readonly title: string; readonly path: string }
type Listed = { id: string; event: string; availability: string; seatsLeft: number }

/**
 * A bookable performance of a production, by default one in the main hall, with many free seats. A different one for each `nth`, so
 * that tests do not share seats. Found by the API, because the programme depends on the day.
 */
export async function findPerformance(page: Page, nth: number, play = 'the-tempest'): Promise<JourneyPerformance> {
  const event = await (await page.request.get(`/api/events/${play}`)).json()
  const open = (event.instances as Listed[])
    .filter((instance) => instance.availability === 'get-tickets')
    .sort((a, b) => b.seatsLeft - a.seatsLeft || (a.id < b.id ? -1 : 1))
  const instance = open[nth % open.length]!
  return { id: instance.id, event: instance.event, title: event.title, path: `/events/${instance.event}/${instance.id}` }
}

/** A person without an account, derived from a seed. */
export const newPerson = (seed: string) => randomPerson('bridge', seed.toLowerCase().replaceAll(/[^a-z0-9]+/g, ''))
export const knownCustomer = { email: 'rosalind@audience.example', password: knownPassword }

/** Clicks, or taps on a touch device. */
async function clickOrTap(
  target: Locator,
  options: { readonly position?: { readonly x: number; readonly y: number } } = {},
): Promise<void> {
  const isTouch = await target.page().evaluate(() => matchMedia('(pointer: coarse)').matches)
  await (isTouch ? target.tap(options) : target.click(options))
}

/** Opens the seats of a performance from the home page by clicks. */
export async function walkToSeats(page: Page, chosenPerformance: JourneyPerformance): Promise<void> {
  await page.goto('/')
  await clickOrTap(page.getByRole('article').getByRole('link', { name: chosenPerformance.title, exact: true }))
  await expect(page.getByRole('heading', { level: 1, name: chosenPerformance.title })).toBeFocused()
  await page.goto(chosenPerformance.path)
  await clickOrTap(page.getByRole('link', { name: 'Choose seats on the map' }))
  await expect(page.getByRole('heading', { level: 1 })).toContainText(chosenPerformance.title)
}

/** Up to six selectable seats of the grid that are unobscured and drawn at least as large as `smallest` CSS pixels. */
export async function openSeats(page: Page, smallest = 24): Promise<Locator[]> {
  const seats = page.getByRole('grid').locator('[role=checkbox]')
  await expect(seats.first()).toBeAttached()
  const open = await seats.evaluateAll((elements, size) => {
    /** Whether a click in its centre reaches the map, and not a panel above it. */
    const isOnTop = (element: Element): boolean => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const [middle, centre] = [x + width / 2, y + height / 2]
      if (width < size || middle < 8 || centre < 8 || middle > innerWidth - 8 || centre > innerHeight - 8) return false
      const hit = document.elementFromPoint(middle, centre)
      return (
        hit !== null &&
        (hit === element ||
          element.contains(hit) ||
          hit.tagName === 'CANVAS' ||
          hit.closest('[role=grid]') !== null ||
          hit.querySelector('canvas') !== null)
      )
    }
    return elements.flatMap((element, nth) =>
      element.ariaDisabled !== 'true' && element.ariaChecked !== 'true' && isOnTop(element) ? [nth] : [],
    )
  }, smallest)
  return open.slice(0, 6).map((nth) => seats.nth(nth))
}

export async function addToBasket(page: Page): Promise<void> {
  await clickOrTap(page.getByRole('button', { name: /^Add .*to basket/ }))
  await expect(page).toHaveURL(/\/checkout\/basket$/)
  await expect(page.getByRole('heading', { level: 1, name: /^Your basket$/ })).toBeVisible()
}

/** Selects the first free seats of the list. @returns their names */
export async function pickFromList(page: Page, chosenPerformance: JourneyPerformance, count: number): Promise<string[]> {
  await page.goto(`${chosenPerformance.path}/syos/all?list`)
  const free = page.getByRole('checkbox', { name: /^Row/, disabled: false })
  await expect(free.first()).toBeVisible()
  const names: string[] = []
  for (let nth = 0; nth < count; nth++) {
    const seat = free.nth(nth)
    await seat.press('Space')
    await expect(seat).toBeChecked()
    names.push((await seat.getAttribute('aria-label')) ?? '')
  }
  return names
}

export async function continueFromBasket(page: Page): Promise<void> {
  await clickOrTap(page.getByRole('link', { name: 'Continue' }))
}

export async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email address').fill(email)
  await clickOrTap(page.getByRole('button', { name: 'Continue' }))
  await page.getByLabel('Password', { exact: true }).fill(password)
  await clickOrTap(page.getByRole('button', { name: 'Sign in', exact: true }))
}

export async function register(page: Page, person: ReturnType<typeof newPerson>): Promise<void> {
  await page.getByLabel('Email address').fill(person.email)
  await clickOrTap(page.getByRole('button', { name: 'Continue' }))
  await page.getByLabel('First name').fill(person.firstName)
  await page.getByLabel('Last name').fill(person.lastName)
  await page.getByLabel('Phone number').fill(person.phone)
  await page.getByLabel('Address line 1').fill(person.address.line1)
  await page.getByLabel('City').fill(person.address.city)
  await page.getByRole('textbox', { name: /^(County|State)/ }).fill(person.address.county || person.address.state || 'London')
  await page.getByLabel('Postcode').fill(person.address.postcode)
  await page.getByLabel('Choose a password').fill(person.password)
  await clickOrTap(page.getByRole('button', { name: 'Register and continue' }))
}

/**
 * Continues from delivery to payment with the preset delivery and billing, and accepts the terms.
 * @param look runs on each step
 */
export async function walkToPayment(page: Page, look: (step: string) => Promise<void> = async () => {}): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'How would you like your tickets?' })).toBeVisible()
  await look('delivery')
  await clickOrTap(page.getByRole('button', { name: 'Continue' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Check your order' })).toBeVisible()
  await look('summary')
  // On the box: the rest of the label links to the terms.
  await clickOrTap(page.locator('label').filter({ hasText: 'I accept the terms and conditions' }), { position: { x: 12, y: 16 } })
  await expect(page.getByRole('checkbox', { name: 'I accept the terms and conditions' })).toBeChecked()
  await clickOrTap(page.getByRole('button', { name: 'Continue' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Who is paying?' })).toBeVisible()
  await look('billing')
  await clickOrTap(page.getByRole('button', { name: 'Continue' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible()
  await look('payment')
}

export async function goToProvider(page: Page): Promise<void> {
  await clickOrTap(page.getByRole('button', { name: /^Pay / }))
  await arriveAtProvider(page)
}

/** Waits for the payment page, whose URL changes before it is rendered. */
export async function arriveAtProvider(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/pay\//)
  await expect(page.getByLabel('Card number')).toBeVisible()
}

export async function payByCard(page: Page, card = '4242 4242 4242 4242'): Promise<void> {
  await page.getByLabel('Card number').fill(card)
  await clickOrTap(page.getByRole('button', { name: /^Pay / }).first())
}

/** Advances the installed clock of a page 30 seconds past an instant, so that a page with a late clock passes it, too. */
export async function advanceClockPast(page: Page, instant: string): Promise<void> {
  await page.clock.fastForward(Date.parse(instant) + 30_000 - (await page.evaluate(() => Date.now())))
}

/** The confirmed order's number. */
export async function expectConfirmed(page: Page, tickets: number): Promise<string> {
  await expect(page.getByRole('heading', { level: 1, name: 'See you at the theatre' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('img', { name: 'QR code to show at the door' })).toHaveCount(tickets)
  const number = /Order ([A-Z0-9]{8})/.exec((await page.getByRole('main').textContent()) ?? '')?.[1]
  expect(number).toBeTruthy()
  return number!
}

/** The total that a basket or checkout page shows, in major units. */
export const totalOf = async (page: Page): Promise<number> => {
  const text = await page.locator('dl').getByText('Total', { exact: true }).locator('xpath=following-sibling::dd').first().textContent()
  return Number((text ?? '').replaceAll(/[^\d.]/g, ''))
}
