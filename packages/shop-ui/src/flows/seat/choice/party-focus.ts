let focusedPart: string | undefined

/** Remembers which part of the party's field has the focus, for a field that replaces it in the same commit of React. */
export function keepPartyFocus(field: HTMLElement | null): void {
  const focused = document.activeElement
  focusedPart = focused && field?.contains(focused) ? partOf(focused) : undefined
  queueMicrotask(() => (focusedPart = undefined))
}

/** Focuses the same part of the new field. */
export function restorePartyFocus(field: HTMLElement | null): void {
  const part = focusedPart
  if (part) [...(field?.querySelectorAll<HTMLElement>('input, button') ?? [])].find((element) => partOf(element) === part)?.focus()
}

/** The input, or the button with its slot. */
const partOf = (element: Element): string => element.getAttribute('slot') ?? element.tagName
