import { checkScreen } from '../support/check-screen.ts'
import { payByCard } from '../support/journey.ts'
import { keysOf } from '../support/keys.ts'
import { cancelTransitions, expectFocusMoves } from '../support/overlays.ts'
import { openShop, type Shop } from '../support/server.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

type PackageDate = { readonly instance: string; readonly availability: string }
type PackageView = {
  readonly groups: readonly {
    readonly parts: readonly { readonly title: string; readonly performances: readonly PackageDate[] }[]
  }[]
}
const isFree = ({ availability }: { readonly availability: string }): boolean => ['get-tickets', 'limited'].includes(availability)

const address = { line1: '1 River Walk', line2: '', line3: '', city: 'Kingston', state: '', postcode: 'KT1 1AA', country: 'GB' }
const person = { title: '', firstName: 'Ada', lastName: 'Quill', phone: '02079460000' }

let kingston: Shop
test.beforeAll(async ({}, info) => {
  kingston = await openShop(info.parallelIndex * 10 + 4, { BRAND: 'kingston' })
})
test.afterAll(() => kingston.stop())

test('by keyboard alone, a visitor chooses the dates of three plays and a concert, holds their seats, removes the package, and pays for it @money @seats', async ({
  browser,
}) => {
  test.slow()
  const context = await browser.newContext({ baseURL: kingston.origin, locale: 'en-GB' })
  const page = await context.newPage()
  const { tabTo } = keysOf(page)
  try {
    const view = (await (await page.request.get('/api/packages/three-plays-and-a-concert')).json()) as PackageView
    const parts = view.groups.flatMap((group) => group.parts)
    const send = async (method: 'post' | 'put', path: string, data: unknown): Promise<void> => {
      const response = await page.request[method](`/api${path}`, { data, headers: { origin: kingston.origin } })
      expect(response.ok(), `${path} answers ${response.status()} ${await response.text()}`).toBe(true)
    }
    /** Chooses the last free date of each production. */
    const chooseDates = async (): Promise<void> => {
      for (const [nth, { title, performances }] of parts.entries()) {
        const free = performances.filter(isFree)
        expect(free.length).toBeGreaterThan(0)
        await page.getByRole('button', { name: new RegExp(title) }).press('Enter')
        await expect(page.getByRole('listbox')).toBeVisible()
        await page.keyboard.press('End')
        await page.keyboard.press('Enter')
        await expect(page.getByText(`${nth + 1} of 4 chosen`)).toBeVisible()
      }
    }
    const holdForTwo = async (): Promise<void> => {
      await page.getByLabel(/^Full price/).focus()
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('ArrowUp')
      await tabTo(/^Hold seats for all dates$/)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/checkout\/basket$/)
      await expect(page.getByText('4 performances, £198.00')).toBeVisible()
    }
    await page.goto('/packages')
    await expect(page.getByRole('link', { name: 'Both stages' })).toBeVisible()
    await checkScreen(page, 'packages')
    await page.goto('/listings-packages')
    await page.getByRole('region', { name: 'Both stages' }).getByRole('button', { expanded: false }).first().press('Enter')
    await expect(page.getByRole('region', { name: 'Both stages' }).getByRole('listitem').first()).toBeVisible()
    await checkScreen(page, 'packages by date')
    await page.goto('/listings')
    const captioned = page.getByRole('checkbox', { name: 'Captioned' })
    await captioned.press('Space')
    await expect(page).toHaveURL(/\?access=captioned$/)
    await expect(page.getByRole('main').getByRole('region').first()).toContainText('Captioned')
    await checkScreen(page, 'all performances')
    await cancelTransitions(page)
    await expectFocusMoves(page, 'production', page.getByRole('button', { name: /^All productions/ }))
    await page.goto('/super-package-builder/both-stages')
    await checkScreen(page, 'super package')
    await page.goto('/flex-package-builder/pick-and-save')
    await checkScreen(page, 'flexible package')
    await page.goto('/package-builder/loft-pair')
    await checkScreen(page, 'package of two')
    // The seats of one date: on the map, or in a price band.
    const pair = (await (await page.request.get('/api/packages/loft-pair')).json()) as PackageView
    const date = pair.groups.flatMap((group) => group.parts.flatMap(({ performances }) => performances)).find(isFree)!
    await page.goto(`/packages/loft-pair/${date.instance}`)
    await page.getByLabel(/^Full price/).focus()
    await page.keyboard.press('ArrowUp')
    await checkScreen(page, 'date of a package')
    await page.getByRole('link', { name: 'Choose seats on the map' }).press('Enter')
    await expect(page.getByText('Choose one seat.')).toBeVisible()
    await checkScreen(page, 'seats of a date')
    await page.getByRole('button', { name: 'Use these seats' }).press('Enter')
    await expect(page.getByText('Choose 1 more seat.')).toBeVisible()
    await page.goto(`/packages/loft-pair/${date.instance}/price-selection`)
    await checkScreen(page, 'price band of a date')
    await page.getByRole('button', { name: 'Use this price band' }).press('Enter')
    await expect(page.getByText('Best available seats')).toBeVisible()

    await page.goto('/packages')
    await page.getByRole('link', { name: 'Three plays and a concert' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Three plays and a concert' })).toBeFocused()
    await cancelTransitions(page)
    await expectFocusMoves(page, 'date', page.getByRole('button', { name: new RegExp(parts[0]!.title) }))
    await checkScreen(page, 'package')
    await expect(page.getByText('0 of 4 chosen')).toBeVisible()
    await chooseDates()
    // So many dates are in a calendar too, where arrow keys choose.
    const calendar = page.getByRole('radiogroup', { name: `${parts[0]!.title}, dates in` })
    await page.getByRole('button', { name: 'Choose in a calendar' }).first().press('Enter')
    await expect(calendar.getByRole('radio', { checked: true })).toBeVisible()
    await checkScreen(page, 'calendar of a package')
    // The choice survives a reload.
    await page.reload()
    await expect(page.getByText('4 of 4 chosen')).toBeVisible()
    await holdForTwo()
    const [sold] = ((await (await page.request.get('/api/basket')).json()) as { packages: { tickets: string[] }[] }).packages
    expect(sold!.tickets).toHaveLength(8)
    await page
      .getByRole('button', { name: /^Remove / })
      .first()
      .press('Enter')
    await expect(page.getByRole('alertdialog', { name: 'This removes the whole package' })).toBeVisible()
    await expectAccessible(page, 'warning of the whole package')
    await tabTo(/^Remove the package$/)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Your basket is empty' })).toBeVisible()

    await send('post', '/auth/register', {
      ...person,
      email: `packages${Date.now()}@audience.example`,
      password: 'Rehearse-10-Lines-27',
      address,
      marketing: false,
    })
    await page.goto('/packages/three-plays-and-a-concert')
    await chooseDates()
    await holdForTwo()
    await send('put', '/basket/notes', { order: '', access: '', termsAccepted: true })
    await send('put', '/basket/billing', { firstName: 'Ada', lastName: 'Quill', phone: '02079460000', address })
    await page.goto('/checkout/payment')
    await page.getByRole('button', { name: /^Pay / }).press('Enter')
    await payByCard(page)
    await expect(page.getByRole('heading', { level: 1, name: 'See you at the theatre' })).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('region', { name: 'Packages' })).toContainText('4 performances, £198.00')
    await checkScreen(page, 'order with a package')
    await kingston.expectInvariants()
  } finally {
    await context.close()
  }
})
