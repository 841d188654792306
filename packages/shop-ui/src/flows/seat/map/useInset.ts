import { type RefObject, startTransition, useEffect, useState } from 'react'
import type { Inset } from '@playhouse/seatmap'
import type { SeatDisplay } from '#browser'
import { insetOf, lowScreen, middleScreen, sheetHeight, wideScreen } from './inset-of.ts'

/** From this height a sheet over the lower edge leaves enough of the map. */
const tallScreen = '(min-height: 44rem)'

/** Whether the visitor's seats are open initially. */
export const opensWithSeats = (as: SeatDisplay): boolean =>
  [wideScreen, lowScreen, ...(as === 'map' ? [tallScreen] : [])].some((screen) => matchMedia(screen).matches)

type Panel = RefObject<HTMLElement | null>
export type Panels = {
  /**
   * Around map and panels. Its custom property `--sheet` is the distance of the map buttons from the lower edge, and `--controls` their
   * visibility: until that distance is measured they are hidden, because they would move.
   */
  readonly screen: Panel
  /** Filters beside a wide map; the display switch at every width. */
  readonly start: Panel
  /** The visitor's seats: beside a wide map; a sheet over the lower edge of a narrow one. */
  readonly end: Panel
  /** The bar above the map, as far as it covers it. */
  readonly top: Panel
  /** Map buttons above the sheet; in several rows if it is narrow. */
  readonly controls: Panel
}

/**
 * Measures what the panels cover of the map, so that neither a fitted hall nor a focused seat is behind one. Measured after the
 * browser's layout: reading sizes in an effect would make it lay out the screen one more time.
 * @returns undefined until they are measured
 */
export function useInset({ screen, start, end, top, controls }: Panels): Inset | undefined {
  const [inset, setInset] = useState<Inset>()
  // Not in a layout effect: React sets the references to panels after the map, such as `end`, later than it runs those of the map.
  useEffect(() => {
    const queries = [wideScreen, middleScreen, lowScreen].map((query) => matchMedia(query))
    const measure = (): void => {
      const sizeOf = ({ current }: Panel) => ({ width: current?.offsetWidth ?? 0, height: current?.offsetHeight ?? 0 })
      const sizes = { start: sizeOf(start), end: sizeOf(end), top: sizeOf(top).height, controls: sizeOf(controls).height }
      screen.current?.style.setProperty('--sheet', `${sheetHeight(sizes)}px`)
      screen.current?.style.setProperty('--controls', 'visible')
      const next = insetOf(sizes)
      startTransition(() => setInset((before) => (before && isSame(before, next) ? before : next)))
    }
    const observer = new ResizeObserver(measure)
    for (const { current } of [start, end, top, controls]) if (current) observer.observe(current)
    for (const query of queries) query.addEventListener('change', measure)
    return () => {
      observer.disconnect()
      for (const query of queries) query.removeEventListener('change', measure)
    }
  }, [screen, start, end, top, controls])
  return inset
}

const isSame = (one: Inset, other: Inset): boolean =>
  one.top === other.top && one.right === other.right && one.bottom === other.bottom && one.left === other.left
