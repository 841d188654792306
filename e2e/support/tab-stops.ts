import { expect, type Page } from '@playwright/test'

/** More stops than any screen has, a list of seats among them: who comes so far is caught. */
const most = 600
/** Presses sent without waiting for each. */
const run = 10

/** Idle is a page on which nothing takes the focus. */
type Tabbing = typeof globalThis & { readonly tabbing: { readonly judge: () => Promise<string[]>; isAround: boolean; isIdle: boolean } }

/** WCAG 2.4.11: goes once around by Tab. @returns what has the focus and can't be seen, by its name */
export async function coveredStops(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const known = new Set<Element>()
    const doubtful: Element[] = []
    const tabbing = { judge, isAround: false, isIdle: true }
    const isCovered = (shown: Element): boolean => {
      // Seats of the map are drawn over it: whether they are in the clear is a test of its own.
      if (shown.closest('[role=grid]')) return false
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
  return page.evaluate(() => (globalThis as Tabbing).tabbing.judge())
}
