import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { loadMessages, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { useIsHydrated } from '#ui/hydration'

// Loaded when it is opened: the page of a performance needs none of it.
const ProductsDialog = lazy(async () => {
  const [{ PerformanceProductsDialog }] = await Promise.all([import('#products'), loadMessages('product'), loadMessages('order')])
  return { default: PerformanceProductsDialog }
})

type ShownProducts = { readonly isOpen: boolean; readonly show: (isShown: boolean) => void }

/** Whether the products' dialog is open. It has its own URL (`?visit`), so that an order can link to it. */
export function useVisitProducts(): ShownProducts {
  const [search, setSearch] = useSearchParams()
  const isHydrated = useIsHydrated()
  const show = (isShown: boolean): void => {
    const changed = new URLSearchParams(search)
    if (isShown) changed.set('visit', '')
    else changed.delete('visit')
    setSearch(changed, { replace: true, preventScrollReset: true })
  }
  return { isOpen: isHydrated && search.has('visit'), show }
}

/** Opens the products of a performance in a dialog. */
export function VisitProducts({ instance, isOpen, show }: { readonly instance: string } & ShownProducts) {
  const t = useWords('browse')
  // Stays mounted once opened, for the closing animation.
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return (
    <>
      <Button onPress={() => show(true)}>{t('visit.open')}</Button>
      {wasOpen && (
        <Suspense>
          <ProductsDialog instance={instance} isOpen={isOpen} onClose={() => show(false)} />
        </Suspense>
      )}
    </>
  )
}
