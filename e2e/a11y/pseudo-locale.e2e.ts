import { timeLimit } from '@playhouse/testing/time-limit'
import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'
import { prepareTour } from '../support/tour.ts'
import { checkScreen } from '../support/check-screen.ts'
import { openNeutralScreen, moveTo } from '../support/navigation.ts'
import { cutTexts } from '../support/texts.ts'

const words = new URL('../../packages/shop-ui/src/i18n/words/en/', import.meta.url)
const [open, close] = ['⟦', '⟧']

/** Pseudo-localised texts: a third longer, with accents, between markers. A text without markers is hard-coded. */
const pseudo = (text: string): string =>
  text
    .split(/(\{\{.*?\}\}|<[^>]*>)/)
    .map((part, nth) =>
      nth % 2 || !part.trim() ? part : `${open}${part.replaceAll(/[aeou]/g, (vowel) => accentedVowels[vowel]!)}${close}`,
    )
    .join('')
const accentedVowels: Record<string, string> = { a: 'áá', e: 'éé', o: 'óó', u: 'úú' }

function pseudoWords(): Record<string, string> {
  const texts: Record<string, string> = {}
  const read = (tree: object, path: string): void => {
    for (const [key, value] of Object.entries(tree)) {
      if (typeof value === 'object') read(value as object, `${path}${key}.`)
      else texts[`${path}${key}`] = pseudo(String(value))
    }
  }
  for (const file of readdirSync(words)) {
    const namespace = file.replace('.json', '')
    if (!['mail', 'page', 'ticket'].includes(namespace))
      read(JSON.parse(readFileSync(new URL(file, words), 'utf8')) as object, `${namespace}:`)
  }
  return texts
}

/** Opens a page with every English text replaced, as a brand overrides texts. */
async function pseudoLocalise(page: Page, theatreTexts: TheatreTexts): Promise<void> {
  const texts = pseudoWords()
  await page.route(
    (url) => !url.pathname.startsWith('/api/'),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.continue()
      const response = await route.fetch()
      const html = await response.text()
      const body = html.replace(/(<script type="application\/json" id="boot">)(.*?)(<\/script>)/s, (_, head, boot: string, tail) => {
        const bootData = JSON.parse(boot) as { site: { brand: { words: Record<string, object> } } }
        addTexts(bootData, theatreTexts)
        bootData.site.brand.words = { ...bootData.site.brand.words, en: texts }
        return `${head}${JSON.stringify(bootData).replaceAll('<', '\\u003c')}${tail}`
      })
      // The server rendered the page with the true texts; without that, the browser renders it with these.
      return route.fulfill({
        response,
        body: body
          // The notice of a slow page, which stays in the document hidden.
          .replace(/<div class="page-shell">.*?<\/div>/s, '')
          .replace(/<div id="shop" data-rendered>.*<\/div>(?=\s*<noscript>)/s, '<div id="shop"></div>'),
      })
    },
  )
}

/** Texts of the theatre, which come from the API and not from the shop. */
type TheatreTexts = Set<string>

function addTexts(value: unknown, theatreTexts: TheatreTexts): void {
  if (typeof value === 'string') theatreTexts.add(value)
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) addTexts(part, theatreTexts)
}

/**
 * Collects the texts that the server sends. `allRead` resolves when all replies so far have been read, which may be after the
 * page has shown them.
 */
function collectTheatreTexts(page: Page): { readonly theatreTexts: TheatreTexts; readonly allRead: () => Promise<unknown> } {
  const theatreTexts: TheatreTexts = new Set(['©', new Intl.DisplayNames('en-GB', { type: 'region' }).of('GB')!])
  const readings: Promise<unknown>[] = []
  page.on('response', (response) => {
    if (!response.url().includes('/api/') || !response.headers()['content-type']?.includes('json')) return
    readings.push(
      response.json().then(
        (response: unknown) => addTexts(response, theatreTexts),
        () => undefined,
      ),
    )
  })
  return { theatreTexts, allRead: () => Promise.all(readings) }
}

/** Texts of a page without markers, except numbers, dates and amounts. */
const unmarkedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    while (walker.nextNode()) {
      const holder = walker.currentNode.parentElement!
      const text = walker.currentNode.textContent!.trim()
      // Signs such as AD for audio described are hidden from screen readers.
      if (text.length < 4 && holder.closest('[aria-hidden=true]')) continue
      if (
        !text ||
        holder.closest('script, style, noscript, option, time') ||
        text.includes('⟦') ||
        holder.closest<HTMLElement>('[lang]')!.lang !== document.documentElement.lang
      )
        continue
      texts.push(text)
    }
    return texts
  })

const months = Array.from({ length: 12 }, (_, nth) => new Date(2026, nth, 1))
const days = Array.from({ length: 7 }, (_, nth) => new Date(2026, 5, nth + 1))
const calendarWords = new Set(
  (['long', 'short', 'narrow'] as const).flatMap((form) => [
    ...months.map((date) => date.toLocaleString('en-GB', { month: form })),
    ...days.map((date) => date.toLocaleString('en-GB', { weekday: form })),
  ]),
)
/** Numbers, amounts, dates and times, which the locale formats. */
const isFigure = (text: string): boolean =>
  text
    .split(/[\s,.:–—·()+×%-]+/)
    .every((word) => /^[£$€\d/]*(am|pm|st|nd|rd|th|min)?$/.test(word) || calendarWords.has(word) || word === 'at')

/** A text without the theatre's texts. The longest are removed first: a name is often part of another. */
const withoutNames = (text: string, theatreTexts: TheatreTexts): string =>
  [...theatreTexts]
    .filter((name) => name.length > 2 && text.includes(name))
    .sort((a, b) => b.length - a.length)
    .reduce((rest, name) => rest.replaceAll(name, ''), [...theatreTexts].some((name) => name.includes(text)) ? '' : text)
    .split(' ')
    .filter((word) => !theatreTexts.has(word))
    .join(' ')

/** Names in the hall, from the binary plan that the page fetches. */
async function planOf(page: Page): Promise<unknown> {
  const { instances } = await (await page.request.get('/api/events/the-tempest')).json()
  const { hall, planVersion } = await (await page.request.get(`/api/instances/${instances[0].id}`)).json()
  return (await page.request.get(`/api/venues/${hall}/maps/${planVersion}`)).json()
}

const phone = { width: 390, height: 844 }
test('no screen has hard-coded texts, and none cuts longer texts', async ({ page }) => {
  test.setTimeout(timeLimit(180_000))
  const { theatreTexts, allRead } = collectTheatreTexts(page)
  const screens = await prepareTour(page)
  addTexts(await planOf(page), theatreTexts)
  await pseudoLocalise(page, theatreTexts)
  await openNeutralScreen(page)
  for (const path of screens) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await moveTo(page, path)
    const texts = await unmarkedTexts(page)
    await allRead()
    const unknown = texts.filter((text) => !isFigure(text) && !isFigure(withoutNames(text, theatreTexts)))
    expect.soft(unknown, path).toEqual([])
    await expect.poll(() => cutTexts(page), `cut, ${path}`).toEqual([])
    await page.setViewportSize(phone)
    await expect.poll(() => cutTexts(page), `cut, ${path}, phone`).toEqual([])
  }
})

test('§9.10 §9.14 §9.21 a full basket and every checkout step pass the screen check', async ({ page }) => {
  await prepareTour(page)
  await openNeutralScreen(page)
  for (const step of ['basket', 'delivery', 'summary', 'billing', 'payment']) {
    await moveTo(page, `/checkout/${step}`)
    await checkScreen(page, step)
  }
})
