import { expect, type Page } from '@playwright/test'

/** Comes in by a screen that no tour has, so that a move to its first one is one. */
export async function enter(page: Page): Promise<void> {
  await page.goto('/no-such-screen')
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
}

/** Goes on inside the shop, as its own links do: the page isn't loaded anew, and its heading has the focus. */
export async function moveTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    ;(document.activeElement as HTMLElement | null)?.blur()
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeFocused()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

type Language = { readonly locale: string; readonly tag: string }

/** The languages to choose from, in the header; a phone has them in its menu. */
export const languagesOf = (page: Page): Promise<Language[]> =>
  page.locator('header option').evaluateAll((all) => (all as HTMLOptionElement[]).map(({ value, lang }) => ({ locale: value, tag: lang })))

/** @param path where the page is: not every screen has the chooser, and what is chosen elsewhere counts there. */
export async function speak(page: Page, { locale, tag }: Language, path = '/'): Promise<void> {
  const chooser = page.locator('header select')
  const hasChooser = (await chooser.count()) > 0
  if (!hasChooser) await moveTo(page, '/')
  await chooser.evaluate((select: HTMLSelectElement, chosen) => {
    select.value = chosen
    select.dispatchEvent(new Event('change', { bubbles: true }))
  }, locale)
  await expect(page.locator('html')).toHaveAttribute('lang', tag)
  if (!hasChooser) await moveTo(page, path)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}
