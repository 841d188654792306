import { type HydrationState, matchRoutes, type RouteObject } from 'react-router'
import { problem } from '@playhouse/domain/problem'
import { ProblemError } from '@playhouse/shop-ui/server-state'

/** Marks a root element that the server rendered, until it is hydrated. */
const renderedMark = 'data-rendered'

/** Id of the route around all screens, whose boundary shows what their guards throw on the server. */
export const screensId = 'screens'

/** Whether the server rendered the page. */
export const isRendered = (root: HTMLElement): boolean => root.hasAttribute(renderedMark)

/** Removes the mark of a rendered page. */
export const markHydrated = (root: HTMLElement): void => root.removeAttribute(renderedMark)

/** Loads the screens of a path into their routes, so that the router shows them at once. */
export async function loadScreens(routes: RouteObject[], path: string): Promise<void> {
  const matches = matchRoutes(routes, path) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      const screen = await route.lazy()
      Object.assign(route, { ...screen, lazy: undefined })
    }),
  )
}

/** The data that tells the router of a rendered page that the guards of its routes have run, on the server, and whether one found no page. */
export const guardedData = (routes: RouteObject[], path: string, root: HTMLElement): HydrationState => ({
  ...(root.getAttribute(renderedMark) === 'not-found' && { errors: { [screensId]: new ProblemError(problem('page-not-found')) } }),
  loaderData: Object.fromEntries(
    (matchRoutes(routes, path) ?? []).flatMap(({ route }) => (route.id && route.middleware ? [[route.id, null]] : [])),
  ),
})

/** Sets the styles that the server moved into a style sheet: see `extractInlineStyles`. */
export function applyInlineStyles(root: HTMLElement): void {
  // The sheet's rules for them end with the attribute.
  for (const element of root.querySelectorAll<HTMLElement | SVGElement>('[data-style]')) {
    const style = element.getAttribute('data-style')!
    // The development server has no policy, and React's development build compares the text of the attribute.
    if (import.meta.env.DEV) element.setAttribute('style', style)
    else element.style.cssText = style
    element.removeAttribute('data-style')
  }
}

type TextControl = HTMLInputElement | HTMLTextAreaElement

/**
 * Keeps what the visitor typed, chose and pressed before hydration.
 * @returns a function that, after hydration, enters it again, so that the screen knows it
 */
export function keepInput(root: HTMLElement): () => void {
  const enterTypedText = keepTypedText(root)
  const enterChoices = keepChoices(root)
  const pressAgain = keepPresses(root)
  return () => {
    enterTypedText()
    enterChoices()
    void pressAgain()
  }
}

/** Mark of a button that was pressed, with the numbers of its presses: see `early/keep-press.ts`. */
const pressedMark = 'data-pressed'

type Press = { readonly button: HTMLButtonElement; readonly nth: number }

function keepPresses(root: HTMLElement): () => Promise<void> {
  const takePresses = (): Press[] =>
    [...root.querySelectorAll<HTMLButtonElement>(`button[${pressedMark}]`)].flatMap((button) => {
      const numbers = button.getAttribute(pressedMark)!.trim().split(' ').map(Number)
      button.removeAttribute(pressedMark)
      // A form is submitted once, however often its button was pressed.
      return (button.type === 'submit' ? numbers.slice(-1) : numbers).map((nth) => ({ button, nth }))
    })
  // React reports attributes that it does not know.
  const presses = takePresses()
  return async () => {
    for (const { button } of [...presses, ...takePresses()].toSorted((a, b) => a.nth - b.nth)) {
      button.click()
      // The next press meets the screen that this one has changed.
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
}

/** Checkboxes, radio buttons and lists: React keeps their state in the document, but forms do not know it. */
function keepChoices(root: HTMLElement): () => void {
  const boxes = [...root.querySelectorAll<HTMLInputElement>('input[type=checkbox], input[type=radio]')]
  const changedBoxes = new Map(boxes.flatMap((box) => (box.checked === box.defaultChecked ? [] : [[box, box.checked] as const])))
  const changedLists = [...root.querySelectorAll('select')].flatMap((control) =>
    control.selectedIndex ===
    Math.max(
      0,
      [...control.options].findIndex((option) => option.defaultSelected),
    )
      ? []
      : [{ control, value: control.value }],
  )
  return () => {
    for (const box of boxes) {
      // React has set the default to its own state, for example of a draft, and left the box unchanged.
      const isChecked = changedBoxes.get(box) ?? box.defaultChecked
      box.checked = box.defaultChecked
      if (isChecked !== box.checked && (isChecked || box.type === 'checkbox')) box.click()
    }
    for (const { control, value } of changedLists) {
      control.value = value
      control.dispatchEvent(new Event('change', { bubbles: true }))
    }
  }
}

function keepTypedText(root: HTMLElement): () => void {
  const typedTexts = [...root.querySelectorAll<TextControl>('input, textarea')].flatMap((control) =>
    control.value === control.defaultValue || ['checkbox', 'radio'].includes(control.type) ? [] : [{ control, value: control.value }],
  )
  return () => {
    for (const { control, value } of typedTexts) {
      const prototype = control instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
      const { selectionStart, selectionEnd } = control
      // React remembers what its own setter of the property has set, and sees a change by the prototype's.
      control.value = ''
      Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(control, value)
      control.dispatchEvent(new Event('input', { bubbles: true }))
      if (selectionStart !== null) control.setSelectionRange(selectionStart, selectionEnd)
    }
  }
}
