import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Frame, type Page } from '@playwright/test'
import type Axe from 'axe-core'

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** WCAG 2.0 to 2.2, levels A and AA. */
const everyRule = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] } as const
/** The rules among them that depend on colours. */
const rulesOfColour = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } as const
type Rules = typeof everyRule | typeof rulesOfColour

/** No violation of WCAG 2.0 to 2.2, levels A and AA, on what the page shows now. */
export const expectAccessible = (page: Page | Frame, screen: string): Promise<void> => expectNone(page, screen, everyRule)

/** No violation of the rules that depend on colours. */
export const expectContrast = (page: Page | Frame, screen: string): Promise<void> => expectNone(page, screen, rulesOfColour)

async function expectNone(page: Page | Frame, screen: string, rules: Rules): Promise<void> {
  let violations = await look(page, rules)
  if (!violations) {
    await page.evaluate(source)
    violations = (await look(page, rules))!
  }
  expect(violations.map((violation) => `${screen}: ${violation}`)).toEqual([])
}

/**
 * Runs axe on the page without its frames. Returns violations only: collecting the passes takes half of the time.
 * @returns undefined where axe is not injected yet: injecting its half megabyte takes longer than all checks
 */
const look = (page: Page | Frame, runOnly: Rules): Promise<string[] | undefined> =>
  page.evaluate(async (runOnly) => {
    if (!('axe' in globalThis)) return undefined
    // Waits for finite animations to end, because contrast is checked at their end; endless ones are checked at once. Counted in
    // frames, because a busy machine may draw none for a second.
    const isUnderWay = ({ effect, playState }: Animation): boolean =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
    for (let frames = 0; frames < 2 || (frames < 90 && document.getAnimations().some(isUnderWay)); frames++)
      await new Promise(requestAnimationFrame)
    const { axe } = globalThis as unknown as { axe: typeof Axe }
    // React Aria's announcer keeps messages for some seconds, labelled by the id of a button that may not exist any more.
    const context = { exclude: ['[data-live-announcer]'] }
    const { violations } = await axe.run(context, {
      runOnly: { type: runOnly.type, values: [...runOnly.values] },
      reporter: 'no-passes',
      iframes: false,
    })
    return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  }, runOnly)
