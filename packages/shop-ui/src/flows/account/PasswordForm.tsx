import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { z } from 'zod'
import { useWords } from '#i18n'
import { Button } from '#parts/Button'
import { Link } from '#parts/Link'
import { FormErrors, FormField, FormPassword } from '#parts/FormField'
import { ProblemNotice } from '#parts/ProblemNotice'
import { type AnsweredProblem, useLogin } from '#session'
import styles from './SignInPage.module.css'

const rules = z.object({ email: z.string(), password: z.string().min(1, 'account:errors.password').max(200) })

export type PasswordFormProps = { readonly email: string; readonly onOther: () => void; readonly onRegister: () => void }

/**
 * The second step: the password, or on to registering. The address stays a real `username` field beside it, so that
 * password managers know whose password this is (WCAG 3.3.8).
 */
export function PasswordForm({ email, onOther, onRegister }: PasswordFormProps) {
  const t = useWords('account')
  const login = useLogin()
  const [problem, setProblem] = useState<AnsweredProblem>()
  const form = useForm({ resolver: zodResolver(rules), shouldFocusError: false, defaultValues: { email, password: '' } })
  const { setFocus } = form
  useEffect(() => {
    setFocus('password')
  }, [setFocus])
  const send = form.handleSubmit(async (values) => {
    setProblem(undefined)
    const result = await login.mutateAsync({ body: values })
    if (!result.ok) setProblem(result.error)
  })
  return (
    <>
      <FormProvider {...form}>
        <form noValidate className={styles.form} onSubmit={send}>
          <FormErrors />
          {problem && <ProblemNotice problem={problem} />}
          <div className={styles.who}>
            <FormField name="email" label={t('field.email')} type="email" autoComplete="username" readOnly />
            <Button look="quiet" onPress={onOther}>
              {t('signIn.changeEmail')}
            </Button>
          </div>
          <FormPassword name="password" label={t('field.password')} autoComplete="current-password" />
          <Button type="submit" look="primary" large isPending={form.formState.isSubmitting}>
            {t('signIn.submit')}
          </Button>
          <Link to="/reset-password">{t('reset.forgotten')}</Link>
        </form>
      </FormProvider>
      <section className={styles.other}>
        <h2>{t('signIn.newHere')}</h2>
        <Button onPress={onRegister}>{t('signIn.register')}</Button>
      </section>
    </>
  )
}
