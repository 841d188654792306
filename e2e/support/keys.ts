import { expect, type Page } from '@playwright/test'

/** A keyboard that counts key presses. */
export type Keys = {
  readonly pressCount: () => number
  readonly press: (key: string) => Promise<void>
  readonly type: (text: string) => Promise<void>
  /** Presses Tab until an element with that name has the focus; waits until the page has it. */
  readonly tabTo: (name: RegExp, atMost?: number) => Promise<void>
}

export function keysOf(page: Page): Keys {
  let pressCount = 0
  const press = async (key: string): Promise<void> => {
    pressCount += 1
    await page.keyboard.press(key)
  }
  return {
    pressCount: () => pressCount,
    press,
    type: async (text) => {
      pressCount += text.length
      await page.keyboard.type(text)
    },
    tabTo: async (name, atMost = 80) => {
      const names: string[] = []
      await expect.poll(() => canTabTo(page, name), `there is ${name}`).toBe(true)
      for (let presses = 0; presses < atMost; presses++) {
        await press('Tab')
        const focusedLabel = await focusedName(page)
        names.push(focusedLabel.slice(0, 30))
        if (name.test(focusedLabel)) return
      }
      throw new Error(`Tab never reached ${name}: ${names.join(' | ')}`)
    },
  }
}

/** Name of the focused element: its label or text. */
export const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null
    const label =
      element?.getAttribute('aria-label') ?? (element as HTMLInputElement | null)?.labels?.[0]?.textContent ?? element?.textContent
    return label?.trim() ?? ''
  })

/** Whether the page has a focusable element with that name. */
const canTabTo = (page: Page, { source, flags }: RegExp): Promise<boolean> =>
  page.evaluate(
    ([pattern, how]) => {
      const name = new RegExp(pattern, how)
      const stops = document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]')
      return [...stops].some((element) =>
        name.test(
          (element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent ?? element.textContent).trim(),
        ),
      )
    },
    [source, flags] as const,
  )
