import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** A screen's data may come after the screen; its anchor is waited for this long. */
const anchorTimeoutMs = 2_000

/**
 * After a navigation to the top, or to the anchor if there is one. Not when the link says
 * `state={{ keepScroll: true }}`, nor when only the search changes.
 */
export function useScroll(): void {
  const { pathname, hash, state } = useLocation()
  const keeps = typeof state === 'object' && state !== null && 'keepScroll' in state && state.keepScroll === true
  useEffect(() => {
    if (keeps) return
    if (!hash) {
      // Not returned: in new browsers scrolling answers a promise, which an effect may not.
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
