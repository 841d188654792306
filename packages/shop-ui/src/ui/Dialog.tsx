import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useWords } from '#i18n'
import { classNames } from '#theme'
import { Button } from './Button.tsx'
import styles from './Dialog.module.css'
import { DialogFocus } from './immediateFocus.tsx'

export type DialogProps = {
  readonly isOpen: boolean
  /** Called by Escape, a press outside, and the close button. */
  readonly onClose: () => void
  readonly title: ReactNode
  readonly children: ReactNode
  readonly wide?: boolean
}

/** A modal dialog. It contains the focus and returns it when closed. */
export const Dialog = ({ wide = false, ...props }: DialogProps) => <Overlay {...props} place={wide ? 'wide' : 'middle'} />

/** A modal sheet: from the side on a desktop, from the bottom on a phone. */
export const Sheet = (props: Omit<DialogProps, 'wide'>) => <Overlay {...props} place="side" />

function Overlay({ isOpen, onClose, title, children, place }: Omit<DialogProps, 'wide'> & { readonly place: 'middle' | 'wide' | 'side' }) {
  const t = useWords('part')
  const dialog = useRef<HTMLElement>(null)
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      className={classNames(styles.overlay, place === 'side' && styles.side)}
    >
      <Modal className={classNames(styles.panel, place === 'wide' && styles.wide)}>
        <AriaDialog ref={dialog} className={classNames(styles.dialog)}>
          <div className={styles.head}>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            <Button look="icon" aria-label={t('close')} onPress={onClose}>
              <X aria-hidden="true" />
            </Button>
          </div>
          {children}
          <DialogFocus dialog={dialog} />
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** The row of buttons at the end of a dialog. */
export const DialogActions = ({ children }: { readonly children: ReactNode }) => <div className={styles.actions}>{children}</div>
