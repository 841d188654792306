import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { z } from 'zod'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { FormErrors, FormPassword } from '#form/FormField'
import { ProblemNotice } from '#ui/ProblemNotice'
import { type ApiProblem, useBrand, useRedeemReset } from '#server-state'
import { passwordError, newPasswordRule } from './new-password-rule.ts'
import styles from './SignInPage.module.css'

export type NewPasswordFormProps = {
  /** Token of the mailed link. */
  readonly token: string
  readonly onDone: () => void
  /** The link has expired or is invalid: no password can be set with it. */
  readonly onOver: (problem: ApiProblem) => void
}

/** Form for the new password. Only its submission redeems the link. */
export function NewPasswordForm({ token, onDone, onOver }: NewPasswordFormProps) {
  const t = useWords('account')
  const { passwordPolicy } = useBrand()
  const redeem = useRedeemReset()
  const [problem, setProblem] = useState<ApiProblem>()
  const rules = z.object({ password: newPasswordRule(passwordPolicy, 'account:errors.newPassword') })
  const form = useForm({ resolver: zodResolver(rules), shouldFocusError: false, defaultValues: { password: '' } })
  const send = form.handleSubmit(async ({ password }) => {
    setProblem(undefined)
    const result = await redeem.mutateAsync({ body: { token, password } })
    if (result.ok) return onDone()
    switch (result.error.code) {
      case 'authentication-link-expired':
      case 'reset-password-failed':
        return onOver(result.error)
      case 'password-too-common':
        return form.setError('password', { message: 'problem:password-too-common.detail' })
      case 'invalid-input':
        return form.setError('password', { message: passwordError(passwordPolicy) })
      default:
        return setProblem(result.error)
    }
  })
  return (
    <FormProvider {...form}>
      <form noValidate className={styles.form} onSubmit={send}>
        <FormErrors />
        {problem && <ProblemNotice problem={problem} bare />}
        <FormPassword
          name="password"
          label={t('reset.password')}
          hint={t(passwordPolicy === 'legacy' ? 'register.legacyHint' : 'register.modernHint')}
          autoComplete="new-password"
        />
        <Button type="submit" look="primary" large isPending={form.formState.isSubmitting}>
          {t('reset.save')}
        </Button>
      </form>
    </FormProvider>
  )
}
