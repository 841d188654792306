type PartyInput = { readonly focusedPart: string; readonly text: string }

let kept: PartyInput | undefined

/** Remembers the focus and the typed text of the party's field, for a field that replaces it in the same commit of React. */
export function keepPartyInput(field: HTMLElement | null): void {
  const focused = document.activeElement
  const text = field?.querySelector('input')?.value ?? ''
  kept = focused && field?.contains(focused) ? { focusedPart: partOf(focused), text } : undefined
  queueMicrotask(() => (kept = undefined))
}

/**
 * Focuses the same part of the new field.
 * @returns the number that was typed; undefined where the field had no focus, or no number
 */
export function restorePartyInput(field: HTMLElement | null): number | undefined {
  if (!kept) return undefined
  const { focusedPart, text } = kept
  kept = undefined
  ;[...(field?.querySelectorAll<HTMLElement>('input, button') ?? [])].find((element) => partOf(element) === focusedPart)?.focus()
  return /^\d+$/.test(text) ? Number(text) : undefined
}

/** The input, or the button with its slot. */
const partOf = (element: Element): string => element.getAttribute('slot') ?? element.tagName
