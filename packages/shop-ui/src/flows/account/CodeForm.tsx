import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from '#ui/Button'
import styles from './AccountPage.module.css'
import { TextField } from '#form/TextField'

type Props = {
  readonly name: string
  readonly label: string
  readonly hint: string
  /** Shown at the field when it is sent empty. */
  readonly missing: string
  readonly submitLabel: string
  readonly isPending: boolean
  readonly onSubmit: (code: string) => unknown
  /** Above the field. */
  readonly children?: ReactNode
}

/** A form with a single code, which must not be empty. */
export function CodeForm({ name, label, hint, missing, submitLabel, isPending, onSubmit, children }: Props) {
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const isEmpty = code.trim() === ''
    setMissing(isEmpty)
    if (isEmpty) field.current?.focus()
    else if (!isPending) onSubmit(code)
  }
  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      {children}
      <TextField
        name={name}
        label={label}
        hint={hint}
        error={isMissing ? missing : undefined}
        value={code}
        onChange={setCode}
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        ref={field}
      />
      <Button type="submit" look="primary" isPending={isPending}>
        {submitLabel}
      </Button>
    </form>
  )
}
