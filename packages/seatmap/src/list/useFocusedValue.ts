import { type FocusEvent, useState } from 'react'

/** Focus handlers for the element that contains the elements with the attribute. */
export type FocusWatch = { readonly onFocus: (event: FocusEvent) => void; readonly onBlur: (event: FocusEvent) => void }

/**
 * The value of `attribute` at the focused element or its closest ancestor with it. A focused seat stays listed when another
 * visitor buys it, so that a sale never moves the focus.
 */
export function useFocusedValue(attribute: string): readonly [value: string | undefined, watch: FocusWatch] {
  const [value, setValue] = useState<string>()
  const onFocus = ({ target }: FocusEvent): void => setValue(target.closest(`[${attribute}]`)?.getAttribute(attribute) ?? undefined)
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    // When the window loses the focus, the document keeps its active element.
    if (!currentTarget.contains(relatedTarget) && !currentTarget.contains(document.activeElement)) setValue(undefined)
  }
  return [value, { onFocus, onBlur }]
}
