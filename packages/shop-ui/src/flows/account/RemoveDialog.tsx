import type { ReactNode } from 'react'
import { useWords } from '#i18n'
import { AlertDialog } from '#ui/AlertDialog'
import { FocusAfterClose } from '#ui/FocusAfterClose'

type Props = {
  readonly title: string
  readonly isOpen: boolean
  readonly isPending: boolean
  readonly onClose: () => void
  readonly onRemove: () => void
  readonly children: ReactNode
}

/** Asks before something is removed from the account. */
export function RemoveDialog({ title, isOpen, isPending, onClose, onRemove, children }: Props) {
  const t = useWords('profile')
  return (
    <AlertDialog
      isOpen={isOpen}
      title={title}
      onClose={onClose}
      safe={{ label: t('keep'), onPress: onClose }}
      other={{ label: t('remove'), danger: true, isPending, onPress: onRemove }}
    >
      {children}
      <FocusAfterClose />
    </AlertDialog>
  )
}
