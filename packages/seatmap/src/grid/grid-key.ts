import type { SeatStep } from '#plan-index'

/** Commands of the grid's keys (accessibility §7). */
export type GridCommand =
  | { readonly do: 'walk'; readonly step: SeatStep }
  | { readonly do: 'area'; readonly by: 1 | -1 }
  | { readonly do: 'pan'; readonly right: number; readonly down: number }
  | { readonly do: 'type'; readonly text: string }
  | { readonly do: 'toggle' }
  | { readonly do: 'details' }
  /** Toggles whether arrow keys also stop on taken seats. */
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
/** With Ctrl or Cmd: free seats one after the other, from row to row. */
const freeSeats: Record<string, GridCommand> = {
  ArrowLeft: { do: 'walk', step: 'previous' },
  ArrowRight: { do: 'walk', step: 'next' },
}
/** Share of the screen that Shift and an arrow move the camera. */
const panShare = 0.25

/**
 * The command of a key press; `undefined` leaves the key to the browser: Tab, and unused combinations with Ctrl or Cmd.
 * @param typedName the characters of a seat's name typed so far, in which 0 and T are parts of names
 * @param goesOn whether some name begins with a text: in "18 bis" the space does not select seat 18
 */
export function readKey(press: KeyPress, typedName: string, goesOn: (name: string) => boolean): GridCommand | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = press
  const command = ctrlKey || metaKey
  if (key === 'Home') return { do: 'walk', step: command ? 'areaStart' : 'rowStart' }
  if (key === 'End') return { do: 'walk', step: command ? 'areaEnd' : 'rowEnd' }
  if (isForeignLetter(press)) return { do: 'type', text: key }
  if (command) return altKey || shiftKey ? undefined : freeSeats[key]
  if (altKey) return key === 'PageUp' ? { do: 'area', by: -1 } : key === 'PageDown' ? { do: 'area', by: 1 } : undefined
  const arrow = arrows[key]
  if (arrow) return shiftKey ? { do: 'pan', right: arrow.right * panShare, down: arrow.down * panShare } : { do: 'walk', step: arrow.step }
  if (!typedName && key === '0') return { do: 'fit' }
  if (!typedName && key.toLowerCase() === 't') return { do: 'explore' }
  if (/^[\p{L}\p{N}]$/u.test(key) || (typedName && isCharacter(key) && goesOn(typedName + key))) return { do: 'type', text: key }
  return single[key]
}

/** Whether a key writes a character, so that it can be switched off (WCAG 2.1.4). Space activates a control and stays on. */
export const isShortcut = (key: string): boolean => isCharacter(key) && key !== ' '

const isCharacter = (key: string): boolean => [...key].length === 1

/** Letters such as "Ł" are typed with AltGr, which is reported as Ctrl and Alt, or with Option. */
const isForeignLetter = ({ key, metaKey, altKey }: KeyPress): boolean => altKey && !metaKey && key > '\u007f' && /^\p{L}$/u.test(key)
