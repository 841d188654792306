import { UtensilsCrossed } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { loadMessages } from '#i18n'
import { useBrand } from '#server-state'
import { Button } from '#ui/Button'

const FoodDialog = lazy(async () => {
  const [{ FoodDialog: Loaded }] = await Promise.all([import('./FoodDialog.tsx'), loadMessages('food'), loadMessages('problem')])
  return { default: Loaded }
})

export type FoodButtonProps = { readonly instance: string; readonly label: string }

/** Opens food and drink for a performance in a dialog, whose code is loaded on the press. Nothing where the brand sells none. */
export function FoodButton({ instance, label }: FoodButtonProps) {
  const { foodAndDrink } = useBrand()
  const [isOpen, setOpen] = useState(false)
  // Stays mounted once opened, for the closing animation.
  const [wasOpen, setWasOpen] = useState(false)
  if (isOpen && !wasOpen) setWasOpen(true)
  if (!foodAndDrink) return null
  return (
    <>
      <Button onPress={() => setOpen(true)}>
        <UtensilsCrossed aria-hidden="true" />
        {label}
      </Button>
      {wasOpen && (
        <Suspense>
          <FoodDialog instance={instance} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
