import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Inset } from '@playhouse/seatmap'
import type { SeatDisplay } from '../useSeatDisplay.ts'

/** Where panels begin to stand beside the map instead of over its lower edge; as the style sheets say. */
const wideScreen = '(min-width: 64rem)'
/** What switches and filters stands above the map, for two panels beside it would leave it a strip. */
const middleScreen = '(64rem <= width < 72rem)'
/** A phone on its side: the visitor's seats stand beside map and list, for below there is no room; as the style sheets say. */
const lowScreen = '(44rem <= width < 64rem) and (height < 32rem)'
/** A sheet over the lower edge leaves room enough for a map. */
const tallScreen = '(min-height: 44rem)'
const around = 16

/** Whether the visitor's seats are shown from the start, or asked for. */
export const startsWithSeats = (as: SeatDisplay): boolean =>
  [wideScreen, lowScreen, ...(as === 'map' ? [tallScreen] : [])].some((screen) => matchMedia(screen).matches)

type Panel = RefObject<HTMLElement | null>
type Panels = {
  /** Filters beside a wide map; what switches to the list, everywhere. */
  readonly start: Panel
  /** The visitor's seats: beside a wide map, a sheet over the lower edge of a narrow one. */
  readonly end: Panel
  readonly top: Panel
  /** Above the sheet; in more than one row where it is narrow. */
  readonly controls: Panel
}

/**
 * What the panels cover of the map, so that a fitted hall and a focused seat are never behind one.
 * @param as as a list the seats have no controls
 * @returns beside it how high the controls have to stand to clear the sheet, in pixels
 */
export function useInset({ start, end, top, controls }: Panels, as: SeatDisplay): { readonly inset: Inset; readonly sheet: number } {
  const [room, setRoom] = useState<{ inset: Inset; sheet: number }>({
    inset: { top: 72, right: around, bottom: 72, left: around },
    sheet: 12,
  })
  useLayoutEffect(() => {
    const wide = matchMedia(wideScreen)
    const middle = matchMedia(middleScreen)
    const low = matchMedia(lowScreen)
    const measure = (): void => {
      const width = ({ current }: Panel): number => (current ? current.offsetWidth + 2 * around : around)
      const height = ({ current }: Panel): number => current?.offsetHeight ?? 0
      // On a narrow map what switches to the list stands above it, whether the hall has levels to choose from or not. A phone
      // on its side has so little height that buttons in a corner take none of it.
      const head = Math.max(height(top), wide.matches || low.matches ? 0 : height(start)) + around
      const sheet = wide.matches || low.matches ? around : height(end) + around / 2
      const bottom = sheet + height(controls) + around / 2
      if (middle.matches) setRoom({ inset: { top: height(start) + head + around, left: around, right: width(end), bottom: 72 }, sheet })
      else if (wide.matches) setRoom({ inset: { top: head, left: width(start), right: width(end), bottom: 72 }, sheet })
      else setRoom({ inset: { top: head, left: around / 2, right: low.matches ? width(end) : around / 2, bottom }, sheet })
    }
    const observer = new ResizeObserver(measure)
    for (const { current } of [start, end, top, controls]) if (current) observer.observe(current)
    for (const screen of [wide, middle, low]) screen.addEventListener('change', measure)
    measure()
    return () => {
      observer.disconnect()
      for (const screen of [wide, middle, low]) screen.removeEventListener('change', measure)
    }
  }, [start, end, top, controls, as])
  return room
}
