import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Time to wait for the anchor: a screen's data may load after the screen. */
const anchorTimeoutMs = 2_000

/**
 * Scrolls to the top after a navigation, or to the anchor if there is one. Not if the link has `state={{ keepScroll: true }}`, nor
 * if only the search changes. The first page stays where it is: its visitor may have scrolled before it was hydrated.
 */
export function useScroll(): void {
  const { pathname, hash, state } = useLocation()
  const keeps = typeof state === 'object' && state !== null && 'keepScroll' in state && state.keepScroll === true
  const shown = useRef<string>(undefined)
  useEffect(() => {
    const address = pathname + hash
    const isFirst = shown.current === undefined || shown.current === address
    shown.current = address
    if (keeps || (isFirst && (!hash || scrollY > 0))) return
    if (!hash) {
      // Not returned: in new browsers scrolling returns a promise, which an effect must not.
      scrollTo(0, 0)
      return
    }
    const anchor = decodeURIComponent(hash.slice(1))
    const tryUntil = Date.now() + anchorTimeoutMs
    let timer: ReturnType<typeof setTimeout>
    const seek = () => {
      const place = document.getElementById(anchor)
      if (place) return place.scrollIntoView()
      if (Date.now() < tryUntil) timer = setTimeout(seek, 50)
    }
    seek()
    return () => clearTimeout(timer)
  }, [pathname, hash, keeps])
}
