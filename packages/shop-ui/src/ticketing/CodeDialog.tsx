import { type FormEvent, useState } from 'react'
import type { Problem } from '@playhouse/domain/problem'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import styles from './CodeDialog.module.css'
import { Dialog, DialogActions } from '#ui/Dialog'
import { ProblemNotice } from '#ui/ProblemNotice'
import { TextField } from '#form/TextField'

export type CodeDialogProps = {
  readonly kind: 'promo' | 'voucher'
  readonly isOpen: boolean
  /** The code that the field has at first, such as that of a link. */
  readonly initialCode?: string | undefined
  readonly onClose: () => void
  /** Returns the problem if the code is rejected; the dialog then stays open with the typed code. */
  readonly onApply: (code: string) => Promise<Problem | undefined>
}

/** Dialog to enter a promo code or a gift voucher code. */
export function CodeDialog({ kind, isOpen, initialCode = '', onClose, onApply }: CodeDialogProps) {
  const t = useWords('part')
  const [code, setCode] = useState(initialCode)
  const [problem, setProblem] = useState<Problem>()
  const [isPending, setPending] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const close = (): void => {
    setProblem(undefined)
    setMissing(false)
    onClose()
  }
  const apply = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setMissing(code.trim() === '')
    if (code.trim() === '' || isPending) return
    setPending(true)
    const applyResult = await onApply(code)
    setPending(false)
    setProblem(applyResult)
    if (applyResult) return
    setCode('')
    close()
  }
  return (
    <Dialog isOpen={isOpen} onClose={close} title={t(`${kind}.title`)}>
      <form noValidate className={styles.form} onSubmit={(event) => void apply(event)}>
        {problem && <ProblemNotice problem={problem} bare />}
        <TextField
          name={`${kind}-code`}
          label={t(`${kind}.label`)}
          hint={t(`${kind}.hint`)}
          error={isMissing ? t('code') : undefined}
          value={code}
          onChange={setCode}
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
        />
        <DialogActions>
          <Button type="submit" look="primary" isPending={isPending}>
            {t(`${kind}.apply`)}
          </Button>
          <Button onPress={close}>{t('close')}</Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
