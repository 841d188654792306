import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { PasswordField } from '#form/PasswordField'
import { ProblemNotice } from '#ui/ProblemNotice'
import { TextField } from '#form/TextField'
import { api } from '#server-state'
import styles from './BoxOffice.module.css'
import { useStaffMutation } from './counter-state.ts'

/** The first factor: e-mail address and password. */
export function PasswordStep({ onVerified }: { readonly onVerified: (next: 'code' | 'enrol') => void }) {
  const t = useWords('box-office')
  const { send, problem, isPending } = useStaffMutation()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    await send(() => api.staff.signIn({ body: { email, password } }), { onSuccess: ({ next }) => onVerified(next) })
  }
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)}>
      <p>{t('signIn.lead')}</p>
      {problem && <ProblemNotice problem={problem} bare />}
      <TextField
        name="staff-email"
        label={t('signIn.email')}
        type="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
        ref={first}
      />
      <PasswordField
        name="staff-password"
        label={t('signIn.password')}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
      <Button type="submit" look="primary" large isPending={isPending}>
        {t('signIn.submit')}
      </Button>
    </form>
  )
}
