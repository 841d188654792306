import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { voucherCodeSchema } from '@playhouse/domain/voucher'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Form } from '#form/Form'
import { TextField } from '#form/TextField'
import styles from './VoucherPages.module.css'

type Props = {
  readonly submitLabel: string
  readonly initialCode?: string
  readonly isPending: boolean
  readonly onSubmit: (code: string) => unknown
  /** Above the field. */
  readonly children?: ReactNode
}

/** A form with the code of a gift voucher. A code of another form is not sent. */
export function VoucherCodeForm({ submitLabel, initialCode = '', isPending, onSubmit, children }: Props) {
  const t = useWords('voucher')
  const [code, setCode] = useState(initialCode)
  const [isWrong, setWrong] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const parsed = voucherCodeSchema.safeParse(code)
    setWrong(!parsed.success)
    if (!parsed.success) field.current?.focus()
    else if (!isPending) onSubmit(parsed.data)
  }
  return (
    <Form className={styles.form} onSubmit={submit}>
      {children}
      <TextField
        name="voucher-code"
        label={t('code.label')}
        hint={t('code.hint')}
        error={isWrong ? t('code.wrong') : undefined}
        value={code}
        onChange={setCode}
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        ref={field}
      />
      <p className={styles.actions}>
        <Button type="submit" look="primary" large isPending={isPending}>
          {submitLabel}
        </Button>
      </p>
    </Form>
  )
}
