import { fileURLToPath } from 'node:url'
import { locales } from '@playhouse/domain/brand'
import { languageTag } from '@playhouse/shop-ui/i18n/locale'
import { expect, onTestFinished, test } from 'vitest'
import { startTestServer } from './test-server.ts'

const shopFolder = fileURLToPath(new URL('../../../shop/', import.meta.url))
const paths = ['/', '/basket', '/your-tickets', '/login', '/smart/sign-in', '/nothing-of-that-name']

async function open(isTestShop?: true) {
  const change = <Brand extends object>(brand: Brand) => ({ ...brand, locales, ...(isTestShop && { isTestShop }) })
  const front = await startTestServer({ change, http: { shopFolder } })
  onTestFinished(() => front.close())
  return async (url: string, locale = 'en') =>
    (await front.app.inject({ url, headers: { 'accept-language': languageTag(locale as 'en') } })).body
}

test('every page of a test shop begins with a banner, in six languages', async () => {
  const ask = await open(true)
  for (const path of paths)
    expect(await ask(path), path).toMatch(/<body>\s*<aside class="test-shop" lang="en-GB">Test shop: [^<]+<\/aside>/)
  const banners = new Set<string>()
  for (const locale of locales) banners.add(/<aside class="test-shop"[^>]*>([^<]+)</.exec(await ask('/', locale))?.[1] ?? '')
  // British and American English have the same text.
  expect(banners.size).toBe(locales.length - 1)
  expect(banners).not.toContain('')
})

test('no page of another shop has the banner', async () => {
  const ask = await open()
  for (const path of paths) {
    const page = await ask(path)
    expect(page, path).toContain('<div id="shop">')
    expect(page, path).not.toContain('test-shop')
  }
})
