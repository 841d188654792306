import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { LinkButton } from '#ui/LinkButton'
import { NoticeActions } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import type { ApiProblem } from '#server-state'
import { ResetRequestForm } from './ResetRequestForm.tsx'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { ResultNotice } from './ResultNotice.tsx'
import styles from './SignInPage.module.css'
import { useSignInPath } from './use-sign-in-path.ts'

type Outcome = { readonly email: string } | { readonly linkProblem: ApiProblem } | 'done' | 'again'

/**
 * Requests a reset link by mail, and is the target of that link: `/reset-password#token=…`. The token is in the hash, which
 * opening the page sends to no server; it is removed from the address bar once redeemed.
 */
export function ResetPasswordPage() {
  const t = useWords('account')
  const { hash } = useLocation()
  const navigate = useNavigate()
  const signIn = useSignInPath()
  const [outcome, setOutcome] = useState<Outcome>()
  const token = new URLSearchParams(hash.slice(1)).get('token')
  const end = async (outcome: Outcome) => {
    setOutcome(outcome)
    await navigate('/reset-password', { replace: true })
  }

  if (token)
    return (
      <Page width="reading">
        <PageHeading>{t('reset.chooseTitle')}</PageHeading>
        <p className={styles.lead}>{t('reset.chooseLead')}</p>
        <NewPasswordForm key={token} token={token} onDone={() => end('done')} onOver={(linkProblem) => end({ linkProblem })} />
      </Page>
    )
  if (outcome === 'done')
    return (
      <Page width="reading">
        <PageHeading>{t('reset.chooseTitle')}</PageHeading>
        <PasswordChanged />
      </Page>
    )
  return (
    <Page width="reading">
      <PageHeading>{t('reset.title')}</PageHeading>
      {typeof outcome === 'object' && 'email' in outcome ? (
        <ResultNotice title={t('reset.sentTitle')}>
          <p>{t('reset.sent', { email: outcome.email })}</p>
          <p>{t('reset.sentHint')}</p>
          <NoticeActions>
            <LinkButton to={signIn}>{t('reset.signIn')}</LinkButton>
            <Button onPress={() => setOutcome('again')}>{t('reset.again')}</Button>
          </NoticeActions>
        </ResultNotice>
      ) : (
        <>
          {typeof outcome === 'object' ? (
            <ProblemNotice problem={outcome.linkProblem} bare />
          ) : (
            <p className={styles.lead}>{t('reset.lead')}</p>
          )}
          <ResetRequestForm isReached={outcome !== undefined} onAsked={(email) => setOutcome({ email })} />
        </>
      )}
    </Page>
  )
}

/** The password is set; links to the sign-in. */
function PasswordChanged() {
  const t = useWords('account')
  const signIn = useSignInPath()
  return (
    <ResultNotice title={t('reset.doneTitle')}>
      <p>{t('reset.done')}</p>
      <NoticeActions>
        <LinkButton look="primary" to={signIn}>
          {t('signIn.submit')}
        </LinkButton>
      </NoticeActions>
    </ResultNotice>
  )
}
