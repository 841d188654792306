import type { Locator, Page } from '@playwright/test'
import { keysOf } from './keys.ts'
import { expect } from './test.ts'

/** The ways in which a visitor operates a form. */
export type Hands = {
  readonly press: (name: RegExp) => Promise<void>
  /** Chooses a radio card. */
  readonly choose: (name: RegExp) => Promise<void>
  readonly tick: (name: RegExp) => Promise<void>
  readonly type: (label: string, text: string) => Promise<void>
}

const action = (page: Page, name: RegExp): Locator =>
  page.getByRole('main').getByRole('button', { name }).or(page.getByRole('main').getByRole('link', { name })).first()
const labelOf = (page: Page, name: RegExp): Locator => page.locator('label').filter({ hasText: name }).first()

/** A mouse, or a finger on a touch screen. */
export function pointerOf(page: Page, how: 'click' | 'tap'): Hands {
  // The rest of a label may be a link.
  const onBox = { position: { x: 12, y: 16 } }
  return {
    press: (name) => action(page, name)[how](),
    choose: (name) => labelOf(page, name)[how](),
    tick: (name) => labelOf(page, name)[how](onBox),
    type: (label, text) => {
      const field = page.getByLabel(label, { exact: true }).or(page.getByLabel(`${label} (optional)`, { exact: true }))
      return field.fill(text)
    },
  }
}

/** A keyboard alone: Tab between widgets, arrows within a group. */
export function keyboardOf(page: Page): Hands {
  const { tabTo } = keysOf(page)
  return {
    press: async (name) => {
      await tabTo(name)
      await page.keyboard.press('Enter')
    },
    choose: async (name) => {
      const group = await page.getByRole('radio', { name }).getAttribute('name')
      for (let presses = 0; presses < 80; presses++) {
        await page.keyboard.press('Tab')
        if (await page.locator(`input[type=radio][name="${group}"]:focus`).count()) break
      }
      for (let presses = 0; presses < 12; presses++) {
        if (await page.getByRole('radio', { name }).isChecked()) return
        await page.keyboard.press(presses === 0 ? 'Space' : 'ArrowDown')
      }
      await expect(page.getByRole('radio', { name })).toBeChecked()
    },
    tick: async (name) => {
      await tabTo(name)
      await page.keyboard.press('Space')
    },
    type: async (label, text) => {
      await tabTo(new RegExp(`^${label}`))
      await page.keyboard.type(text)
    },
  }
}
