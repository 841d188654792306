import { checkScreen } from '../support/check-screen.ts'
import { findStaffUser, signInAtCounter, unusedCodeOf } from '../support/counter.ts'
import { openShop, type Shop } from '../support/server.ts'
import { expect, test } from '../support/test.ts'

let shop: Shop
test.beforeAll(async ({}, info) => {
  shop = await openShop(info.parallelIndex * 10 + 6, { BRAND: 'kingston' })
})
test.afterAll(() => shop.stop())

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

test('an administrator sees everything that is wrong in files of a former system, and moves correct ones in, once', async ({ browser }) => {
  const administrator = findStaffUser(({ role, secret }) => role === 'administrator' && secret !== undefined)
  const context = await browser.newContext({ baseURL: shop.origin, locale: 'en-GB' })
  const page = await context.newPage()
  const customers = csv(
    'CUSTOMERS.CSV',
    'customer;e-mail;first name;last name\n77001;orsino.duke@audience.example;Orsino;Illyria\n77002;cesario@audience.example;Cesario;Page\n',
  )
  const vouchers = csv('VOUCHERS.CSV', 'code;balance\nILLYRIA-2031;25.00\n')
  const choose = async (...files: ReturnType<typeof csv>[]): Promise<void> => {
    await page.locator('input[type=file]').setInputFiles(files)
    const code = page.locator('#fresh-code')
    const report = page.getByRole('table').first()
    await expect(code.or(report)).toBeVisible()
    if (await code.isVisible()) {
      await code.fill(await unusedCodeOf(administrator.secret!, shop.origin))
      await page.keyboard.press('Enter')
    }
    await expect(report).toBeVisible()
  }
  try {
    await signInAtCounter(page, administrator)
    await page.getByRole('link', { name: 'Staff', exact: true }).click()
    await page.getByRole('link', { name: 'Moving in from another system' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Moving in from another system' })).toBeVisible()
    await checkScreen(page, 'moving in')

    const showProblems = () => choose(customers, csv('CREDIT.CSV', 'customer;balance\n77001;ten\n77009;5.00\n'))
    await showProblems()
    await expect(page.getByRole('row', { name: /credit 2 balance ten This is not an amount of money/ })).toBeVisible()
    await expect(page.getByRole('row', { name: /credit 3 customer 77009 This does not exist/ })).toBeVisible()
    await checkScreen(page, 'problems of files that move in', { restore: showProblems })

    const showFigures = () => choose(customers, vouchers)
    await showFigures()
    await expect(page.getByText('Every difference is 0.')).toBeVisible()
    await checkScreen(page, 'what moving in would do', { restore: showFigures })
    await showFigures()
    await page.getByRole('button', { name: 'Move in', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'What moved in' })).toBeFocused()
    await choose(customers, vouchers)
    await expect(page.getByText('There is nothing to move in.')).toBeVisible()
    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    await page.getByRole('searchbox').fill('orsino.duke@audience.example')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('row', { name: /Orsino Illyria/ })).toBeVisible()
  } finally {
    await context.close()
  }
})
