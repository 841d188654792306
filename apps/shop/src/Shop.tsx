import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import type { Brand } from '@playhouse/domain/brand'
import { MessagesProvider } from '@playhouse/shop-ui/i18n'
import { LastResort } from './page/LastResort.tsx'

type ShopProps = { readonly brand: Brand; readonly cache: QueryClient; /** The router. */ readonly children: ReactNode }

/** The shop: query cache, locale and router. */
export const Shop = ({ brand, cache, children }: ShopProps) => (
  <LastResort>
    <QueryClientProvider client={cache}>
      <Suspense>
        <MessagesProvider currency={brand.currency} timeZone={brand.timeZone}>
          {children}
        </MessagesProvider>
      </Suspense>
    </QueryClientProvider>
  </LastResort>
)
