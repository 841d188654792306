import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'

/** A check of a screen: all of `checkScreen` (`over`), or axe in a language and theme. */
export type ScreenCheck = 'over' | `${string} ${'light' | 'dark'}`

/** Emptied by Playwright at the start of a run; each worker writes a separate file. */
const logFolder = fileURLToPath(new URL('../test-results/screen-checks/', import.meta.url))
/** Every path of the shop's screens, written by a test next to the routes. */
const paths = readFileSync(new URL('../../apps/shop/src/every-screen.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')

/** Values of a path parameter that are separate screens. */
const expandedPaths: Readonly<Record<string, readonly string[]>> = {
  '/order/direct-debits/:outcome': ['verify', 'confirmed', 'failed'],
  '/account/:page': [
    'your-details',
    'addresses',
    'contact-preferences',
    'your-orders',
    'memberships',
    'account-credit',
    'payment-cards',
    'access',
    'update-password',
    'giving-history',
    'print-at-home-tickets',
    'your-profile',
    'your-ticket-subscriptions',
    'culture-survey',
    'gift-aid',
    'gift-voucher-balance',
  ],
}

/** Paths that redirect at once. */
const redirectedPaths: ReadonlySet<string> = new Set([
  '/smart/add-to-cart/events/:event/:instance',
  // In a brand that calls them vouchers.
  '/gift-certificates',
  '/gift-certificates/balance',
  '/gift-certificates/purchase',
])

const screens = paths
  .filter((path) => !redirectedPaths.has(path))
  .flatMap((path) => expandedPaths[path]?.map((name) => path.replace(/:\w+$/, name)) ?? [path])
  // Literal paths are matched before paths with parameters.
  .toSorted((a, b) => parameterCount(a) - parameterCount(b))
  .map((path) => ({ path, pattern: new URLPattern({ pathname: path.replace('/:view?', '{/:view}?').replace('/:tab?', '{/:tab}?') }) }))

function parameterCount(path: string): number {
  return path === '/*' ? 9 : path.split(':').length
}

const recordedChecks = new Set<string>()

/** Records a check of the current screen. */
export function recordCheck(page: Page, way: ScreenCheck): void {
  const { pathname } = new URL(page.url())
  if (recordedChecks.has(way + pathname)) return
  recordedChecks.add(way + pathname)
  const screen = screens.find(({ pattern }) => pattern.test({ pathname }))?.path
  if (!screen) return
  mkdirSync(logFolder, { recursive: true })
  appendFileSync(`${logFolder}${process.pid}.txt`, `${way}\t${screen}\n`)
}

/** Every screen with its checks in this run. */
export function readChecks(): { readonly screen: string; readonly ways: ReadonlySet<string> }[] {
  mkdirSync(logFolder, { recursive: true })
  const lines = readdirSync(logFolder).flatMap((file) => readFileSync(`${logFolder}${file}`, 'utf8').split('\n'))
  return screens
    .map(({ path }) => path)
    .toSorted()
    .map((screen) => ({
      screen,
      ways: new Set(lines.filter((line) => line.split('\t')[1] === screen).map((line) => line.split('\t')[0]!)),
    }))
}
