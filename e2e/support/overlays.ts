import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Locator, type Page } from '@playwright/test'

const repository = fileURLToPath(new URL('../../', import.meta.url))
/** Files that define overlays, which others render. */
const parts = [
  'ui/Dialog.tsx',
  'ui/AlertDialog.tsx',
  'form/Select.tsx',
  'ticketing/CodeDialog.tsx',
  'account/RemoveDialog.tsx',
  'choice/PriceTypeSelect.tsx',
  'map/SectionPicker.tsx',
]

/** Every dialog, sheet or menu that the shop's source renders, as `<file> <component>`. */
export const overlaysInSource = (): string[] =>
  globSync('{packages/shop-ui,apps/shop}/src/**/*.tsx', { cwd: repository })
    .filter((file) => !file.includes('.test.') && !parts.some((part) => file.endsWith(part)))
    .flatMap((file) =>
      [
        ...readFileSync(repository + file, 'utf8').matchAll(
          /<(Dialog|Sheet|AlertDialog|RemoveDialog|CodeDialog|Select|PriceTypeSelect|SectionPicker)[\s>]/g,
        ),
      ].map(([, part]) => `${file.split('/').at(-1)} ${part}`),
    )
    .toSorted()

const roles = ['dialog', 'alertdialog', 'listbox', 'menu'] as const

/** The overlay that is open. */
export const overlay = (page: Page): Locator => page.locator(roles.map((role) => `[role=${role}]`).join(', ')).last()

/** Clicks without a pointer, as a screen reader, voice control or switch device does. */
export const clickVirtually = (opener: Locator): Promise<void> => opener.evaluate((element: HTMLElement) => element.click())

/**
 * Opens an overlay by a virtual click; the focus is inside it, Escape closes it, and the focus is back on the opener.
 * @param look runs while it is open
 */
export async function expectFocusMoves(
  page: Page,
  name: string,
  opener: Locator,
  look: () => Promise<void> = async () => {},
): Promise<void> {
  await expect(opener, name).toBeVisible()
  await clickVirtually(opener)
  await expectFocusWithin(page, name)
  await look()
  await page.keyboard.press('Escape')
  await expect(overlay(page), `${name}: closed by Escape`).toHaveCount(0)
  await expect(opener, `${name}: has the focus again`).toBeFocused()
}

export async function expectFocusWithin(page: Page, name: string): Promise<void> {
  await expect(overlay(page), `${name}: opens`).toBeVisible()
  await expect
    .poll(() => overlay(page).evaluate((open) => open.contains(document.activeElement)), `${name}: has the focus inside`)
    .toBe(true)
}

/** Cancels two transitions of one element of the page at once, as a change of the theme or of the layout does. */
export const cancelTransitions = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const element = document.body.appendChild(document.createElement('div'))
    element.textContent = '.'
    element.style.cssText = 'color: red; opacity: 1; transition: color 9s, opacity 9s'
    element.getBoundingClientRect()
    element.style.color = 'blue'
    element.style.opacity = '0.5'
    element.getBoundingClientRect()
    const frame = (): Promise<number> => new Promise(requestAnimationFrame)
    await frame()
    await frame()
    element.style.display = 'none'
    await frame()
  })
