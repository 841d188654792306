import { useLayoutEffect, useRef } from 'react'
import { useIsHydrated } from '#ui/hydration'
import { PartySize } from './PartySize.tsx'
import { keepPartyInput } from './party-input.ts'
import { usePartySize } from './usePartySize.ts'

/** The size of the party while the hall loads. The loaded screen's field takes over its value, its focus and what was typed. */
export function LoadingPartySize({ maximum }: { readonly maximum: number }) {
  const isHydrated = useIsHydrated()
  const [size, setSize] = usePartySize(maximum)
  const field = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => () => keepPartyInput(field.current), [])
  return (
    <div ref={field}>
      {/* The server doesn't know the size that this tab has stored. */}
      <PartySize size={isHydrated ? size : 1} maximum={maximum} onChange={setSize} hint={false} />
    </div>
  )
}
