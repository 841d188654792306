import { expect, type Page } from '@playwright/test'
import { colleagues } from '@playhouse/fixtures'
import { Secret, TOTP } from 'otpauth'

type StaffUser = (typeof colleagues)[number]

const stepMs = 30_000
/** The last time step whose code was used, by shop and secret. */
const usedSteps = new Map<string, number>()

/**
 * A TOTP code of a Base32 secret that was not used at this shop: each code is good once, and the server accepts that of the next half
 * minute too.
 */
export async function unusedCodeOf(secret: string, origin: string): Promise<string> {
  const key = `${origin} ${secret}`
  const currentStep = (): number => Math.floor(Date.now() / stepMs)
  const step = Math.max(currentStep(), (usedSteps.get(key) ?? 0) + 1)
  await expect.poll(currentStep, { timeout: 2 * stepMs }).toBeGreaterThanOrEqual(step - 1)
  usedSteps.set(key, step)
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: step * stepMs })
}

export const findStaffUser = (is: (one: StaffUser) => boolean): StaffUser => colleagues.find(is)!

/** Signs in with both factors, by keyboard. */
export async function signInAtCounter(page: Page, { email, password, secret }: StaffUser, at = '/smart'): Promise<void> {
  await page.goto(at)
  await page.getByRole('textbox', { name: /^Work e-?mail address$/ }).waitFor()
  await page.keyboard.type(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  const code = page.getByLabel('Code', { exact: true })
  await code.waitFor()
  await code.fill(await unusedCodeOf(secret!, new URL(page.url()).origin))
  await page.keyboard.press('Enter')
}
