import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import type { Result } from '@playhouse/domain/result'
import { useApiMutation } from '#mutation'
import type { ApiProblem } from '#server-state'
import { EmailField } from './EmailField.tsx'
import { emailRule } from './email-rule.ts'
import { EntryForm } from './EntryForm.tsx'

const rules = z.object({ email: emailRule })

export type EmailOnlyFormProps<Reply> = {
  /** Initial value of the field. */
  readonly email: string
  /** The form was opened by an action on this page: focuses the field. */
  readonly isReached: boolean
  /** Label of the button. */
  readonly label: string
  readonly onSend: (input: { readonly body: { readonly email: string } }) => Promise<Result<Reply, ApiProblem>>
  readonly onSent: (email: string, reply: Reply) => void
  /** Content below the button. */
  readonly children?: ReactNode
}

/** A form with an email address only. */
export function EmailOnlyForm<Reply>({ email, isReached, label, onSend, onSent, children }: EmailOnlyFormProps<Reply>) {
  const { send, problem } = useApiMutation()
  const form = useForm({ resolver: zodResolver(rules), shouldFocusError: false, defaultValues: { email } })
  const { setFocus } = form
  useEffect(() => {
    if (isReached) setFocus('email')
  }, [isReached, setFocus])
  const submit = (body: { email: string }) => send(() => onSend({ body }), { onSuccess: (reply) => onSent(body.email, reply) })
  return (
    <EntryForm form={form} onSubmit={submit} problem={problem} bare label={label} footer={children}>
      <EmailField />
    </EntryForm>
  )
}
