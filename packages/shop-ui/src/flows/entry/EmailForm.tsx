import { ok } from '@playhouse/domain/result'
import { useWords } from '#i18n'
import { api, withBotCheck } from '#server-state'
import { EmailOnlyForm, type EmailOnlyFormProps } from './EmailOnlyForm.tsx'

export type EmailFormProps = Pick<EmailOnlyFormProps<boolean>, 'email' | 'isReached'> & {
  readonly onKnown: (email: string) => void
  /** No account has the address. */
  readonly onUnknown: (email: string) => void
}

/** The first of two steps: the email address. */
export function EmailForm({ onKnown, onUnknown, ...rest }: EmailFormProps) {
  const t = useWords('account')
  const isKnown: EmailOnlyFormProps<boolean>['onSend'] = async (input) => {
    const result = await withBotCheck(api.auth.lookup)(input)
    if (result.ok) return ok(true)
    return result.error.code === 'no-customer' ? ok(false) : result
  }
  return (
    <EmailOnlyForm
      {...rest}
      label={t('signIn.next')}
      onSend={isKnown}
      onSent={(email, isKnownEmail) => (isKnownEmail ? onKnown : onUnknown)(email)}
    />
  )
}
