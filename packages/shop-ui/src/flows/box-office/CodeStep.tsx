import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Notice } from '#ui/Notice'
import { announce } from '#ui/announce'
import { ProblemNotice } from '#ui/ProblemNotice'
import { TextField } from '#form/TextField'
import { type ApiProblem, api } from '#server-state'
import styles from './BoxOffice.module.css'
import { isCodeWrong, setCounterState, useStaffMutation } from './counter-state.ts'

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
    if (result.ok) return onVerified()
    if (!isCodeWrong(result.error)) return
    setCode('')
    // The field has the focus after Enter: its error is announced.
    announce(t('code.wrong'))
    field.current?.focus()
  }
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)}>
      <p>{t('code.lead')}</p>
      {problem && !isCodeWrong(problem) && <CodeProblem problem={problem} />}
      <TextField
        name="staff-code"
        label={t('code.label')}
        hint={t('code.hint')}
        autoComplete="one-time-code"
        value={code}
        onChange={setCode}
        error={problem && isCodeWrong(problem) ? t('code.wrong') : undefined}
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

/** A sign-in that has timed out, or a problem that has nothing to do with the code. */
export function CodeProblem({ problem }: { readonly problem: ApiProblem }) {
  const t = useWords('box-office')
  if (problem.code !== 'not-allowed') return <ProblemNotice problem={problem} bare />
  return (
    <Notice tone="error" role="alert" title={t('code.over.title')}>
      <p>{t('code.over.detail')}</p>
    </Notice>
  )
}
