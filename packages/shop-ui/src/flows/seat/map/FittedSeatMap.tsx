import { type ComponentProps, type ReactNode, Suspense } from 'react'
import { LazySeatMap } from './LazySeatMap.tsx'
import { type Panels, useInset } from './useInset.ts'

type FittedSeatMapProps = Omit<ComponentProps<typeof LazySeatMap>, 'inset'> & {
  readonly panels: Panels
  /** Shown until the map is loaded. */
  readonly loading: ReactNode
}

/**
 * The seat map between its panels. A separate component, so that a change of the panels renders only the map. The map follows once they
 * are measured: a map that was drawn before the shop had arrived would be fitted to other panels, and drawn again.
 */
export function FittedSeatMap({ panels, loading, ...props }: FittedSeatMapProps) {
  const inset = useInset(panels)
  if (!inset) return loading
  return (
    <Suspense fallback={loading}>
      <LazySeatMap {...props} inset={inset} />
    </Suspense>
  )
}
