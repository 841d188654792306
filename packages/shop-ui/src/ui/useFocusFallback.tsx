import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to `instead` if the focused element is removed, by its own press or by another visitor's purchase, so that it
 * does not return to the top of the page.
 */
export function useFocusFallback(within: RefObject<HTMLElement | null>, instead: RefObject<HTMLElement | null>): void {
  const last = useRef<EventTarget>(null)
  useEffect(() => {
    const element = within.current
    const came = ({ target }: FocusEvent): void => void (last.current = target)
    const went = ({ relatedTarget }: FocusEvent): void => void (relatedTarget && (last.current = null))
    element?.addEventListener('focusin', came)
    element?.addEventListener('focusout', went)
    return () => {
      element?.removeEventListener('focusin', came)
      element?.removeEventListener('focusout', went)
    }
  }, [within])
  useEffect(() => {
    const isGone = last.current instanceof Element && !last.current.isConnected
    if (isGone && document.activeElement === document.body) instead.current?.focus({ preventScroll: true })
    if (isGone) last.current = null
  })
}
