import { arriveAtProvider, findPerformance, expectConfirmed, newPerson, payByCard, signIn } from '../support/journey.ts'
import { expectNoSecrets, watchScripts } from '../support/scripts.ts'
import { cutByTextSpacing } from '../support/text-spacing.ts'
import { expect, test } from '../support/test.ts'

test('§9.22 §9.23 §9.32 §9.33 §9.35 at 400 % the checkout completes, and neither an expired hold nor signing in again loses input @money', async ({
  page,
  shop,
}) => {
  const person = newPerson(`zoom ${Date.now()}`)
  const headers = { origin: shop.origin }
  const { postcode, ...address } = { ...person.address, county: person.address.county || 'London' }
  const response = await page.request.post('/api/auth/register', {
    data: {
      email: person.email,
      password: person.password,
      title: '',
      firstName: person.firstName,
      lastName: person.lastName,
      phone: person.phone,
      address: { ...address, postcode },
      marketing: false,
    },
    headers,
  })
  expect(response.ok(), await response.text()).toBe(true)
  const chosenPerformance = await findPerformance(page, 13)
  await page.request.post(`/api/instances/${chosenPerformance.id}/best-available`, { data: { quantity: 2, together: true }, headers })
  // 1280 × 1024 at 400 %.
  await page.setViewportSize({ width: 320, height: 256 })
  await page.emulateMedia({ reducedMotion: 'reduce' })

  /** Checks a step at 400 % and continues to the next one. */
  const step = async (title: string, check: () => Promise<void>): Promise<void> => {
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), title).toBeLessThanOrEqual(320)
    expect(await cutByTextSpacing(page), title).toEqual([])
    await check()
  }
  const goOn = () => page.getByRole('button', { name: 'Continue', exact: true }).click()
  const accept = () =>
    page
      .locator('label')
      .filter({ hasText: 'I accept the terms' })
      .click({ position: { x: 12, y: 16 } })
  const scripts = watchScripts(page)
  await page.goto('/checkout/basket')
  await step('Your basket', () => page.getByRole('link', { name: 'Continue' }).click())
  await step('How would you like your tickets?', async () => {
    await page.getByRole('radio', { name: /box office/ }).press('Space')
    await goOn()
  })
  await step('Check your order', async () => {
    await page.getByRole('textbox', { name: /^Access needs/ }).fill('A quiet way in')
    await accept()
    await goOn()
  })
  await step('Who is paying?', async () => {
    await page.getByLabel('First name').fill('Somebody')
    await page.getByLabel('Last name').fill('Else')
    // The hold has expired.
    await shop.endHolds()
    await goOn()
  })
  await page.getByRole('button', { name: 'Try the same seats again' }).click()
  await step('Your basket', () => page.getByRole('link', { name: 'Continue' }).click())
  await step('How would you like your tickets?', async () => {
    await expect(page.getByRole('radio', { name: /box office/ })).toBeChecked()
    await goOn()
  })
  await step('Check your order', async () => {
    await expect(page.getByRole('textbox', { name: /^Access needs/ })).toHaveValue('A quiet way in')
    // The terms must be accepted again for an order that has changed; all other input is kept.
    await accept()
    await goOn()
  })
  await step('Who is paying?', async () => {
    await expect(page.getByLabel('First name')).toHaveValue('Somebody')
    // §9.35: the known address is prefilled.
    await expect(page.getByRole('checkbox', { name: 'Same as my address' })).toBeChecked()
    // The session has expired, too.
    await page.context().clearCookies()
    await goOn()
  })
  await step('Sign in or register', () => signIn(page, person))
  await step('Who is paying?', async () => {
    await expect(page.getByLabel('First name')).toHaveValue('Somebody')
    await expect(page.getByLabel('Last name')).toHaveValue('Else')
    await goOn()
  })
  // Checkout pages run only scripts of the listed packages, and no script contains a key.
  await step('Payment', async () => {
    scripts.expectOwn(shop)
    await expectNoSecrets(page, shop)
    await page.getByRole('button', { name: /^Pay / }).click()
  })
  // §9.34: known details are not requested again.
  await arriveAtProvider(page)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Somebody Else')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email)
  await expect(page.getByLabel('Postcode')).toHaveValue(postcode)
  await payByCard(page)
  await expectConfirmed(page, 2)
  expect(await cutByTextSpacing(page), 'confirmed').toEqual([])
})
