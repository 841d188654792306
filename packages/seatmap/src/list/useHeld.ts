import { type FocusEvent, useState } from 'react'

/** Handlers for the element within which the focus is watched. */
export type FocusWatch = { readonly onFocus: (event: FocusEvent) => void; readonly onBlur: (event: FocusEvent) => void }

/**
 * What the focus is on: the value of `attribute` at the element around it. The focused seat stays listed when another
 * visitor buys it, so that a sale never moves the focus.
 */
export function useHeld(attribute: string): readonly [held: string | undefined, watch: FocusWatch] {
  const [held, setHeld] = useState<string>()
  const onFocus = ({ target }: FocusEvent): void => setHeld(target.closest(`[${attribute}]`)?.getAttribute(attribute) ?? undefined)
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    // In another window meanwhile, the focus is still here.
    if (!currentTarget.contains(relatedTarget) && !currentTarget.contains(document.activeElement)) setHeld(undefined)
  }
  return [held, { onFocus, onBlur }]
}
