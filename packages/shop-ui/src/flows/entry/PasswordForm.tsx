import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { FormPassword } from '#form/FormField'
import { useApiMutation } from '#mutation'
import { api, applySignIn, withBotCheck } from '#server-state'
import { EmailField } from './EmailField.tsx'
import { emailRule } from './email-rule.ts'
import { EntryForm } from './EntryForm.tsx'
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
  const { send, problem } = useApiMutation()
  const form = useForm({ resolver: zodResolver(rules), shouldFocusError: false, defaultValues: { email, password: '' } })
  const { setFocus } = form
  useEffect(() => {
    if (isReached) setFocus(email ? 'password' : 'email')
  }, [email, isReached, setFocus])
  const submit = (body: z.infer<typeof rules>) => {
    saveEmail(body.email)
    return send(() => withBotCheck(api.auth.login)({ body }), { onSuccess: applySignIn })
  }
  return (
    <EntryForm
      form={form}
      onSubmit={submit}
      problem={problem}
      label={t('signIn.submit')}
      footer={<Link to="/reset-password">{t('reset.forgotten')}</Link>}
    >
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
    </EntryForm>
  )
}
