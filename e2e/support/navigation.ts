import { expect, type Page } from '@playwright/test'

/** Opens a screen outside every tour, so that the first screen of a tour is a navigation, too. */
export async function openNeutralScreen(page: Page): Promise<void> {
  await page.goto('/no-such-screen')
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
}

/** Navigates inside the shop without a reload, as its links do, and waits until the heading has the focus. */
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

/** Languages of the brand, from the page's boot data. */
export const languagesOf = (page: Page): Promise<Language[]> =>
  page.evaluate(() => {
    const { site } = JSON.parse(document.getElementById('boot')!.textContent) as { site: { brand: { locales: string[] } } }
    return site.brand.locales.map((locale) => ({ locale, tag: locale === 'en' ? 'en-GB' : Intl.getCanonicalLocales(locale)[0]! }))
  })

/**
 * Switches the language of the current page by the chooser of the header, or without one by its cookie and a reload.
 * @param restore restores the state of the page after that reload
 */
export async function switchLanguage(page: Page, { locale, tag }: Language, restore?: () => Promise<void>): Promise<void> {
  const html = page.locator('html')
  if ((await html.getAttribute('lang')) === tag) return
  const chooser = page.locator('header select')
  if ((await chooser.count()) > 0)
    await chooser.evaluate((select: HTMLSelectElement, value) => {
      select.value = value
      select.dispatchEvent(new Event('change', { bubbles: true }))
    }, locale)
  else {
    // Once, on a busy machine, the page after the reload still had the former language.
    await expect(async () => {
      await page.evaluate((value) => {
        document.cookie = `lang=${value}; Path=/; SameSite=Lax`
      }, locale)
      await page.reload()
      await expect(html).toHaveAttribute('lang', tag, { timeout: 5_000 })
    }).toPass({ timeout: 40_000 })
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await restore?.()
  }
  await expect(html).toHaveAttribute('lang', tag)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}
