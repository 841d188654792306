import { useQuery } from '@tanstack/react-query'
import { UtensilsCrossed } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { loadMessages } from '#i18n'
import { performanceProductsQuery, useBrand } from '#server-state'
import { Button } from '#ui/Button'
import type { FoodFormProps } from './FoodForm.tsx'

const FoodDialog = lazy(async () => {
  const [{ FoodDialog: Loaded }] = await Promise.all([import('./FoodDialog.tsx'), loadMessages('food'), loadMessages('problem')])
  return { default: Loaded }
})

export type FoodButtonProps = { readonly instance: string; readonly label: string } & Pick<FoodFormProps, 'prepare' | 'sold'>

/** Opens food and drink for a performance in a dialog, whose code is loaded on the press. Show it where the performance has menus. */
export function FoodButton({ instance, label, prepare, sold }: FoodButtonProps) {
  const [isOpen, setOpen] = useState(false)
  // Stays mounted once opened, for the closing animation.
  const [wasOpen, setWasOpen] = useState(false)
  if (isOpen && !wasOpen) setWasOpen(true)
  return (
    <>
      <Button onPress={() => setOpen(true)}>
        <UtensilsCrossed aria-hidden="true" />
        {label}
      </Button>
      {wasOpen && (
        <Suspense>
          <FoodDialog instance={instance} isOpen={isOpen} onClose={() => setOpen(false)} prepare={prepare} sold={sold} />
        </Suspense>
      )}
    </>
  )
}

/** `FoodButton` where food and drink can be ordered for a performance of the basket. The checkout has loaded what it sells. */
export function OpenFoodButton(props: FoodButtonProps) {
  const { foodAndDrink = false } = useBrand()
  const { data } = useQuery({ ...performanceProductsQuery(props.instance), enabled: foodAndDrink, staleTime: Infinity })
  return data?.isFoodOpen ? <FoodButton {...props} /> : null
}
