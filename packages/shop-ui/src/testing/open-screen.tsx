import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, type RenderResult } from '@testing-library/react'
import { Suspense } from 'react'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router'
import { vi } from 'vitest'
import type { Basket, Session } from '@playhouse/api-client/contract'
import type { Brand } from '@playhouse/domain/brand'
import { loadMessages, MessagesProvider, initI18n } from '#i18n'
import { StatusRegion } from '#ui/announce'
import { setServerTime } from '#browser'
import { useDrafts, useUndo } from '#client-state'
import { basketQuery, queryClient, sessionQuery, siteQuery } from '#server-state'
import { aBasket, aBrand, aSession } from './sample.ts'

export type Visit = {
  readonly at: string
  readonly routes: RouteObject[]
  readonly brand?: Brand
  readonly basket?: Basket
  readonly customer?: Session['customer']
}

export type OpenedScreen = RenderResult & {
  /** The current path with search. */
  readonly address: () => string
}

// jsdom has no layout and no scrolling.
Element.prototype.scrollIntoView ??= () => {}

/** Renders routes as the shop does, in English, with a loaded session and basket. */
export async function openScreen({ at, routes, brand = aBrand(), basket = aBasket(), customer = null }: Visit): Promise<OpenedScreen> {
  await initI18n(brand, 'en')
  const journeys = ['problem', 'seat', 'order', 'queue', 'entry', 'account'] as const
  await Promise.all(journeys.map(loadMessages))
  const session = aSession(customer, basket)
  setServerTime(session.serverTime)
  queryClient.setQueryData(siteQuery.queryKey, { brand, underMaintenance: false })
  queryClient.setQueryData(sessionQuery.queryKey, session)
  queryClient.setQueryData(basketQuery.queryKey, basket)
  const router = createMemoryRouter([...routes, { path: '*', element: <p>elsewhere</p> }], { initialEntries: [at] })
  const page = render(
    <QueryClientProvider client={queryClient}>
      <Suspense fallback="…">
        <MessagesProvider currency={brand.currency} timeZone={brand.timeZone}>
          <RouterProvider router={router} />
          <StatusRegion />
        </MessagesProvider>
      </Suspense>
    </QueryClientProvider>,
  )
  return { ...page, address: () => router.state.location.pathname + router.state.location.search }
}

/** Unmounts the screen and clears all state; call it after each test. */
export function closeScreen(): void {
  cleanup()
  queryClient.clear()
  sessionStorage.clear()
  useDrafts.getState().deleteAll()
  useUndo.getState().dismiss()
  vi.unstubAllGlobals()
  vi.useRealTimers()
}
