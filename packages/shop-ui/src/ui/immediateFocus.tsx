import { type RefObject, useEffect } from 'react'

/**
 * Moves the focus into an overlay in the commit that opens it, for any input modality. React Aria does so for mouse and keyboard;
 * after a click by a screen reader it waits for a frame and for every CSS transition of the page, while the page behind is inert.
 * Until then no element has the focus and Escape has no effect.
 *
 * Render it as the last child of the overlay: React Aria's effects then run first.
 * @param within takes the focus unless the focus is already inside
 */
export function ImmediateFocus({ within }: { readonly within: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    if (!within.current?.contains(document.activeElement)) within.current?.focus({ preventScroll: true })
  }, [within])
  return null
}

/**
 * Makes React Aria restore and move the focus without waiting. Call it once, before the first render.
 *
 * 1. React Aria counts CSS transitions from `transitionrun`, and in virtual modality moves no focus while one runs. Of several that
 *    one element cancels at once it counts a single one, and then waits until that element is removed. It must not see them start:
 *    overlays enter by animations, so that no focus has a transition to wait for.
 * 2. A click without a pointer (screen reader, voice control, switch) focuses no button, and an overlay returns the focus to what
 *    had it when it opened: to nothing. So such a click focuses its button, as that of a mouse does.
 * @returns takes both back; for tests
 */
export function installImmediateFocus(): () => void {
  const hide = (event: Event): void => event.stopPropagation()
  const focusButton = ({ detail, target }: MouseEvent): void => {
    const button = detail === 0 && target instanceof Element && target.closest('button, [role=button]')
    if (button instanceof HTMLElement && !button.contains(document.activeElement)) button.focus({ preventScroll: true })
  }
  addEventListener('transitionrun', hide, true)
  addEventListener('click', focusButton, true)
  return () => {
    removeEventListener('transitionrun', hide, true)
    removeEventListener('click', focusButton, true)
  }
}
