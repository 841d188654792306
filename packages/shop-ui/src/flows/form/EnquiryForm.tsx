import { type FormEvent, useMemo, useRef, useState } from 'react'
import {
  type Answer,
  type AnswerFault,
  blankAnswers,
  faultsOf,
  type Form as FormDefinition,
  type FormField,
  senderField,
} from '@playhouse/domain/form'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { ErrorSummary } from '#form/ErrorSummary'
import { Form } from '#form/Form'
import { ProblemNotice } from '#ui/ProblemNotice'
import { useDrafts } from '#client-state'
import { useApiMutation } from '#mutation'
import { api, queryClient, formQuery, withBotCheck } from '#server-state'
import { AnswerField } from './AnswerField.tsx'
import styles from './Form.module.css'
import { useFaultText } from './useFaultText.ts'

type Props = {
  readonly instance: string
  readonly form: FormDefinition
  /** The day at the theatre, an ISO date. */
  readonly today: string
  /** @param email the address to which the confirmation goes */
  readonly onSent: (email: string) => void
}

/** The fields of a form. What is typed is kept in this tab until it is sent. */
export function EnquiryForm({ instance, form, today, onSent }: Props) {
  const t = useWords('form')
  const faultText = useFaultText(today)
  const { send, problem, isPending, dismiss } = useApiMutation()
  const draft = `form/${form.form}`
  // The server renders the form without the draft.
  const saved = useDrafts(({ forms }) => forms[draft])
  const answers = useMemo(() => restoreAnswers(form, saved), [form, saved])
  const [faults, setFaults] = useState<Readonly<Record<string, AnswerFault | 'refused'>>>({})
  const [attempt, setAttempt] = useState(0)
  // The same for each try with the same answers, so that a repeat stores nothing. Changed answers are another enquiry.
  const sent = useRef({ key: crypto.randomUUID(), answers })

  const change = (field: FormField, answer: Answer): void => {
    const { forms, saveForm } = useDrafts.getState()
    const changed = { ...restoreAnswers(form, forms[draft]), [field.id]: answer }
    saveForm(draft, changed)
    const { [field.id]: fault, ...others } = faults
    const newFault = faultsOf({ fields: [field] }, changed, today)[field.id]
    if (fault && fault !== newFault) setFaults(newFault ? { ...others, [field.id]: newFault } : others)
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (isPending) return
    const found = faultsOf(form, answers, today)
    setFaults(found)
    setAttempt(attempt + 1)
    if (Object.keys(found).length > 0) return dismiss()
    if (sent.current.answers !== answers) sent.current = { key: crypto.randomUUID(), answers }
    const result = await send(() => withBotCheck(api.forms.send)({ params: { instance }, body: sent.current }))
    if (result.ok) {
      onSent(String(answers[senderField(form)!.id]).trim())
      return useDrafts.getState().deleteForm(draft)
    }
    if (result.error.code !== 'invalid-input') return undefined
    // The form or the day has changed since it was loaded.
    setFaults(Object.fromEntries(result.error.params.fields.map((field) => [field, 'refused'])))
    setAttempt(attempt + 2)
    return queryClient.invalidateQueries(formQuery(instance))
  }
  const known = form.fields.filter(({ id }) => faults[id])
  return (
    <Form className={styles.form} onSubmit={(event) => void submit(event)} aria-label={t('label')}>
      <ErrorSummary faults={known.map((field) => ({ field: field.id, message: faultText(field, faults[field.id]!) }))} attempt={attempt} />
      {form.fields.map((field) => (
        <AnswerField
          key={field.id}
          field={field}
          answer={answers[field.id]!}
          onChange={(answer) => change(field, answer)}
          error={faults[field.id] && faultText(field, faults[field.id]!)}
          today={today}
        />
      ))}
      <p className={styles.soft}>{t('kept', { count: form.keepDays })}</p>
      {problem && (problem.code !== 'invalid-input' || known.length === 0) && <ProblemNotice problem={problem} />}
      <Button type="submit" look="primary" large isPending={isPending}>
        {t('send')}
      </Button>
    </Form>
  )
}

/** The answers of a draft to the fields of the form, which may have changed since. */
function restoreAnswers(form: FormDefinition, draft: Readonly<Record<string, unknown>> = {}): Record<string, Answer> {
  const blank = blankAnswers(form)
  const isLike = (value: unknown, answer: Answer): value is Answer =>
    Array.isArray(answer) ? Array.isArray(value) && value.every((each) => typeof each === 'string') : typeof value === typeof answer
  return Object.fromEntries(Object.entries(blank).map(([id, answer]) => [id, isLike(draft[id], answer) ? draft[id] : answer]))
}
