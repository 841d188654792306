import { type RefObject, useEffect } from 'react'

/**
 * Moves the focus into a list or menu in the commit that opens it, for any input modality. React Aria does so for mouse and keyboard;
 * after a click by a screen reader it waits for a frame and for every CSS transition of the page, while the page behind is inert.
 * Until then no element has the focus and Escape has no effect.
 *
 * Render it as the last child of the overlay: React Aria's effects then run first.
 * @param within the element that receives the focus, unless the focus is already within it
 */
export function ImmediateFocus({ within }: { readonly within: RefObject<HTMLElement | null> }) {
  useEffect(() => moveFocusInto(within.current), [within])
  return null
}

/**
 * Moves the focus into a dialog, as `ImmediateFocus` does. Render it as the last child **inside** React Aria's `Dialog`: it then runs
 * before the effect of `useDialog`, which finds the focus inside and does not schedule its own refocus. That one blurs the
 * dialog after 500 ms and, after a click by a screen reader, focuses it only in a later frame; a key pressed in between is lost.
 * VoiceOver on iOS needs the refocus to announce the dialog, so it happens here, without a gap.
 */
export function DialogFocus({ dialog }: { readonly dialog: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    moveFocusInto(dialog.current)
    const timer = setTimeout(() => {
      const element = dialog.current
      if (!element || document.activeElement !== element) return
      element.blur()
      element.focus({ preventScroll: true })
    }, voiceOverDelay)
    return () => clearTimeout(timer)
  }, [dialog])
  return null
}

/** Milliseconds until iOS has rendered a dialog, as in React Aria's `useDialog`. */
const voiceOverDelay = 500

function moveFocusInto(element: HTMLElement | null): void {
  if (!element?.contains(document.activeElement)) element?.focus({ preventScroll: true })
}

/**
 * Makes React Aria restore and move the focus without waiting. Call it once, before the first render.
 *
 * 1. React Aria counts CSS transitions from `transitionrun`, and in virtual modality moves no focus while one runs. When one
 *    element cancels several transitions at once, it counts only one, and then waits until that element is removed. So
 *    `transitionrun` is hidden from it. No focus needs to wait for a transition, because overlays open with animations.
 * 2. A click without a pointer (screen reader, voice control, switch) does not focus its button, so an overlay
 *    that it opens has no element to return the focus to. Here such a click focuses its button, as a mouse click does.
 * @returns a function that removes both listeners; for tests
 */
export function installImmediateFocus(): () => void {
  const stopPropagation = (event: Event): void => event.stopPropagation()
  const focusButton = ({ detail, target }: MouseEvent): void => {
    const button = detail === 0 && target instanceof Element && target.closest('button, [role=button]')
    if (button instanceof HTMLElement && !button.contains(document.activeElement)) button.focus({ preventScroll: true })
  }
  addEventListener('transitionrun', stopPropagation, true)
  addEventListener('click', focusButton, true)
  return () => {
    removeEventListener('transitionrun', stopPropagation, true)
    removeEventListener('click', focusButton, true)
  }
}
