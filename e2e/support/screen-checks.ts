import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'

/** How a screen was met: by all that `lookOver` does, and by axe in a language, in the light or in the dark. */
export type ScreenCheck = 'over' | `${string} ${'light' | 'dark'}`

/** Emptied by Playwright when a run begins; each worker writes lines of its own. */
const logFolder = fileURLToPath(new URL('../test-results/looked-over/', import.meta.url))
/** Every path under which the shop shows something: written by a test beside the routes. */
const paths = readFileSync(new URL('../../apps/shop/src/every-screen.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')

/** One path for many pages, each of which counts for itself. */
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

/** Screens that nobody stays on: they lead on at once. */
const redirectedPaths: ReadonlySet<string> = new Set(['/checkout/add-ons', '/smart/add-to-cart/events/:event/:instance'])

const screens = paths
  .filter((path) => !redirectedPaths.has(path))
  .flatMap((path) => expandedPaths[path]?.map((name) => path.replace(/:\w+$/, name)) ?? [path])
  // What is spelled out comes before what anything may stand for.
  .toSorted((a, b) => parameterCount(a) - parameterCount(b))
  .map((path) => ({ path, pattern: new URLPattern({ pathname: path.replace('/:view?', '{/:view}?').replace('/:tab?', '{/:tab}?') }) }))

function parameterCount(path: string): number {
  return path === '/*' ? 9 : path.split(':').length
}

const recordedChecks = new Set<string>()

/** Remembers how the screen that is shown now was met. */
export function recordCheck(page: Page, way: ScreenCheck): void {
  const { pathname } = new URL(page.url())
  if (recordedChecks.has(way + pathname)) return
  recordedChecks.add(way + pathname)
  const screen = screens.find(({ pattern }) => pattern.test({ pathname }))?.path
  if (!screen) return
  mkdirSync(logFolder, { recursive: true })
  appendFileSync(`${logFolder}${process.pid}.txt`, `${way}\t${screen}\n`)
}

/** Every screen, and how it was met in this run. */
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
