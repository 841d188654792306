import type { SeatStep } from '#plan-index'

/** What a key asks of the grid (accessibility §7). */
export type GridCommand =
  | { readonly do: 'walk'; readonly step: SeatStep }
  | { readonly do: 'area'; readonly by: 1 | -1 }
  | { readonly do: 'pan'; readonly right: number; readonly down: number }
  | { readonly do: 'type'; readonly text: string }
  | { readonly do: 'toggle' }
  | { readonly do: 'details' }
  /** Also stop on taken seats, or no longer. */
  | { readonly do: 'explore' }
  | { readonly do: 'zoomIn' | 'zoomOut' | 'fit' | 'help' | 'dismiss' }

export type KeyPress = {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

const arrows: Record<string, { step: SeatStep; right: number; down: number }> = {
  ArrowLeft: { step: 'left', right: -1, down: 0 },
  ArrowRight: { step: 'right', right: 1, down: 0 },
  ArrowUp: { step: 'up', right: 0, down: -1 },
  ArrowDown: { step: 'down', right: 0, down: 1 },
}
const single: Record<string, GridCommand> = {
  ' ': { do: 'toggle' },
  Enter: { do: 'details' },
  Escape: { do: 'dismiss' },
  '?': { do: 'help' },
  '+': { do: 'zoomIn' },
  '=': { do: 'zoomIn' },
  '-': { do: 'zoomOut' },
  PageUp: { do: 'walk', step: 'pageUp' },
  PageDown: { do: 'walk', step: 'pageDown' },
}
/** Share of the screen that Shift and an arrow move the camera. */
const panShare = 0.25

/**
 * The command of a key press; `undefined` leaves the key to the browser: Tab, and everything held with Ctrl or Cmd that
 * isn't ours. `typing` is whether a seat's name is being typed, in which 0 and T are parts of names.
 */
export function readKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress, typing: boolean): GridCommand | undefined {
  const command = ctrlKey || metaKey
  if (key === 'Home') return { do: 'walk', step: command ? 'areaStart' : 'rowStart' }
  if (key === 'End') return { do: 'walk', step: command ? 'areaEnd' : 'rowEnd' }
  if (command) return undefined
  if (altKey) return key === 'PageUp' ? { do: 'area', by: -1 } : key === 'PageDown' ? { do: 'area', by: 1 } : undefined
  const arrow = arrows[key]
  if (arrow) return shiftKey ? { do: 'pan', right: arrow.right * panShare, down: arrow.down * panShare } : { do: 'walk', step: arrow.step }
  if (!typing && key === '0') return { do: 'fit' }
  if (!typing && key.toLowerCase() === 't') return { do: 'explore' }
  return single[key] ?? (/^[\p{L}\p{N}]$/u.test(key) ? { do: 'type', text: key } : undefined)
}
