import { useWords } from '#i18n'
import { Link } from '#ui/Link'
import { api, withBotCheck } from '#server-state'
import { AskEmail } from './AskEmail.tsx'
import { keepEmail, recallEmail } from './typed-email.ts'
import { useSignInPath } from './use-sign-in-path.ts'

export type AskResetFormProps = {
  /** By something done on this page: focus goes to the field. */
  readonly isReached: boolean
  readonly onAsked: (email: string) => void
}

/** Asks for a link by mail. The server says to nobody whether there is an account. */
export function AskResetForm({ isReached, onAsked }: AskResetFormProps) {
  const t = useWords('account')
  const signIn = useSignInPath()
  const send = async (typed: { email: string }) => {
    const result = await withBotCheck(api.auth.resetPassword)({ body: typed })
    if (!result.ok) return result.error
    keepEmail(typed.email)
    onAsked(typed.email)
    return undefined
  }
  return (
    <AskEmail email={recallEmail()} isReached={isReached} label={t('reset.send')} onSend={send}>
      <Link to={signIn}>{t('reset.signIn')}</Link>
    </AskEmail>
  )
}
