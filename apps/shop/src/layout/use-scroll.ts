import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Time to wait for the anchor: a screen's data may load after the screen. */
const anchorTimeoutMs = 2_000

/**
 * Scrolls to the top after a navigation, or to the anchor if there is one. Not if the link has `state={{ keepScroll: true }}`, nor
 * if only the search changes.
 */
export function useScroll(): void {
  const { pathname, hash, state } = useLocation()
  const keeps = typeof state === 'object' && state !== null && 'keepScroll' in state && state.keepScroll === true
  useEffect(() => {
    if (keeps) return
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
