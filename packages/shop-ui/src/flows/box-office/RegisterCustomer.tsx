import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { ProblemNotice } from '#ui/ProblemNotice'
import { TextField } from '#form/TextField'
import { api } from '#server-state'
import styles from './BoxOffice.module.css'
import { setCounterState, useStaffMutation } from './counter-state.ts'

const fields = ['firstName', 'lastName', 'email', 'phone'] as const
type Field = (typeof fields)[number]

/** Creates an account for a customer at the counter. The customer chooses a password by the link of a mail. */
export function RegisterCustomer({ onDone }: { readonly onDone: () => void }) {
  const t = useWords('box-office')
  const { send, problem, isPending } = useStaffMutation()
  const [values, setValues] = useState<Readonly<Record<Field, string>>>({ firstName: '', lastName: '', email: '', phone: '' })
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const invalidFields = problem?.code === 'invalid-input' ? problem.params.fields : []
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const result = await send(() => api.staff.registerCustomer({ body: { ...values, title: '' } }), { onSuccess: setCounterState })
    if (result.ok) onDone()
  }
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)} aria-label={t('register.title')}>
      <h2>{t('register.title')}</h2>
      <p>{t('register.lead')}</p>
      {problem && invalidFields.length === 0 && <ProblemNotice problem={problem} bare />}
      {fields.map((field) => (
        <TextField
          key={field}
          name={`new-${field}`}
          label={t(`register.${field}`)}
          type={field === 'email' ? 'email' : field === 'phone' ? 'tel' : 'text'}
          optional={field === 'phone'}
          value={values[field]}
          error={invalidFields.includes(field) ? t('register.missing') : undefined}
          onChange={(text) => setValues({ ...values, [field]: text })}
          {...(field === 'firstName' && { ref: first })}
        />
      ))}
      <Button type="submit" look="primary" isPending={isPending}>
        {t('register.submit')}
      </Button>
    </form>
  )
}
