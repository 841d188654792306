import { expect, type Page } from '@playwright/test'

/** Comes in by a screen that no tour has, so that a move to its first one is one. */
export async function openNeutralScreen(page: Page): Promise<void> {
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

/** The languages of the house, as the page was told of them. */
export const languagesOf = (page: Page): Promise<Language[]> =>
  page.evaluate(() => {
    const { site } = JSON.parse(document.getElementById('boot')!.textContent) as { site: { brand: { locales: string[] } } }
    return site.brand.locales.map((locale) => ({ locale, tag: locale === 'en' ? 'en-GB' : Intl.getCanonicalLocales(locale)[0]! }))
  })

/**
 * Speaks another language where the page is: by the chooser in the header, which a phone has in its menu; where there is none, by
 * what it leaves behind and a load.
 * @param again brings a page to where it was before that load
 */
export async function switchLanguage(page: Page, { locale, tag }: Language, again?: () => Promise<void>): Promise<void> {
  const html = page.locator('html')
  if ((await html.getAttribute('lang')) === tag) return
  const chooser = page.locator('header select')
  if ((await chooser.count()) > 0)
    await chooser.evaluate((select: HTMLSelectElement, chosen) => {
      select.value = chosen
      select.dispatchEvent(new Event('change', { bubbles: true }))
    }, locale)
  else {
    await page.evaluate((chosen) => {
      document.cookie = `lang=${chosen}; Path=/; SameSite=Lax`
    }, locale)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await again?.()
  }
  await expect(html).toHaveAttribute('lang', tag)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}
