import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type { Shop } from './server.ts'

const dist = fileURLToPath(new URL('../../apps/shop/dist/', import.meta.url))
/** Packages whose code may run on checkout pages. A new one must be added here on purpose. */
const allowedPackages = new Set(
  readFileSync(new URL('checkout-packages.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n'),
)

/** Records every fetched script. Call before the first page is opened. */
export function watchScripts(page: Page): { readonly expectOwn: (shop: Shop) => void } {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  return {
    expectOwn: ({ origin }) => {
      const packages = JSON.parse(readFileSync(join(dist, '.vite/packages.json'), 'utf8')) as Record<string, string[]>
      expect(scripts.length).toBeGreaterThan(3)
      for (const url of scripts) expect(url).toMatch(new RegExp(`^${origin}/assets/[\\w.-]+\\.js$`))
      const run = scripts.flatMap((url) => packages[new URL(url).pathname.slice(1)] ?? [`${url} is not of this build`])
      expect(run.filter((name) => !allowedPackages.has(name))).toEqual([])
    },
  }
}

/** Patterns of provider keys, database passwords and signing keys. */
const keys = /\b[sr]k_(live|test)_\w+|\bwhsec_\w+|-----BEGIN [A-Z ]*PRIVATE KEY|\bpostgres(ql)?:\/\/\w|\bsmtps?:\/\/\w/

/** No script of the build and no page contains a key pattern or a secret of this server. */
export async function expectNoSecrets(page: Page, { dataFolder }: Shop): Promise<void> {
  const secret = readFileSync(join(dataFolder, 'secret'), 'utf8').trim()
  const scripts = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'))
  const texts = [await page.content(), ...scripts.map((name) => readFileSync(join(dist, 'assets', name), 'utf8'))]
  for (const text of texts) {
    expect(keys.exec(text)?.[0]).toBeUndefined()
    expect(text.includes(secret)).toBe(false)
  }
}
