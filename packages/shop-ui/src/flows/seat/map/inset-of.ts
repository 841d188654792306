import type { Inset } from '@playhouse/seatmap'

/** From this width panels are beside the map instead of over its lower edge; as in the style sheets. */
export const wideScreen = '(min-width: 64rem)'
/** Between these widths the display switch and the filters are above the map, since two panels beside it would leave too little. */
export const middleScreen = '(64rem <= width < 72rem)'
/** A phone in landscape: the visitor's seats are beside map and list, as in the style sheets. */
export const lowScreen = '(44rem <= width < 64rem) and (height < 32rem)'
/** Margin around the map's panels, in CSS pixels. */
export const margin = 16

type Panel = { readonly width: number; readonly height: number }
/** Sizes of the panels over the map, CSS pixels; of two only the height matters. */
export type PanelSizes = { readonly start: Panel; readonly end: Panel; readonly top: number; readonly controls: number }

/** Distance of the map buttons from the lower edge, CSS pixels. */
export const sheetHeight = ({ end }: Pick<PanelSizes, 'end'>): number =>
  matches(wideScreen) || matches(lowScreen) ? margin : end.height + margin / 2

/** What the panels cover of the map on this screen. */
export function insetOf(panels: PanelSizes): Inset {
  const { start, end } = panels
  const [isWide, isLow] = [matches(wideScreen), matches(lowScreen)]
  const right = end.width + 2 * margin
  // On a narrow map the display switch is above it. In landscape on a phone the buttons in a corner take no height.
  const top = Math.max(panels.top, isWide || isLow ? 0 : start.height) + margin
  if (matches(middleScreen)) return { top: start.height + top + margin, left: margin, right, bottom: 72 }
  if (isWide) return { top, left: start.width + 2 * margin, right, bottom: 72 }
  const bottom = sheetHeight(panels) + panels.controls + margin / 2
  return { top, left: margin / 2, right: isLow ? right : margin / 2, bottom }
}

const matches = (query: string): boolean => matchMedia(query).matches
