import { type RefObject, useEffect, useRef } from 'react'

/**
 * Scrolls the notice of an outcome into the window when the outcome changes: its form may be longer than the window.
 * @param outcome what the notice shows; undefined while there is nothing to show
 */
export function useReveal(outcome: unknown): RefObject<HTMLDivElement | null> {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (outcome !== undefined) notice.current?.scrollIntoView({ block: 'nearest' })
  }, [outcome])
  return notice
}
