import { useWords } from '#i18n'
import { Link } from '#ui/Link'
import { api, withBotCheck } from '#server-state'
import { EmailOnlyForm } from './EmailOnlyForm.tsx'
import { saveEmail, savedEmail } from './saved-email.ts'
import { useSignInPath } from './use-sign-in-path.ts'

export type ResetRequestFormProps = {
  /** The form was opened by an action on this page: focuses the field. */
  readonly isReached: boolean
  readonly onAsked: (email: string) => void
}

/** Requests a reset link by mail. The response does not reveal whether there is an account. */
export function ResetRequestForm({ isReached, onAsked }: ResetRequestFormProps) {
  const t = useWords('account')
  const signIn = useSignInPath()
  const send = async (typed: { email: string }) => {
    const result = await withBotCheck(api.auth.resetPassword)({ body: typed })
    if (!result.ok) return result.error
    saveEmail(typed.email)
    onAsked(typed.email)
    return undefined
  }
  return (
    <EmailOnlyForm email={savedEmail()} isReached={isReached} label={t('reset.send')} onSend={send}>
      <Link to={signIn}>{t('reset.signIn')}</Link>
    </EmailOnlyForm>
  )
}
