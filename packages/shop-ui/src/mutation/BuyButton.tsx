import { Suspense, useId } from 'react'
import { previewPath } from '#browser'
import { useWords } from '#i18n'
import { Button, type ButtonProps } from '#ui/Button'

/** A button that puts something into the basket. In a preview of the shop it is disabled, with the reason beside it. */
export function BuyButton(props: ButtonProps) {
  const reason = useId()
  if (!previewPath) return <Button {...props} />
  return (
    <>
      <Button {...props} isDisabled aria-describedby={reason} />
      <Suspense>
        <ReadOnly id={reason} />
      </Suspense>
    </>
  )
}

/** Loads the words of staff, which no visitor needs. */
function ReadOnly({ id }: { readonly id: string }) {
  const t = useWords('planning')
  return <span id={id}>{t('shopPreview.readOnly')}</span>
}
