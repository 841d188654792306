import { useEffect, useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/** Time to wait for the anchor, or until the page is as long as before: its data may load after the screen. */
const patienceMs = 2_000

/** With these a visitor scrolls, or begins to: nothing scrolls the page for them then. */
const visitorEvents = ['wheel', 'touchstart', 'keydown'] as const

/** How far each entry of the history was scrolled when it was left, in pixels, by the key of its location. */
const positions: Record<string, number> = {}

/**
 * Scrolls to the top after a navigation, to the anchor if there is one, and back to where an earlier entry of the history was left.
 * Not if the link has `state={{ keepScroll: true }}`, nor if only the search changes. The first page stays where it is: its visitor
 * may have scrolled before it was hydrated.
 */
export function useScroll(): void {
  const { pathname, hash, state, key } = useLocation()
  const keeps = typeof state === 'object' && state !== null && 'keepScroll' in state && state.keepScroll === true
  const position = useNavigationType() === NavigationType.Pop ? positions[key] : undefined
  const shown = useRef<string>(undefined)
  // Before the next frame, in which the browser reports that a shorter page has scrolled.
  useLayoutEffect(() => {
    const keep = (): void => void (positions[key] = scrollY)
    addEventListener('scroll', keep, { passive: true })
    return () => removeEventListener('scroll', keep)
  }, [key])
  useEffect(() => {
    const address = pathname + hash
    const isFirst = shown.current === undefined || shown.current === address
    shown.current = address
    if (keeps || (isFirst && (!hash || scrollY > 0))) return
    const anchor = position === undefined && decodeURIComponent(hash.slice(1))
    const top = position ?? 0
    const tryUntil = Date.now() + patienceMs
    let timer: ReturnType<typeof setTimeout>
    const stop = (): void => clearTimeout(timer)
    const seek = (): void => {
      if (anchor) {
        const place = document.getElementById(anchor)
        if (place) return place.scrollIntoView()
      } else {
        scrollTo(0, top)
        if (scrollY >= top - 1) return
      }
      if (Date.now() < tryUntil) timer = setTimeout(seek, 50)
    }
    seek()
    for (const type of visitorEvents) addEventListener(type, stop, { passive: true })
    return () => {
      stop()
      for (const type of visitorEvents) removeEventListener(type, stop)
    }
  }, [pathname, hash, keeps, position])
}
