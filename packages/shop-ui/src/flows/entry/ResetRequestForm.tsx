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
  const showSent = (email: string) => {
    saveEmail(email)
    onAsked(email)
  }
  return (
    <EmailOnlyForm
      email={savedEmail()}
      isReached={isReached}
      label={t('reset.send')}
      onSend={withBotCheck(api.auth.resetPassword)}
      onSent={showSent}
    >
      <Link to={signIn}>{t('reset.signIn')}</Link>
    </EmailOnlyForm>
  )
}
