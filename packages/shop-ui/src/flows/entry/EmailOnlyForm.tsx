import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useEffect, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { z } from 'zod'
import { Button } from '#ui/Button'
import { FormErrors } from '#form/FormField'
import { ProblemNotice } from '#ui/ProblemNotice'
import type { ApiProblem } from '#server-state'
import { EmailField } from './EmailField.tsx'
import { emailRule } from './email-rule.ts'
import styles from './SignInPage.module.css'

const rules = z.object({ email: emailRule })

export type EmailOnlyFormProps = {
  /** Initial value of the field. */
  readonly email: string
  /** The form was opened by an action on this page: focuses the field. */
  readonly isReached: boolean
  /** Label of the button. */
  readonly label: string
  /** @returns a problem to show here */
  readonly onSend: (typed: { email: string }) => Promise<ApiProblem | undefined>
  /** Content below the button. */
  readonly children?: ReactNode
}

/** A form with an email address only. */
export function EmailOnlyForm({ email, isReached, label, onSend, children }: EmailOnlyFormProps) {
  const [problem, setProblem] = useState<ApiProblem>()
  const form = useForm({ resolver: zodResolver(rules), shouldFocusError: false, defaultValues: { email } })
  const { setFocus } = form
  useEffect(() => {
    if (isReached) setFocus('email')
  }, [isReached, setFocus])
  const send = form.handleSubmit(async (typed) => {
    setProblem(undefined)
    setProblem(await onSend(typed))
  })
  return (
    <FormProvider {...form}>
      <form noValidate className={styles.form} onSubmit={send}>
        <FormErrors />
        {problem && <ProblemNotice problem={problem} bare />}
        <EmailField />
        <Button type="submit" look="primary" large isPending={form.formState.isSubmitting}>
          {label}
        </Button>
        {children}
      </form>
    </FormProvider>
  )
}
