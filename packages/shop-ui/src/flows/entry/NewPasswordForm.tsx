import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useWords } from '#i18n'
import { FormPassword } from '#form/FormField'
import { useApiMutation } from '#mutation'
import { type ApiProblem, api, applySignIn, useBrand } from '#server-state'
import { EntryForm } from './EntryForm.tsx'
import { passwordError, newPasswordRule } from './new-password-rule.ts'

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
  const { send, problem, dismiss } = useApiMutation()
  const rules = z.object({ password: newPasswordRule(passwordPolicy, 'account:errors.newPassword') })
  const form = useForm({ resolver: zodResolver(rules), shouldFocusError: false, defaultValues: { password: '' } })
  const showError = (message: string): void => {
    dismiss()
    form.setError('password', { message })
  }
  const submit = async ({ password }: { password: string }): Promise<void> => {
    const result = await send(() => api.auth.redeemReset({ body: { token, password } }), { onSuccess: applySignIn })
    if (result.ok) return onDone()
    switch (result.error.code) {
      case 'authentication-link-expired':
      case 'reset-password-failed':
        return onOver(result.error)
      case 'password-too-common':
        return showError('problem:password-too-common.detail')
      case 'invalid-input':
        return showError(passwordError(passwordPolicy))
    }
  }
  return (
    <EntryForm form={form} onSubmit={submit} problem={problem} bare label={t('reset.save')}>
      <FormPassword
        name="password"
        label={t('reset.password')}
        hint={t(passwordPolicy === 'legacy' ? 'register.legacyHint' : 'register.modernHint')}
        autoComplete="new-password"
      />
    </EntryForm>
  )
}
