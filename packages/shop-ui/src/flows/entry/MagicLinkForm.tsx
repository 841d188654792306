import { useState } from 'react'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { NoticeActions } from '#ui/Notice'
import { api, withBotCheck } from '#server-state'
import { EmailOnlyForm } from './EmailOnlyForm.tsx'
import { ResultNotice } from './ResultNotice.tsx'
import { saveEmail, savedEmail } from './saved-email.ts'

/** Requests a sign-in link by mail, and shows where to find it. The response does not reveal whether there is an account. */
export function MagicLinkForm({ isReached = false }: { readonly isReached?: boolean }) {
  const t = useWords('entry')
  const [requestedEmail, setAsked] = useState<string>()
  const [isAgain, setAgain] = useState(isReached)
  const showSent = (email: string) => {
    saveEmail(email)
    setAsked(email)
  }
  const askAgain = () => {
    setAgain(true)
    setAsked(undefined)
  }
  if (!requestedEmail)
    return (
      <EmailOnlyForm
        email={savedEmail()}
        isReached={isAgain}
        label={t('link.send')}
        onSend={withBotCheck(api.auth.magicLink)}
        onSent={showSent}
      />
    )
  return (
    <ResultNotice title={t('link.sentTitle')}>
      <p>{t('link.sent', { email: requestedEmail })}</p>
      <p>{t('link.sentHint')}</p>
      <NoticeActions>
        <Button onPress={askAgain}>{t('link.again')}</Button>
      </NoticeActions>
    </ResultNotice>
  )
}
