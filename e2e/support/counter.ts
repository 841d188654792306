import type { Page } from '@playwright/test'
import { colleagues } from '@playhouse/fixtures'
import { Secret, TOTP } from 'otpauth'

type StaffUser = (typeof colleagues)[number]

/** The current TOTP code of a Base32 secret. */
export const codeOf = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate()

export const findStaffUser = (is: (one: StaffUser) => boolean): StaffUser => colleagues.find(is)!

/** Signs in with both factors, by keyboard. */
export async function signInAtCounter(page: Page, { email, password, secret }: StaffUser, at = '/smart'): Promise<void> {
  await page.goto(at)
  await page.getByLabel('Work e-mail address').waitFor()
  await page.keyboard.type(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  const code = page.getByLabel('Code', { exact: true })
  await code.waitFor()
  await code.fill(codeOf(secret!))
  await page.keyboard.press('Enter')
}
