import type { Page } from '@playwright/test'

/** Minimum target size of WCAG 2.5.8, and of this shop's primary controls, in CSS pixels. */
const [smallest, primary] = [24, 44]

/**
 * §9.14: targets that are too small, except seats. Primary controls are submit buttons, inputs, and buttons in the accent colour;
 * `ours` names more. Links in a sentence are exempt (WCAG 2.5.8).
 */
export const smallTargets = (page: Page, ours: RegExp = /^$/): Promise<string[]> =>
  page.evaluate(
    ({ smallest, primary, pattern }) => {
      const primaryNames = new RegExp(pattern)
      const accent = document.body.appendChild(document.createElement('i'))
      accent.style.backgroundColor = 'var(--accent)'
      const colour = getComputedStyle(accent).backgroundColor
      accent.remove()
      const isPrimary = (element: HTMLElement, name: string): boolean =>
        element.matches('[type=submit], select, textarea, input:not([type=radio], [type=checkbox], [type=range])') ||
        (element.matches('a, button') && getComputedStyle(element).backgroundColor === colour) ||
        primaryNames.test(name)
      return [...document.querySelectorAll<HTMLElement>('a[href], button, select, textarea, input, summary, [role=radio]')]
        .filter((element) => {
          const isSeat = element.closest('[role=grid]') !== null
          const isHidden = !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest('label')
          const isInline = element.matches('a') && getComputedStyle(element).display === 'inline'
          // React Aria's select renders a hidden native select for autofill.
          return !isSeat && !isHidden && !isInline && element.closest('[aria-hidden=true]') === null
        })
        .flatMap((element) => {
          // A checkbox can be clicked by its label; an element hidden until focused is no target.
          const label = element.closest('label') ?? (element as HTMLInputElement).labels?.[0]
          const isTicked = element.matches('[type=radio], [type=checkbox]')
          const boxes = [element, isTicked ? label : null].flatMap((part) => (part ? [part.getBoundingClientRect()] : []))
          const [width, height] = [Math.max(...boxes.map((box) => box.width)), Math.max(...boxes.map((box) => box.height))]
          if (width <= 1 || height <= 1) return []
          const name = (element.getAttribute('aria-label') ?? label?.textContent ?? element.textContent ?? '').trim().slice(0, 40)
          const least = isPrimary(element, name) ? primary : smallest
          // Half a pixel of tolerance for rounding.
          const isSmall = height < least - 0.5 || width < smallest - 0.5
          return isSmall ? [`${name || element.outerHTML.slice(0, 80)}: ${width} × ${height} of ${least}`] : []
        })
    },
    { smallest, primary, pattern: ours.source },
  )
