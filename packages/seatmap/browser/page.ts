import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import { dist, sceneDist } from './build-page.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}
/** The content security policy of the shop's server: no eval, no inline script, no worker from a string. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data: blob:; require-trusted-types-for 'script'"

/** A page that holds the map, under the policy of the shop; nothing may break it or go wrong unseen. */
export const test = base.extend<{ openedPage: void }>({
  openedPage: [
    async ({ page }, use) => {
      const troubles: string[] = []
      page.on('pageerror', (error) => troubles.push(`uncaught: ${error.message}`))
      page.on('console', (message) => {
        if (/Content Security Policy|Trusted|unsafe-eval/i.test(message.text())) troubles.push(`policy: ${message.text()}`)
      })
      await page.route(/^http:\/\/(map|scene)\.test\//, (route) => {
        const { hostname, pathname } = new URL(route.request().url())
        const file = pathname === '/' ? 'index.html' : pathname
        const type = types[extname(file)]
        if (!type) return route.fulfill({ status: 404 })
        return route.fulfill({
          body: readFileSync(join(hostname === 'scene.test' ? sceneDist : dist, file)),
          contentType: type,
          headers: { 'content-security-policy': policy },
        })
      })
      await use()
      expect(troubles).toEqual([])
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'
