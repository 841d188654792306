import { longestWait } from '@playhouse/testing/time-limit'
import { findPerformance, newPerson, payByCard } from '../support/journey.ts'
import { keysOf } from '../support/keys.ts'
import { checkScreen } from '../support/check-screen.ts'
import { readMail } from '../support/mailbox.ts'
import { openShop } from '../support/server.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

/** Nothing overflows at the narrowest width in the language with the longest words. */
const narrow = { width: 320, height: 700 }

/** A server with another sign-in style, which is closed after the test in any case. */
async function otherShop(nth: number, settings: Readonly<Record<string, string>>) {
  const shop = await openShop(nth, settings)
  return { ...shop, [Symbol.asyncDispose]: () => shop.stop() }
}

test('two-step sign-in by keyboard: unknown address, missing fields, registration, sign-out and sign-in', async ({ page, shop }) => {
  const person = newPerson(`entry ${Date.now()}`)
  const { press, type, tabTo } = keysOf(page)
  await page.goto('/login')
  await expect(page).toHaveTitle(/^Sign in or register/)
  await tabTo(/^Email address/)
  await press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Email is required.' })).toBeFocused()
  await tabTo(/^Email is required/)
  await press('Enter')
  await type(person.email)
  await press('Enter')
  await expect(page.getByText(`There is no account with ${person.email}.`)).toBeVisible()
  await expect(page.getByLabel('Choose a password')).toBeFocused()
  await expectAccessible(page, 'register')

  await press('Enter')
  for (const name of ['Password', 'First name', 'Last name', 'Phone number', 'Address line 1', 'City', 'State', 'Postcode'])
    await expect(page.getByRole('link', { name: `${name} is required.` })).toBeVisible()
  await expectAccessible(page, 'register, all missing')
  await page.getByLabel('Choose a password').focus()
  await type('short')
  await page.getByLabel('Phone number').fill('by pigeon')
  await press('Enter')
  await expect(
    page.getByRole('link', {
      name: 'Your password must be 6 - 20 characters consisting of uppercase and lowercase letters and at least one digit.',
    }),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Please check the formatting of the phone number, only use numbers.' })).toBeVisible()

  // As a password manager does: each field by its autocomplete token, the password pasted.
  const valuesByToken: Record<string, string> = {
    'given-name': person.firstName,
    'family-name': person.lastName,
    tel: person.phone,
    'address-line1': person.address.line1,
    'address-level2': person.address.city,
    'address-level1': person.address.county || person.address.state || 'London',
    'postal-code': person.address.postcode,
  }
  for (const [token, value] of Object.entries(valuesByToken)) await page.locator(`[autocomplete="${token}"]`).fill(value)
  const password = page.locator('[autocomplete="new-password"]')
  await password.fill('')
  await password.evaluate((field, text) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    const isTaken = !field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    if (isTaken) throw new Error('the field refuses what is pasted')
  }, person.password)
  await page.evaluate(() => document.execCommand('selectAll'))
  await page.keyboard.insertText(person.password)
  await page.getByRole('button', { name: 'Register and continue' }).press('Enter')
  await expect(page).toHaveURL(/\/account\//)

  await page.getByRole('button', { name: 'Sign out' }).press('Enter')
  await expect(page).toHaveURL(/\/$/)
  await page.goto('/login')
  await tabTo(/^Email address/)
  await page.getByLabel('Email address').fill('')
  await type(person.email)
  await press('Enter')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  // WCAG 3.3.8: the password form names the account for the password manager.
  await expect(page.locator('[autocomplete=username]')).toHaveValue(person.email)
  await expectAccessible(page, 'password')
  await type(person.password)
  await press('Enter')
  await expect(page).toHaveURL(/\/account\//)
  await page.context().clearCookies()

  await page.context().addCookies([{ name: 'lang', value: 'de', url: shop.origin }])
  await page.setViewportSize(narrow)
  for (const path of ['/login', '/register', '/reset-password', '/authentication']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${path} in German`)
      .toBeLessThanOrEqual(narrow.width)
    await expectAccessible(page, `${path} in German`)
  }
})

test('a page of what the brand does not sell is not found, within the frame of the shop', async ({ page }) => {
  for (const path of ['/packages', '/contributions/memberships/Nothing']) {
    await page.goto(path)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1, name: 'This page could not be found' })).toBeVisible()
    await expect(main.getByRole('link', { name: 'Home page' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await expectAccessible(page, path)
  }
})

test('a guest buys, opens the order by the link in the mail, and moves it to an account with cards and a new address @money', async ({
  browser,
}, { parallelIndex }) => {
  // A separate server must be started first.
  test.slow()
  await using shop = await otherShop(parallelIndex * 10 + 3, { BRAND: 'brooklyn' })
  const context = await browser.newContext({ baseURL: shop.origin, locale: 'en-US' })
  const page = await context.newPage()
  const person = { ...newPerson(`guest ${Date.now()}`) }
  const send = async (method: 'post' | 'put', path: string, data: unknown, from = page) => {
    const response = await from.request[method](`/api${path}`, { data, headers: { origin: shop.origin } })
    expect(response.ok(), `${path} answers ${response.status()} ${await response.text()}`).toBe(true)
    return response.json()
  }
  await page.goto('/login')
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue as a guest' })).toBeHidden()
  await expectAccessible(page, 'sign in on one page')
  await page.goto('/register')
  await expect(page.getByLabel(/^Prefix/)).toBeVisible()
  await expect(page.getByLabel(/^Middle name/)).toBeVisible()

  const { events } = await (await page.request.get('/api/events')).json()
  const play = (events as { id: string; next: { availability: string } | null }[]).find(({ next }) => next?.availability === 'get-tickets')!
  const chosenPerformance = await findPerformance(page, 0, play.id)
  await send('post', `/instances/${chosenPerformance.id}/best-available`, { quantity: 2, together: true })
  await page.goto('/checkout/account')
  await expect(page.getByRole('heading', { level: 1, name: 'Your details' })).toBeVisible()
  await expect(page.locator('input[type=password]')).toHaveCount(0)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, 'guest in the dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.getByLabel('Email address').fill(person.email)
  await page.getByLabel('First name').fill('<img src=x onerror=alert(1)>')
  await page.getByLabel('Last name').fill(person.lastName)
  await page.getByLabel('Phone number').fill(person.phone)
  await page.getByLabel('Phone number').press('Enter')
  await expect(page).toHaveURL(/\/checkout\/(?!account)/)

  const address = { ...person.address, state: person.address.state || 'NY' }
  /** Continues to the payment page with the current cart. */
  const goToPay = async (from: typeof page): Promise<void> => {
    await send('put', '/basket/delivery', { method: 'print-at-home', address: null }, from)
    await send('put', '/basket/notes', { order: '', access: '', termsAccepted: true }, from)
    const billing = { firstName: 'Ada', lastName: person.lastName, phone: person.phone, address }
    const { version } = await send('put', '/basket/billing', billing, from)
    const { redirectUrl } = await send('post', '/checkout', { version }, from)
    await from.goto(redirectUrl)
  }
  const expectPaid = (from: typeof page) =>
    expect(from.getByRole('heading', { level: 1, name: 'See you at the theater' })).toBeVisible({ timeout: 30_000 })
  await goToPay(page)
  await expect(page.getByLabel('Keep this card for next time')).toHaveCount(0)
  await payByCard(page)
  await expectPaid(page)
  const [{ number }] = (await (await page.request.get('/api/me/orders')).json()).orders as [{ number: string }]
  // Account pages are closed to guests.
  await page.goto('/account/your-details')
  await expect(page).toHaveURL(/\/login/)

  const link = /http\S+\/authentication#order=[\w-]+/.exec(await readMail(page, shop, person.email, new RegExp(number)))![0]
  const otherDevice = await browser.newContext({ baseURL: shop.origin, locale: 'en-US' })
  const otherPage = await otherDevice.newPage()
  for (const opening of [1, 2]) {
    await otherDevice.clearCookies()
    await otherPage.goto('/')
    await otherPage.goto(link)
    await expect(otherPage, `opened ${opening} times`).toHaveURL(new RegExp(`/account/your-orders/${number}$`))
    await expect(otherPage.getByText(number).first()).toBeVisible()
  }

  await checkScreen(otherPage, 'an order')

  // An account with the same address: the link in a mail moves the order, only for the customer signed in to that account.
  await otherDevice.clearCookies()
  const { email, lastName, phone } = person
  const password = 'Three-Curtain-Calls'
  await send('post', '/auth/register', { email, password, title: '', firstName: 'Ada', lastName, phone, marketing: false }, otherPage)
  const claim = /http\S+\/account\/guest-orders#token=[\w-]+/.exec(await readMail(page, shop, email, /^Your earlier orders/))![0]
  await page.goto(claim)
  await expect(page.getByText(/^Sign in to your account first/)).toBeVisible()
  await otherPage.goto(claim)
  await checkScreen(otherPage, 'earlier orders')
  await otherPage.getByRole('button', { name: 'Move my orders here' }).press('Enter')
  await expect(otherPage.getByText('1 order is on your account now.').first()).toBeVisible()
  await otherPage.goto('/account/overview')
  await expect(otherPage.getByRole('link', { name: /^Show tickets for/ })).toHaveAttribute('href', `/account/your-orders/${number}`)
  await expectAccessible(otherPage, 'front page of the account')
  await page.goto(link)
  await expect(page).toHaveURL(/\/login\?next=/)

  // A saved card: offered at the next payment, and removed.
  for (const nth of [1, 2]) {
    await send('post', `/instances/${chosenPerformance.id}/best-available`, { quantity: 1, together: true }, otherPage)
    await goToPay(otherPage)
    if (nth === 1) {
      await otherPage.getByLabel('Keep this card for next time').check()
      await payByCard(otherPage)
    } else {
      await expect(otherPage.getByRole('radio', { name: /4242/ })).toBeChecked()
      await expect(otherPage.getByLabel('Card number')).toBeHidden()
      await otherPage.getByRole('button', { name: /^Pay / }).first().click()
    }
    await expectPaid(otherPage)
  }
  await otherPage.goto('/account/payment-cards')
  await otherPage.getByRole('button', { name: 'Remove Visa •••• 4242' }).press('Enter')
  await otherPage.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(otherPage.getByText(/^You have saved no card/)).toBeVisible()

  // A new e-mail address: requested with the password, confirmed by the link in its mail.
  const fresh = `new-${email}`
  await otherPage.goto('/account/your-details')
  await otherPage.getByLabel('New email address').fill(fresh)
  await otherPage.getByLabel('Current password', { exact: true }).fill(password)
  await otherPage.getByRole('button', { name: 'Send a link to the new address' }).press('Enter')
  const confirm = /http\S+\/account\/confirm-email#token=[\w-]+/.exec(await readMail(otherPage, shop, fresh, /./))![0]
  await otherPage.goto(confirm)
  await expect(otherPage.getByRole('button', { name: 'Use this address' })).toBeVisible()
  await checkScreen(otherPage, 'another address')
  await otherPage.getByRole('button', { name: 'Use this address' }).press('Enter')
  await expect(otherPage.getByText(/^Your email address is changed/).first()).toBeVisible()
  await otherPage.goto('/account')
  await expect(otherPage.getByText(`Signed in as ${fresh}`)).toBeVisible()
  await otherDevice.close()
  await context.close()
})

test('a sign-in link works once: at one click in the same browser, after a confirmation in another', async ({ browser }, {
  parallelIndex,
}) => {
  // A separate server must be started first.
  test.slow()
  await using shop = await otherShop(parallelIndex * 10 + 3, { LOGIN_STYLE: 'streamlined' })
  const context = await browser.newContext({ baseURL: shop.origin, locale: 'en-GB' })
  const page = await context.newPage()
  const person = { email: 'rosalind@audience.example' }
  const ask = async () => {
    await page.goto('/login')
    await page.getByLabel('Email address').fill(person.email)
    await page.getByRole('button', { name: 'Send me a link' }).press('Enter')
    await expect(page.getByText('Look in your mailbox')).toBeVisible()
  }
  const newest = async () =>
    /http\S+\/authentication#token=[\w-]+/.exec(await readMail(page, shop, person.email, 'Sign in to Bridge Theatre'))![0]
  await page.goto('/login')
  await expectAccessible(page, 'ask for a link')
  await ask()
  await expectAccessible(page, 'link is on its way')
  const first = await newest()
  // A mail scanner opens the link first.
  expect((await page.request.get(first)).status()).toBe(200)
  await page.goto(first)
  await expect(page).toHaveURL(/\/authentication$/)
  await checkScreen(page, 'link')
  await page.getByRole('button', { name: 'Sign in', exact: true }).press('Enter')
  await expect(page).toHaveURL(/\/account\//)

  await page.goto('/')
  await page.goto(first)
  const otherDevice = await browser.newContext({ baseURL: shop.origin, locale: 'en-GB' })
  const otherPage = await otherDevice.newPage()
  await otherPage.goto(first)
  await otherPage.getByRole('button', { name: 'Sign in', exact: true }).press('Enter')
  await expect(otherPage.getByText('This link has expired')).toBeVisible()
  await expectAccessible(otherPage, 'link is over')

  await context.clearCookies()
  await ask()
  let second = first
  await expect(async () => {
    second = await newest()
    expect(second).not.toBe(first)
  }).toPass({ timeout: longestWait })
  await otherPage.goto('/')
  await otherPage.goto(second)
  await otherPage.getByRole('button', { name: 'Sign in', exact: true }).press('Enter')
  await expect(otherPage.getByText('You asked for this link somewhere else')).toBeVisible()
  await expectAccessible(otherPage, 'link asked for elsewhere')
  await otherPage.getByRole('button', { name: 'That was me, sign me in here' }).press('Enter')
  await expect(otherPage).toHaveURL(/\/account\//)
  await otherDevice.close()
  await context.close()
})
