import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useWords } from '#i18n'
import { announce } from '#ui/announce'
import { Button } from '#ui/Button'
import { ProblemNotice } from '#ui/ProblemNotice'
import { TextField } from '#form/TextField'
import { api } from '#server-state'
import styles from '../BoxOffice.module.css'
import { isCodeWrong, useStaffMutation } from '../counter-state.ts'

/** Asks for a fresh code of the second factor, and repeats the change that needs it. */
export function CodePrompt({ onVerified }: { readonly onVerified: () => Promise<unknown> }) {
  const t = useWords('planning')
  const { send, problem, isPending } = useStaffMutation()
  const [code, setCode] = useState('')
  const [isRepeating, setRepeating] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const result = await send(() => api.staff.proveAgain({ body: { code: code.replaceAll(' ', '') } }))
    if (!result.ok) {
      if (!isCodeWrong(result.error)) return
      setCode('')
      announce(t('code.wrong'))
      field.current?.focus()
      return
    }
    setRepeating(true)
    await onVerified()
    setRepeating(false)
  }
  const isWrong = problem && isCodeWrong(problem)
  return (
    <form className={styles['panel']} onSubmit={(event) => void submit(event)} aria-label={t('code.title')}>
      <h2>{t('code.title')}</h2>
      <p>{t('code.lead')}</p>
      {problem && !isWrong && <ProblemNotice problem={problem} bare />}
      <div className={styles['form']}>
        <TextField
          name="fresh-code"
          label={t('code.label')}
          autoComplete="one-time-code"
          inputMode="numeric"
          value={code}
          onChange={setCode}
          error={isWrong && code === '' ? t('code.wrong') : undefined}
          ref={field}
        />
        <Button type="submit" look="primary" isPending={isPending || isRepeating}>
          {t('code.submit')}
        </Button>
      </div>
    </form>
  )
}
