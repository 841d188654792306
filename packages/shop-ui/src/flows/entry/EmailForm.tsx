import { useWords } from '#i18n'
import { api, withBotCheck } from '#server-state'
import { EmailOnlyForm, type EmailOnlyFormProps } from './EmailOnlyForm.tsx'

export type EmailFormProps = Pick<EmailOnlyFormProps, 'email' | 'isReached'> & {
  readonly onKnown: (email: string) => void
  /** No account has the address. */
  readonly onUnknown: (email: string) => void
}

/** The first of two steps: the email address. */
export function EmailForm({ onKnown, onUnknown, ...rest }: EmailFormProps) {
  const t = useWords('account')
  const send = async (typed: { email: string }) => {
    const result = await withBotCheck(api.auth.lookup)({ body: typed })
    if (!result.ok && result.error.code !== 'no-customer') return result.error
    if (result.ok) onKnown(typed.email)
    else onUnknown(typed.email)
    return undefined
  }
  return <EmailOnlyForm {...rest} label={t('signIn.next')} onSend={send} />
}
