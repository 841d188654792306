import { type ReactNode, useRef } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { classNames } from '#theme'
import { Button } from './Button.tsx'
import styles from './Dialog.module.css'
import { DialogActions } from './Dialog.tsx'
import { DialogFocus } from './immediateFocus.tsx'

export type AlertAction = { readonly label: string; readonly onPress: () => void; readonly isPending?: boolean; readonly danger?: boolean }

export type AlertDialogProps = {
  readonly isOpen: boolean
  readonly title: string
  readonly children: ReactNode
  /** The safe choice, which changes nothing; it has the initial focus. */
  readonly safe: AlertAction
  readonly other?: AlertAction
  /** Called on Escape; without it, one of the actions must be chosen. */
  readonly onClose?: () => void
}

/** An urgent question: a hold about to end, an expired basket, a removal to confirm. */
export function AlertDialog({ isOpen, title, children, safe, other, onClose }: AlertDialogProps) {
  const dialog = useRef<HTMLElement>(null)
  return (
    <ModalOverlay
      isOpen={isOpen}
      isKeyboardDismissDisabled={!onClose}
      onOpenChange={(open) => !open && onClose?.()}
      className={classNames(styles.overlay)}
    >
      <Modal className={classNames(styles.panel)}>
        <AriaDialog ref={dialog} role="alertdialog" className={classNames(styles.dialog)}>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          <div>{children}</div>
          <DialogActions>
            <Button look="primary" autoFocus onPress={safe.onPress} isPending={safe.isPending ?? false}>
              {safe.label}
            </Button>
            {other && (
              <Button look={other.danger ? 'danger' : 'secondary'} onPress={other.onPress} isPending={other.isPending ?? false}>
                {other.label}
              </Button>
            )}
          </DialogActions>
          <DialogFocus dialog={dialog} />
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
