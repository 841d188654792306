import { checkScreen } from '../support/check-screen.ts'
import { findStaffUser, signInAtCounter, unusedCodeOf } from '../support/counter.ts'
import { openShop, type Shop } from '../support/server.ts'
import { expect, test } from '../support/test.ts'

let shop: Shop
test.beforeAll(async ({}, info) => {
  shop = await openShop(info.parallelIndex * 10 + 6, { BRAND: 'kingston' })
})
test.afterAll(() => shop.stop())

test('a programmer downloads the programme, sees everything that is wrong in a file, and imports another one', async ({ browser }) => {
  const programmer = findStaffUser(({ role }) => role === 'programmer')
  const context = await browser.newContext({ baseURL: shop.origin, locale: 'en-GB' })
  const page = await context.newPage()
  const choose = (name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  try {
    await signInAtCounter(page, programmer)
    await page.getByRole('link', { name: 'Programme as a file' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Programme as a file' })).toBeVisible()
    await checkScreen(page, 'programme as a file')

    for (const [link, name] of [
      ['Workbook (.xlsx)', 'programme.xlsx'],
      ['Folder (.zip)', 'programme.zip'],
    ] as const) {
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: link }).click()
      expect((await download).suggestedFilename()).toBe(name)
      const file = await page.request.get(`/api/staff/${name.replace('programme', 'programme-file')}`)
      await choose(name, await file.body())
      await expect(page.getByText(`Chosen: ${name}`)).toBeVisible()
      await expect(page.getByText('There is nothing to import.')).toBeVisible()
    }

    await choose('programme.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))
    await expect(page.getByText('programme.xls can’t be read')).toBeVisible()
    const showProblems = async (): Promise<void> => {
      await choose('PERFORMANCES.CSV', Buffer.from('performance;production;date\nmedea-1;medea;2031-02-31\nMedea 2;medea;2031-02-03\n'))
      await expect(page.getByRole('table')).toBeVisible()
    }
    await showProblems()
    await expect(page.getByRole('row', { name: /2 date 2031-02-31 There is no such day/ })).toBeVisible()
    await expect(page.getByRole('row', { name: /3 performance Medea 2 .* medea-2/ })).toBeVisible()
    await checkScreen(page, 'problems of a programme file', { restore: showProblems })

    const showChanges = async (): Promise<void> => {
      await choose('PRODUCTIONS.CSV', Buffer.from('production;title;running time;language\nmedea;Medea;95;en\n'))
      await expect(page.locator('#import-reason')).toBeVisible()
    }
    await showChanges()
    await expect(page.getByText('New: 1')).toBeVisible()
    await checkScreen(page, 'changes of a programme file', { restore: showChanges })
    await showChanges()
    await page.locator('#import-reason').fill('Next season')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const code = page.locator('#fresh-code')
    const done = page.getByRole('heading', { name: 'What was changed' })
    await expect(code.or(done)).toBeVisible()
    if (await code.isVisible()) {
      await code.fill(await unusedCodeOf(programmer.secret!, shop.origin))
      await page.keyboard.press('Enter')
    }
    await expect(done).toBeFocused()
    await page.getByRole('link', { name: 'Changes' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'Next season' })).toBeVisible()
  } finally {
    await context.close()
  }
})
