import { newPerson, register, signIn } from '../support/journey.ts'
import { readMail } from '../support/mailbox.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test('wrong passwords lock an account, and the link in a mail unlocks it with a new password', async ({ page, shop }) => {
  const person = newPerson(`reset ${Date.now()}`)
  const fresh = 'Curtain-Call-27'
  await page.goto('/login')
  await register(page, person)
  await expect(page.getByRole('heading', { level: 1, name: 'Your orders' })).toBeVisible()
  // The address is not verified yet: the mail must not contain text that was typed at registration.
  expect(await readMail(page, shop, person.email, 'Welcome to Bridge Theatre')).not.toContain(person.firstName)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/$/)

  await page.goto('/login')
  await signIn(page, { ...person, password: 'Wrong-Password-9' })
  const lockNotice = page.getByText('Your account is locked')
  for (let tries = 1; !(await lockNotice.isVisible()); tries++) {
    expect(tries).toBeLessThan(12)
    const response = page.waitForResponse(/\/api\/auth\/login$/)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await response
    await expect(page.getByRole('alert').filter({ hasText: /locked|couldn't sign you in/ })).toBeVisible()
  }
  await expectAccessible(page, 'account locked')
  await page.getByRole('link', { name: 'Reset your password' }).click()

  await expect(page).toHaveTitle(/^Reset your password/)
  await expectAccessible(page, 'ask for a link')
  await expect(page.getByLabel('Email address')).toHaveValue(person.email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByText('Look in your mailbox')).toBeVisible()
  await expectAccessible(page, 'link is on its way')

  const mail = await readMail(page, shop, person.email, 'Choose a new password')
  const link = /http\S+\/reset-password#token=[\w-]+/.exec(mail)![0]
  // A mail scanner opens the link first.
  expect((await page.request.get(link)).status()).toBe(200)
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible()
  await expectAccessible(page, 'choose a new password')
  await page.getByLabel('New password').fill(fresh)
  await page.getByRole('button', { name: 'Save the new password' }).click()
  await expect(page.getByText('Your new password is set')).toBeVisible()
  await expect(page).toHaveURL(/\/reset-password$/)
  await expectAccessible(page, 'new password is set')
  await page.getByRole('link', { name: 'Sign in', exact: true }).first().click()
  await signIn(page, { ...person, password: fresh })
  await expect(page.getByRole('heading', { level: 1, name: 'Your orders' })).toBeVisible()
  await readMail(page, shop, person.email, 'Your password has been changed')

  await page.goto('/')
  await page.goto(link)
  await page.getByLabel('New password').fill(fresh)
  await page.getByRole('button', { name: 'Save the new password' }).click()
  await expect(page.getByText('This link has expired')).toBeVisible()
  await expect(page.getByLabel('Email address')).toBeFocused()
  await expectAccessible(page, 'link is over')
})
