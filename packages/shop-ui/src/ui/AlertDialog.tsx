import { type ReactNode, useRef } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { classNames } from '#theme'
import { Button } from './Button.tsx'
import styles from './Dialog.module.css'
import { DialogActions } from './Dialog.tsx'
import { ImmediateFocus } from './immediateFocus.tsx'

export type AlertAction = { readonly label: string; readonly onPress: () => void; readonly isPending?: boolean; readonly danger?: boolean }

export type AlertDialogProps = {
  readonly isOpen: boolean
  readonly title: string
  readonly children: ReactNode
  /** What loses nothing; focus starts here. */
  readonly safe: AlertAction
  readonly other?: AlertAction
  /** Escape does this; without it the dialog must be answered. */
  readonly onClose?: () => void
}

/** Something that can't wait: a hold about to end, a basket gone, a removal to confirm. */
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
        </AriaDialog>
        <ImmediateFocus within={dialog} />
      </Modal>
    </ModalOverlay>
  )
}
