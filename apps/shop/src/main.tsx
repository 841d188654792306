import './no-eval.ts'
import '@playhouse/shop-ui/theme/tokens.css'
import '@playhouse/shop-ui/theme/base.css'
import { type ReactNode, startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { chooseLocale, savedLocale, initI18n } from '@playhouse/shop-ui/i18n'
import { onHydrated } from '@playhouse/shop-ui/ui/hydration'
import { installImmediateFocus } from '@playhouse/shop-ui/ui/immediateFocus'
import { previewPath, reloadOnChunkError } from '@playhouse/shop-ui/browser'
import { restoreDrafts } from '@playhouse/shop-ui/client-state'
import { queryClient, readBoot } from '@playhouse/shop-ui/server-state'
import { applyInlineStyles, guardedData, isRendered, keepInput, loadScreens, markHydrated } from './hydration.ts'
import { ignoreSkippedTransitions } from './skipped-transitions.ts'
import { Shop } from './Shop.tsx'
import { routes } from './routes.tsx'

/** Starts the shop: first brand and locale, which all screens need, then the router with its guards. */
async function start(root: HTMLElement): Promise<void> {
  reloadOnChunkError()
  installImmediateFocus()
  ignoreSkippedTransitions()
  // The router scrolls between screens, the browser after a reload or on the way back from another site.
  addEventListener('pageshow', () => (history.scrollRestoration = 'manual'))
  addEventListener('pagehide', () => (history.scrollRestoration = 'auto'))
  const { site, locale } = await readBoot()
  const { brand } = site
  await initI18n(brand, locale ?? chooseLocale(brand, savedLocale(document.cookie), navigator.languages))
  const shop = (router: ReturnType<typeof createBrowserRouter>): ReactNode => (
    <Shop brand={brand} cache={queryClient}>
      <RouterProvider router={router} />
    </Shop>
  )
  if (isRendered(root) && (await hydrate(root, shop))) return
  markHydrated(root)
  createRoot(root).render(<StrictMode>{shop(createBrowserRouter(routes, { basename: previewPath }))}</StrictMode>)
}

/**
 * Takes over a page that the server rendered. The server ran the guards of this navigation; the guard of the local store runs here.
 * @returns false if the page's code can't be loaded: the router shows the problem
 */
async function hydrate(root: HTMLElement, shop: (router: ReturnType<typeof createBrowserRouter>) => ReactNode): Promise<boolean> {
  try {
    await Promise.all([loadScreens(routes, location.pathname), restoreDrafts()])
  } catch {
    return false
  }
  const router = createBrowserRouter(routes, { hydrationData: guardedData(routes, location.pathname, root) })
  applyInlineStyles(root)
  const enterAgain = keepInput(root)
  const done = (): void => {
    markHydrated(root)
    enterAgain()
  }
  onHydrated(done)
  // A transition is rendered in slices, between which the browser handles input.
  startTransition(() => void hydrateRoot(root, <StrictMode>{shop(router)}</StrictMode>))
  return true
}

// In a further task: to evaluate the scripts takes a slow phone a tenth of a second.
setTimeout(() => void start(document.getElementById('shop')!))
