import type { Page } from '@playwright/test'

/** What WCAG 2.5.8 asks of everything, and what this shop asks of what a journey can't do without; CSS pixels. */
const [smallest, primary] = [24, 44]

/**
 * §9.14: what can be pressed and is too small, seats apart. Primary is what sends a form, what is typed into, and what bears
 * the colour of the one thing to do; `ours` names more. Links in a sentence are as large as its words (WCAG 2.5.8).
 */
export const smallTargets = (page: Page, ours: RegExp = /^$/): Promise<string[]> =>
  page.evaluate(
    ({ smallest, primary, pattern }) => {
      const named = new RegExp(pattern)
      const accent = document.body.appendChild(document.createElement('i'))
      accent.style.backgroundColor = 'var(--accent)'
      const colour = getComputedStyle(accent).backgroundColor
      accent.remove()
      const isPrimary = (element: HTMLElement, name: string): boolean =>
        element.matches('[type=submit], select, textarea, input:not([type=radio], [type=checkbox], [type=range])') ||
        (element.matches('a, button') && getComputedStyle(element).backgroundColor === colour) ||
        named.test(name)
      return [...document.querySelectorAll<HTMLElement>('a[href], button, select, textarea, input, summary, [role=radio]')]
        .filter((element) => {
          const isSeat = element.closest('[role=grid]') !== null
          const isHidden = !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest('label')
          const isInline = element.matches('a') && getComputedStyle(element).display === 'inline'
          // A menu of React Aria keeps a select beside it for what fills in forms.
          return !isSeat && !isHidden && !isInline && element.closest('[aria-hidden=true]') === null
        })
        .flatMap((element) => {
          // A checkbox may be pressed by its label too; what is hidden until it has the focus is no target.
          const label = element.closest('label') ?? (element as HTMLInputElement).labels?.[0]
          const isTicked = element.matches('[type=radio], [type=checkbox]')
          const boxes = [element, isTicked ? label : null].flatMap((part) => (part ? [part.getBoundingClientRect()] : []))
          const [width, height] = [Math.max(...boxes.map((box) => box.width)), Math.max(...boxes.map((box) => box.height))]
          if (width <= 1 || height <= 1) return []
          const name = (element.getAttribute('aria-label') ?? label?.textContent ?? element.textContent ?? '').trim().slice(0, 40)
          const least = isPrimary(element, name) ? primary : smallest
          // Half a pixel is lost where a browser rounds.
          const isSmall = height < least - 0.5 || width < smallest - 0.5
          return isSmall ? [`${name || element.outerHTML.slice(0, 80)}: ${width} × ${height} of ${least}`] : []
        })
    },
    { smallest, primary, pattern: ours.source },
  )
