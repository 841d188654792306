import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { z } from 'zod'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { FormErrors, FormPassword } from '#form/FormField'
import { ProblemNotice } from '#ui/ProblemNotice'
import { type ApiProblem, useLogin, withBotCheck } from '#server-state'
import { EmailField } from './EmailField.tsx'
import { emailRule } from './email-rule.ts'
import styles from './SignInPage.module.css'
import { saveEmail } from './saved-email.ts'

const rules = z.object({ email: emailRule, password: z.string().min(1, 'account:errors.password').max(200) })

export type PasswordFormProps = {
  readonly email: string
  /** Returns to the first of two steps; absent where address and password are on one page. */
  readonly onOther?: () => void
  /** The form was opened by a press on this page: focuses the first empty field. */
  readonly isReached: boolean
}

/**
 * Email address and password. In the second of two steps the address stays a `username` field beside the password, for password
 * managers (WCAG 3.3.8).
 */
export function PasswordForm({ email, onOther, isReached }: PasswordFormProps) {
  const t = useWords('account')
  const login = useLogin()
  const [problem, setProblem] = useState<ApiProblem>()
  const form = useForm({ resolver: zodResolver(rules), shouldFocusError: false, defaultValues: { email, password: '' } })
  const { setFocus } = form
  useEffect(() => {
    if (isReached) setFocus(email ? 'password' : 'email')
  }, [email, isReached, setFocus])
  const send = form.handleSubmit(async (values) => {
    setProblem(undefined)
    saveEmail(values.email)
    const result = await withBotCheck((input: Parameters<typeof login.mutateAsync>[0]) => login.mutateAsync(input))({ body: values })
    if (!result.ok) setProblem(result.error)
  })
  return (
    <FormProvider {...form}>
      <form noValidate className={styles.form} onSubmit={send}>
        <FormErrors />
        {problem && <ProblemNotice problem={problem} />}
        {onOther ? (
          <div className={styles.who}>
            <EmailField readOnly />
            <Button look="quiet" onPress={onOther}>
              {t('signIn.changeEmail')}
            </Button>
          </div>
        ) : (
          <EmailField />
        )}
        <FormPassword name="password" label={t('field.password')} autoComplete="current-password" />
        <Button type="submit" look="primary" large isPending={form.formState.isSubmitting}>
          {t('signIn.submit')}
        </Button>
        <Link to="/reset-password">{t('reset.forgotten')}</Link>
      </form>
    </FormProvider>
  )
}
