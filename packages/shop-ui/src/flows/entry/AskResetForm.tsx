import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { z } from 'zod'
import { useWords } from '#i18n'
import { Button } from '#parts/Button'
import { FormErrors } from '#parts/FormField'
import { Link } from '#parts/Link'
import { ProblemNotice } from '#parts/ProblemNotice'
import { type AnsweredProblem, api } from '#session'
import { EmailField } from './EmailField.tsx'
import { emailRule } from './email-rule.ts'
import { proven } from './prove.ts'
import styles from './SignInPage.module.css'
import { keepEmail, recallEmail } from './typed-email.ts'
import { useSignInPath } from './use-sign-in-path.ts'

const rules = z.object({ email: emailRule })

export type AskResetFormProps = {
  /** By something done on this page: focus goes to the field. */
  readonly isReached: boolean
  readonly onAsked: (email: string) => void
}

/** Asks for a link by mail. The server says to nobody whether there is an account. */
export function AskResetForm({ isReached, onAsked }: AskResetFormProps) {
  const t = useWords('account')
  const signIn = useSignInPath()
  const [problem, setProblem] = useState<AnsweredProblem>()
  const form = useForm({ resolver: zodResolver(rules), shouldFocusError: false, defaultValues: { email: recallEmail() } })
  const { setFocus } = form
  useEffect(() => {
    if (isReached) setFocus('email')
  }, [isReached, setFocus])
  const send = form.handleSubmit(async (values) => {
    setProblem(undefined)
    const result = await proven(api.auth.resetPassword, values)
    if (!result.ok) return setProblem(result.error)
    keepEmail(values.email)
    onAsked(values.email)
  })
  return (
    <FormProvider {...form}>
      <form noValidate className={styles.form} onSubmit={send}>
        <FormErrors />
        {problem && <ProblemNotice problem={problem} bare />}
        <EmailField />
        <Button type="submit" look="primary" large isPending={form.formState.isSubmitting}>
          {t('reset.send')}
        </Button>
        <Link to={signIn}>{t('reset.signIn')}</Link>
      </form>
    </FormProvider>
  )
}
