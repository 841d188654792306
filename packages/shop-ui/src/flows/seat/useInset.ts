import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Inset } from '@playhouse/seatmap'

/** Where panels begin to stand beside the map instead of over its lower edge; as the style sheets say. */
export const wideScreen = '(min-width: 64rem)'
const around = 16

/**
 * What the panels cover of the map, so that a fitted hall and a focused seat are never behind one.
 * @param beside panels at the start and the end of a wide screen
 * @param below the sheet of a narrow one
 */
export function useInset(
  start: RefObject<HTMLElement | null>,
  end: RefObject<HTMLElement | null>,
  top: RefObject<HTMLElement | null>,
): Inset {
  const [inset, setInset] = useState<Inset>({ top: 72, right: around, bottom: 72, left: around })
  useLayoutEffect(() => {
    const wide = matchMedia(wideScreen)
    const measure = (): void => {
      const width = (panel: HTMLElement | null): number => (panel ? panel.offsetWidth + 2 * around : around)
      const head = (top.current?.offsetHeight ?? 0) + around
      setInset(
        wide.matches
          ? { top: head, left: width(start.current), right: width(end.current), bottom: 72 }
          : { top: head, left: around / 2, right: around / 2, bottom: (end.current?.offsetHeight ?? 0) + 72 },
      )
    }
    const observer = new ResizeObserver(measure)
    for (const panel of [start, end, top]) if (panel.current) observer.observe(panel.current)
    wide.addEventListener('change', measure)
    measure()
    return () => {
      observer.disconnect()
      wide.removeEventListener('change', measure)
    }
  }, [start, end, top])
  return inset
}
