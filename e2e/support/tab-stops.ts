import { expect, type Page } from '@playwright/test'

/** More tab stops than any screen has, including a seat list: reaching it means that the focus is trapped. */
const most = 600
/** Key presses sent in one batch. */
const run = 10

/** `isIdle`: nothing on the page takes the focus. */
type Tabbing = typeof globalThis & { readonly tabbing: { readonly judge: () => Promise<string[]>; isAround: boolean; isIdle: boolean } }

/** WCAG 2.4.11: tabs through the whole page. @returns names of focused elements that are covered */
export async function coveredStops(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const visited = new Set<Element>()
    const doubtful: Element[] = []
    const tabbing = { judge, isAround: false, isIdle: true }
    const isCovered = (visible: Element): boolean => {
      // Seats of the map are excluded: a separate test checks that they are unobscured.
      if (visible.closest('[role=grid]')) return false
      const { left, top, width, height } = visible.getBoundingClientRect()
      const places = [0.05, 0.5, 0.95]
      return !places.some((down) =>
        places.some((across) => {
          const hit = document.elementFromPoint(left + width * across, top + height * down)
          return hit !== null && (visible.contains(hit) || hit.contains(visible))
        }),
      )
    }
    // Checkbox inputs are a pixel wide: their label is visible instead.
    const shownOf = (element: Element): Element => element.closest('label') ?? element
    let isSeen = false
    const come = ({ target }: FocusEvent): void => {
      tabbing.isIdle = false
      isSeen = !isCovered(shownOf(target as Element))
    }
    // Some elements are visible only while focused; the page scrolls to others only after the focus moves.
    const leave = ({ target }: FocusEvent): void => {
      const element = target as Element
      const visible = shownOf(element)
      if (visited.has(element)) {
        tabbing.isAround = true
        document.removeEventListener('focusin', come)
        document.removeEventListener('focusout', leave)
      } else if (!isSeen && isCovered(visible)) doubtful.push(element)
      visited.add(element)
    }
    /** Focuses a covered element again, and gives the page a second's frames to scroll to it. */
    async function judge(): Promise<string[]> {
      const names: string[] = []
      for (const element of doubtful) {
        ;(element as HTMLElement).focus()
        for (let frames = 0; frames < 60 && isCovered(shownOf(element)); frames++) await new Promise(requestAnimationFrame)
        if (isCovered(shownOf(element)))
          names.push(element.getAttribute('aria-label') ?? `${element.id} ${shownOf(element).textContent.slice(0, 40)}`)
      }
      return names
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
