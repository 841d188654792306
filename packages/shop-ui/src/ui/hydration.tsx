import { type ReactNode, useEffect, useSyncExternalStore } from 'react'

const subscribeToNothing = (): (() => void) => () => {}

/**
 * Whether the page has been hydrated: false while the server renders and in the browser's first rendering of a page that the
 * server rendered. For content that only the browser can render.
 */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )

let whenHydrated: (() => void) | undefined

/** Calls a function once the screen that the server rendered is hydrated. */
export const onHydrated = (run: () => void): void => void (whenHydrated = run)

/** Around a screen: React hydrates what is inside a suspense boundary after the rest of the page. */
export function HydratedScreen({ children }: { readonly children: ReactNode }): ReactNode {
  useEffect(() => {
    // Outside of React's work, so that events that it dispatches take effect at once.
    if (whenHydrated) queueMicrotask(whenHydrated)
    whenHydrated = undefined
  }, [])
  return children
}
