import { expectAccessible } from '../support/axe.ts'
import { checkScreen } from '../support/check-screen.ts'
import { findStaffUser, signInAtCounter, unusedCodeOf } from '../support/counter.ts'
import { clickVirtually } from '../support/overlays.ts'
import { expect, test } from '../support/test.ts'

test('an administrator adds a person, who signs in, and creates a token, by which a program calls the API', async ({ page, browser }) => {
  const email = `nell-${Date.now()}@house.example`
  await signInAtCounter(
    page,
    findStaffUser(({ role }) => role === 'administrator'),
  )
  const find = page.getByRole('button', { name: 'Find', exact: true })
  await clickVirtually(find)
  const field = page.getByRole('searchbox', { name: /^Screen, performance/ })
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(find).toBeFocused()
  await page.keyboard.press('Control+K')
  await expect(field).toBeFocused()
  await expectAccessible(page, 'command palette')
  await field.fill('staff')
  await expect(page.getByRole('option', { name: 'Staff' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/smart/staff')
  await expect(page.getByRole('rowheader', { name: 'Theo Athens' })).toBeVisible()
  await checkScreen(page, 'staff accounts')
  await page.getByRole('link', { name: 'Add a person' }).click()
  await expect(page.getByRole('heading', { name: 'Add a person' })).toBeFocused()
  await checkScreen(page, 'new staff account')
  await page.getByRole('textbox', { name: 'Name', exact: true }).focus()
  await page.keyboard.type('Nell Gwynn')
  await page.keyboard.press('Tab')
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  const issued = page.getByText('Password of Nell Gwynn').locator('..')
  await expect(issued).toBeFocused()
  const password = await issued.getByText(/^\w{5}(-\w{5}){3}$/).innerText()
  await page.getByRole('button', { name: 'I’ve kept it' }).click()
  await page.getByRole('link', { name: 'Nell Gwynn' }).click()
  await checkScreen(page, 'a staff account')
  await page.locator('form').getByText('programmer', { exact: true }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /Nell Gwynn.*programmer.*Has not signed in yet/ })).toBeVisible()

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin, locale: 'en-GB' })
  try {
    const theirs = await context.newPage()
    await theirs.goto('/smart')
    await theirs.getByRole('textbox', { name: /^Work e-?mail address$/ }).fill(email)
    await theirs.getByLabel('Password', { exact: true }).fill(password)
    await theirs.keyboard.press('Enter')
    const secret = (await theirs.getByText('No camera?').innerText()).replace(/^.*:/s, '').replaceAll(/\s/g, '')
    await theirs.getByLabel('Code', { exact: true }).fill(await unusedCodeOf(secret, new URL(page.url()).origin))
    await theirs.keyboard.press('Enter')
    await theirs.getByRole('button', { name: "I've kept them" }).click()
    await expect(theirs.getByRole('heading', { level: 1, name: 'Productions' })).toBeVisible()
    await theirs.goto('/smart/staff')
    await expect(theirs.getByRole('heading', { level: 1, name: 'This page is for other staff' })).toBeVisible()
  } finally {
    await context.close()
  }

  await page.getByRole('link', { name: 'API tokens' }).click()
  await page.getByRole('textbox', { name: 'Name of the token' }).fill('Website')
  await page.getByRole('button', { name: 'Create a token' }).click()
  const token = await page.getByText(/^playhouse_/).innerText()
  await checkScreen(page, 'API tokens')
  const read = () => fetch(new URL('/api/staff/productions', page.url()), { headers: { authorization: `Bearer ${token}` } })
  expect((await read()).status).toBe(200)
  await page.getByRole('button', { name: 'Revoke “Website”' }).click()
  await expect(page.getByText('“Website” is revoked')).toBeVisible()
  expect((await read()).status).toBe(403)

  await page.getByRole('link', { name: 'The API' }).click()
  await page.getByRole('searchbox', { name: /^Find a call/ }).fill('price-lists preview')
  await page
    .getByRole('button', { name: /POST \/api\/staff\/price-lists\/.*\/preview/ })
    .first()
    .click()
  await expect(page.getByText('edit-programme', { exact: true }).first()).toBeVisible()
  await checkScreen(page, 'the API')
})
