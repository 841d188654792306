import { type RefObject, useEffect } from 'react'

/**
 * In a dialog: when it closes, and what opened it is gone or disabled, so that the focus cannot return there, focuses another element.
 * @param props.target the page's heading if omitted
 */
export function FocusAfterClose({ target }: { readonly target?: RefObject<HTMLElement | null> }) {
  useEffect(
    () => () => {
      const focusTarget = (): void => {
        if (document.activeElement === document.body) (target?.current ?? document.querySelector('h1'))?.focus()
      }
      // React Aria returns the focus in the next frame.
      requestAnimationFrame(() => requestAnimationFrame(focusTarget))
    },
    [target],
  )
  return null
}
