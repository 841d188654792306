import type { Page } from '@playwright/test'
import { awkwardFields } from './fields.ts'
import { note } from './looked-over.ts'
import { expect, expectAccessible } from './test.ts'
import { cutByTextSpacing } from './text-spacing.ts'

const desk = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }
/** What is left of 1280 px at 400 % (WCAG 1.4.10). */
const narrow = { width: 320, height: 700 }

/**
 * Looks a screen over as it is: by axe in the light at a desk and in the dark on a phone; by Tab on the phone, where what sticks to
 * an edge covers most; then its fields, and how it bears wide spacing and the narrowest window. Leaves size, light and focus as
 * they were.
 */
export async function lookOver(page: Page, screen: string): Promise<void> {
  const before = page.viewportSize()!
  const light = await page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'))
  const focused = await page.evaluateHandle(() => document.activeElement)
  await page.setViewportSize(desk)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page, `${screen}, desk`)
  await page.setViewportSize(phone)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, `${screen}, phone in the dark`)
  // The page moves after the focus: on a busy machine perhaps after a look. What is covered stays so the second time.
  await expect(async () => {
    expect(await coveredStops(page), `${screen}: has the focus and lies under something else`).toEqual([])
  }).toPass({ timeout: 40_000 })
  expect(await awkwardFields(page), `§9.36 ${screen}: fields`).toEqual([])
  expect(await cutByTextSpacing(page), `§9.23 ${screen}: cut by wide spacing`).toEqual([])
  await page.setViewportSize(narrow)
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `§9.21 ${screen} at ${narrow.width} px`)
    .toBeLessThanOrEqual(narrow.width)
  await page.setViewportSize(before)
  await page.emulateMedia({ colorScheme: light })
  await focused.evaluate((element) => (element as HTMLElement | null)?.focus())
}

/** More stops than any screen but the seats has: who comes so far is caught. */
const most = 160
/** Presses sent without waiting for each. */
const run = 10

/** Idle is a page on which nothing takes the focus. */
type Tabbing = typeof globalThis & { readonly tabbing: { readonly judge: () => Promise<string[]>; isAround: boolean; isIdle: boolean } }

/** WCAG 2.4.11: goes once around by Tab. @returns what has the focus and can't be seen, by its name */
async function coveredStops(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const known = new Set<Element>()
    const doubtful: Element[] = []
    const tabbing = { judge, isAround: false, isIdle: true }
    const isCovered = (shown: Element): boolean => {
      const { left, top, width, height } = shown.getBoundingClientRect()
      const places = [0.05, 0.5, 0.95]
      return !places.some((down) =>
        places.some((across) => {
          const hit = document.elementFromPoint(left + width * across, top + height * down)
          return hit !== null && (shown.contains(hit) || hit.contains(shown))
        }),
      )
    }
    // What is ticked is a pixel wide: its label is what one sees.
    const shownOf = (element: Element): Element => element.closest('label') ?? element
    let isSeen = false
    const come = ({ target }: FocusEvent): void => {
      tabbing.isIdle = false
      isSeen = !isCovered(shownOf(target as Element))
    }
    // Some things show while they have the focus alone; to others the page moves only after they have got it.
    const leave = ({ target }: FocusEvent): void => {
      const element = target as Element
      const shown = shownOf(element)
      if (known.has(element)) {
        tabbing.isAround = true
        document.removeEventListener('focusin', come)
        document.removeEventListener('focusout', leave)
      } else if (!isSeen && isCovered(shown)) doubtful.push(element)
      known.add(element)
    }
    /** What was passed in a hurry gets the focus once more, and a second's frames for the page to move to it. */
    async function judge(): Promise<string[]> {
      const covered: string[] = []
      for (const element of doubtful) {
        ;(element as HTMLElement).focus()
        for (let frames = 0; frames < 60 && isCovered(shownOf(element)); frames++) await new Promise(requestAnimationFrame)
        if (isCovered(shownOf(element)))
          covered.push(element.getAttribute('aria-label') ?? `${element.id} ${shownOf(element).textContent.slice(0, 40)}`)
      }
      return covered
    }
    document.addEventListener('focusin', come)
    document.addEventListener('focusout', leave)
    Object.assign(globalThis, { tabbing })
  })
  for (let stops = 0; !(await page.evaluate(() => (globalThis as Tabbing).tabbing.isAround)); stops += run) {
    expect(stops, 'Tab comes around').toBeLessThan(most)
    await Promise.all(Array.from({ length: run }, () => page.keyboard.press('Tab')))
    if (await page.evaluate(() => (globalThis as Tabbing).tabbing.isIdle)) break
  }
  note(page, 'keys')
  return page.evaluate(() => (globalThis as Tabbing).tabbing.judge())
}
