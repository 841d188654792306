import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { RouterProvider, type RouterProviderProps } from 'react-router/dom'
import type { Brand } from '@playhouse/domain/brand'
import { MessagesProvider } from '@playhouse/shop-ui/i18n'
import { queryClient } from '@playhouse/shop-ui/server-state'
import { LastResort } from './page/LastResort.tsx'

/** The shop: query cache, locale and router. */
export const Shop = ({ brand, router }: { readonly brand: Brand; readonly router: RouterProviderProps['router'] }) => (
  <LastResort>
    <QueryClientProvider client={queryClient}>
      <Suspense>
        <MessagesProvider currency={brand.currency} timeZone={brand.timeZone}>
          <RouterProvider router={router} />
        </MessagesProvider>
      </Suspense>
    </QueryClientProvider>
  </LastResort>
)
