import { checkScreen } from '../support/check-screen.ts'
import { keysOf } from '../support/keys.ts'
import { openShop, type Shop } from '../support/server.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

type PackageView = {
  readonly groups: readonly {
    readonly parts: readonly { readonly title: string; readonly performances: readonly { readonly availability: string }[] }[]
  }[]
}
const isFree = ({ availability }: { readonly availability: string }): boolean => ['get-tickets', 'limited'].includes(availability)

let kingston: Shop
test.beforeAll(async ({}, info) => {
  kingston = await openShop(info.parallelIndex * 10 + 4, { BRAND: 'kingston' })
})
test.afterAll(() => kingston.stop())

test('by keyboard alone, a visitor chooses the dates of three plays and a concert, holds their seats, and removes the package', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: kingston.origin, locale: 'en-GB' })
  const page = await context.newPage()
  const { tabTo } = keysOf(page)
  try {
    const view = (await (await page.request.get('/api/packages/three-plays-and-a-concert')).json()) as PackageView
    const parts = view.groups.flatMap((group) => group.parts)
    await page.goto('/packages')
    await expect(page.getByRole('link', { name: 'Both stages' })).toBeVisible()
    await checkScreen(page, 'packages')
    await page.goto('/super-package-builder/both-stages')
    await checkScreen(page, 'super package')
    await page.goto('/flex-package-builder/pick-and-save')
    await checkScreen(page, 'flexible package')
    await page.goto('/package-builder/loft-pair')
    await checkScreen(page, 'package of two')

    await page.goto('/packages')
    await page.getByRole('link', { name: 'Three plays and a concert' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Three plays and a concert' })).toBeFocused()
    await checkScreen(page, 'package')
    await expect(page.getByText('0 of 4 chosen')).toBeVisible()
    for (const [nth, { title, performances }] of parts.entries()) {
      // The last bookable date of each production.
      const free = performances.filter(isFree)
      expect(free.length).toBeGreaterThan(0)
      await page.getByRole('button', { name: new RegExp(title) }).press('Enter')
      await expect(page.getByRole('listbox')).toBeVisible()
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
      await expect(page.getByText(`${nth + 1} of 4 chosen`)).toBeVisible()
    }
    // The choice survives a reload.
    await page.reload()
    await expect(page.getByText('4 of 4 chosen')).toBeVisible()
    await page.getByLabel(/^Full price/).focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await tabTo(/^Hold seats for all dates$/)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/checkout\/basket$/)
    await expect(page.getByText('4 performances, £198.00')).toBeVisible()
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
  } finally {
    await context.close()
  }
})
