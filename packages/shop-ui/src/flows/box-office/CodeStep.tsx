import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Notice } from '#ui/Notice'
import { ProblemNotice } from '#ui/ProblemNotice'
import { TextField } from '#form/TextField'
import { type ApiProblem, api } from '#server-state'
import styles from './BoxOffice.module.css'
import { setCounterState, useStaffMutation } from './counter-state.ts'

type StepProps = { readonly onVerified: () => void; readonly onRestart: () => void }

/** The second factor: a code of the authenticator app, or a recovery code. */
export function CodeStep({ onVerified, onRestart }: StepProps) {
  const t = useWords('box-office')
  const { send, problem, isPending } = useStaffMutation()
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const result = await send(() => api.staff.prove({ body: { code } }), { onSuccess: setCounterState })
    if (result.ok) onVerified()
  }
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)}>
      <p>{t('code.lead')}</p>
      {problem && <CodeProblem problem={problem} />}
      <TextField
        name="staff-code"
        label={t('code.label')}
        hint={t('code.hint')}
        autoComplete="one-time-code"
        value={code}
        onChange={setCode}
        ref={field}
      />
      <Button type="submit" look="primary" large isPending={isPending}>
        {t('code.submit')}
      </Button>
      <Button look="quiet" onPress={onRestart}>
        {t('code.anew')}
      </Button>
    </form>
  )
}

/** A wrong code, or a sign-in that has timed out. */
export function CodeProblem({ problem }: { readonly problem: ApiProblem }) {
  const t = useWords('box-office')
  if (problem.code !== 'login-failed' && problem.code !== 'not-allowed') return <ProblemNotice problem={problem} bare />
  const which = problem.code === 'login-failed' ? 'wrong' : 'over'
  return (
    <Notice tone="error" role="alert" title={t(`code.${which}.title`)}>
      <p>{t(`code.${which}.detail`)}</p>
    </Notice>
  )
}
