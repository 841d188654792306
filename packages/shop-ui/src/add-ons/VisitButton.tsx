import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { loadMessages } from '#i18n'
import { performanceProductsQuery, useBrand } from '#server-state'
import { Button } from '#ui/Button'

// Loaded by the press.
const ProductsDialog = lazy(async () => {
  const [{ PerformanceProductsDialog }] = await Promise.all([import('#products'), loadMessages('product')])
  return { default: PerformanceProductsDialog }
})

export type VisitButtonProps = { readonly instance: string; readonly label: string }

/** Opens what is sold for a performance of the basket in a dialog. Nothing where nothing is sold for it. */
export function VisitButton({ instance, label }: VisitButtonProps) {
  const { productTypes = [] } = useBrand()
  const { data } = useQuery({ ...performanceProductsQuery(instance), enabled: productTypes.length > 0 })
  const [isOpen, setOpen] = useState<boolean>()
  if (isOpen === undefined && !data?.types.length) return null
  return (
    <>
      <Button onPress={() => setOpen(true)}>{label}</Button>
      {isOpen !== undefined && (
        <Suspense>
          <ProductsDialog instance={instance} isOpen={isOpen} onClose={() => setOpen(false)} isInBasket />
        </Suspense>
      )}
    </>
  )
}
