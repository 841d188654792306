import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to `fallback` if the focused element is removed, by its own press or by another visitor's purchase, so that it
 * does not return to the top of the page.
 */
export function useFocusFallback(container: RefObject<HTMLElement | null>, fallback: RefObject<HTMLElement | null>): void {
  const last = useRef<EventTarget>(null)
  useEffect(() => {
    const element = container.current
    const rememberFocus = ({ target }: FocusEvent): void => void (last.current = target)
    const forgetFocus = ({ relatedTarget }: FocusEvent): void => void (relatedTarget && (last.current = null))
    element?.addEventListener('focusin', rememberFocus)
    element?.addEventListener('focusout', forgetFocus)
    return () => {
      element?.removeEventListener('focusin', rememberFocus)
      element?.removeEventListener('focusout', forgetFocus)
    }
  }, [container])
  useEffect(() => {
    const isGone = last.current instanceof Element && !last.current.isConnected
    if (isGone && document.activeElement === document.body) fallback.current?.focus({ preventScroll: true })
    if (isGone) last.current = null
  })
}
