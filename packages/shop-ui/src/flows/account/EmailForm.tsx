import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { z } from 'zod'
import { useWords } from '#i18n'
import { Button } from '#parts/Button'
import { FormErrors, FormField } from '#parts/FormField'
import { ProblemNotice } from '#parts/ProblemNotice'
import { type AnsweredProblem, api } from '#session'
import styles from './SignInPage.module.css'

/** An address as one types it; the server says whether anybody has it to nobody. */
export const emailRule = z
  .string()
  .trim()
  .min(1, { error: 'account:errors.email', abort: true })
  .pipe(z.email('account:errors.emailFormat'))

const rules = z.object({ email: emailRule })

export type EmailFormProps = {
  readonly email: string
  /** By a press on this page: focus goes to the field. */
  readonly isReached: boolean
  readonly onKnown: (email: string) => void
}

/** The first of two steps: who is it? */
export function EmailForm({ email, isReached, onKnown }: EmailFormProps) {
  const t = useWords('account')
  const [problem, setProblem] = useState<AnsweredProblem>()
  const form = useForm({ resolver: zodResolver(rules), shouldFocusError: false, defaultValues: { email } })
  const { setFocus } = form
  useEffect(() => {
    if (isReached) setFocus('email')
  }, [isReached, setFocus])
  const send = form.handleSubmit(async (values) => {
    const result = await api.auth.lookup({ body: values })
    if (!result.ok) return setProblem(result.error)
    onKnown(values.email)
  })
  return (
    <FormProvider {...form}>
      <form noValidate className={styles.form} onSubmit={send}>
        <FormErrors />
        {problem && <ProblemNotice problem={problem} bare />}
        <FormField
          name="email"
          label={t('field.email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          spellCheck={false}
          maxLength={254}
        />
        <Button type="submit" look="primary" large isPending={form.formState.isSubmitting}>
          {t('signIn.next')}
        </Button>
      </form>
    </FormProvider>
  )
}
