import { useWords } from '#i18n'
import { Dialog } from '#ui/Dialog'
import { FoodContent } from './FoodContent.tsx'
import type { FoodFormProps } from './FoodForm.tsx'

export type FoodDialogProps = {
  readonly instance: string
  readonly isOpen: boolean
  readonly onClose: () => void
} & Pick<FoodFormProps, 'prepare' | 'sold'>

/** Food and drink for a performance, over the page that offers it. */
export function FoodDialog({ instance, isOpen, onClose, prepare, sold }: FoodDialogProps) {
  const t = useWords('food')
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('title')} wide>
      <FoodContent instance={instance} onAdded={onClose} prepare={prepare} sold={sold} />
    </Dialog>
  )
}
