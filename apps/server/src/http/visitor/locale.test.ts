import { describe, expect, it } from 'vitest'
import { localeOf } from './locale.ts'

const brand = { locales: ['en', 'en-us', 'sv', 'de'] as const, fallbackLocale: 'en-us' as const, defaultLocale: 'en' as const }
const ask = (lang: string | undefined, accept: string | undefined) =>
  localeOf({ cookies: { lang }, headers: { 'accept-language': accept } }, { ...brand, locales: [...brand.locales] })

describe('the locale of a request', () => {
  it.each<[string | undefined, string | undefined, string, string]>([
    ['sv', 'de', 'sv', 'the saved cookie first'],
    ['xx', 'de-AT,de;q=0.9', 'de', 'then the browser, by language where the region is unknown'],
    [undefined, 'fr;q=1, sv;q=0.4, de;q=0.8', 'de', 'by the browser’s own preference'],
    ['es', 'es', 'en-us', 'never one that the brand does not have: the fallback'],
    [undefined, ' de ; q=0.2 , sv;level=1 ;q=0.9', 'sv', 'however it is spaced'],
    [undefined, `sv${' '.repeat(16_000)}x, de`, 'de', 'at once, though one word were kilobytes of blanks'],
    [undefined, 'EN-US', 'en-us', 'whatever the case'],
    [undefined, undefined, 'en-us', 'the fallback for who says nothing'],
    ["en'; drop table", '*', 'en-us', 'and nothing else gets through'],
  ])('cookie %s, header %s: %s (%s)', (cookie, header, locale) => {
    expect(ask(cookie, header)).toBe(locale)
  })
})
