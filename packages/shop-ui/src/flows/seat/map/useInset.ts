import { type RefObject, startTransition, useEffect, useState } from 'react'
import type { Inset } from '@playhouse/seatmap'
import type { SeatDisplay } from '#browser'

/** From this width panels are beside the map instead of over its lower edge; as in the style sheets. */
const wideScreen = '(min-width: 64rem)'
/** Between these widths the display switch and the filters are above the map, since two panels beside it would leave too little. */
const middleScreen = '(64rem <= width < 72rem)'
/** A phone in landscape: the visitor's seats are beside map and list, as in the style sheets. */
const lowScreen = '(44rem <= width < 64rem) and (height < 32rem)'
/** From this height a sheet over the lower edge leaves enough of the map. */
const tallScreen = '(min-height: 44rem)'
/** Margin around the map's panels, in CSS pixels. */
const margin = 16

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
 */
export function useInset({ screen, start, end, top, controls }: Panels): Inset {
  const [inset, setInset] = useState<Inset>({ top: 72, right: margin, bottom: 72, left: margin })
  // Not in a layout effect: React sets the references to panels after the map, such as `end`, later than it runs those of the map.
  useEffect(() => {
    const wide = matchMedia(wideScreen)
    const middle = matchMedia(middleScreen)
    const low = matchMedia(lowScreen)
    const measure = (): void => {
      const width = ({ current }: Panel): number => (current ? current.offsetWidth + 2 * margin : margin)
      const height = ({ current }: Panel): number => current?.offsetHeight ?? 0
      // On a narrow map the display switch is above it. In landscape on a phone the buttons in a corner take no height.
      const topOffset = Math.max(height(top), wide.matches || low.matches ? 0 : height(start)) + margin
      const sheet = wide.matches || low.matches ? margin : height(end) + margin / 2
      const bottom = sheet + height(controls) + margin / 2
      screen.current?.style.setProperty('--sheet', `${sheet}px`)
      screen.current?.style.setProperty('--controls', 'visible')
      const next: Inset = middle.matches
        ? { top: height(start) + topOffset + margin, left: margin, right: width(end), bottom: 72 }
        : wide.matches
          ? { top: topOffset, left: width(start), right: width(end), bottom: 72 }
          : { top: topOffset, left: margin / 2, right: low.matches ? width(end) : margin / 2, bottom }
      startTransition(() => setInset((before) => (isSame(before, next) ? before : next)))
    }
    const observer = new ResizeObserver(measure)
    for (const { current } of [start, end, top, controls]) if (current) observer.observe(current)
    for (const query of [wide, middle, low]) query.addEventListener('change', measure)
    return () => {
      observer.disconnect()
      for (const query of [wide, middle, low]) query.removeEventListener('change', measure)
    }
  }, [screen, start, end, top, controls])
  return inset
}

const isSame = (one: Inset, other: Inset): boolean =>
  one.top === other.top && one.right === other.right && one.bottom === other.bottom && one.left === other.left
