import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { z } from 'zod'
import { useWords } from '#i18n'
import { Button } from '#parts/Button'
import { FormErrors } from '#parts/FormField'
import { ProblemNotice } from '#parts/ProblemNotice'
import { type AnsweredProblem, api } from '#session'
import { EmailField } from './EmailField.tsx'
import { emailRule } from './email-rule.ts'
import { proven } from './prove.ts'
import styles from './SignInPage.module.css'

const rules = z.object({ email: emailRule })

export type EmailFormProps = {
  readonly email: string
  /** By a press on this page: focus goes to the field. */
  readonly isReached: boolean
  readonly onKnown: (email: string) => void
  /** Nobody has the address. */
  readonly onUnknown: (email: string) => void
}

/** The first of two steps: who is it? */
export function EmailForm({ email, isReached, onKnown, onUnknown }: EmailFormProps) {
  const t = useWords('account')
  const [problem, setProblem] = useState<AnsweredProblem>()
  const form = useForm({ resolver: zodResolver(rules), shouldFocusError: false, defaultValues: { email } })
  const { setFocus } = form
  useEffect(() => {
    if (isReached) setFocus('email')
  }, [isReached, setFocus])
  const send = form.handleSubmit(async (values) => {
    setProblem(undefined)
    const result = await proven(api.auth.lookup, values)
    if (result.ok) return onKnown(values.email)
    if (result.error.code === 'no-customer') return onUnknown(values.email)
    setProblem(result.error)
  })
  return (
    <FormProvider {...form}>
      <form noValidate className={styles.form} onSubmit={send}>
        <FormErrors />
        {problem && <ProblemNotice problem={problem} bare />}
        <EmailField />
        <Button type="submit" look="primary" large isPending={form.formState.isSubmitting}>
          {t('signIn.next')}
        </Button>
      </form>
    </FormProvider>
  )
}
