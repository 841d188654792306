import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Result } from '@playhouse/domain/result'
import { loadMessages } from '#i18n'
import { type ApiProblem, performanceProductsQuery, useBrand } from '#server-state'
import { Button } from '#ui/Button'

// Loaded by the press.
const ProductsDialog = lazy(async () => {
  const [{ PerformanceProductsDialog }] = await Promise.all([import('#products'), loadMessages('product'), loadMessages('problem')])
  return { default: PerformanceProductsDialog }
})

export type VisitButtonProps = {
  readonly instance: string
  readonly label: string
  /** Adds to the order that it starts, instead of to the basket that is open. A problem that it returns is shown, and nothing is added. */
  readonly prepare?: () => Promise<Result<unknown, ApiProblem>>
}

/** Opens what is sold for a performance of the basket, or of a confirmed order, in a dialog. Nothing where nothing is sold for it. */
export function VisitButton({ instance, label, prepare }: VisitButtonProps) {
  const { productTypes = [] } = useBrand()
  const { data } = useQuery({ ...performanceProductsQuery(instance), enabled: productTypes.length > 0 })
  const [isOpen, setOpen] = useState<boolean>()
  if (isOpen === undefined && !data?.types.length) return null
  return (
    <>
      <Button onPress={() => setOpen(true)}>{label}</Button>
      {isOpen !== undefined && (
        <Suspense>
          <ProductsDialog instance={instance} isOpen={isOpen} onClose={() => setOpen(false)} isInBasket={!prepare} prepare={prepare} />
        </Suspense>
      )}
    </>
  )
}
