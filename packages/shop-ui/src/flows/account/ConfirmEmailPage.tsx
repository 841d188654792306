import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { LinkButton } from '#ui/LinkButton'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { MutationOutcome, useApiMutation } from '#mutation'
import { api, queryClient, sessionQuery } from '#server-state'
import styles from './AccountPage.module.css'

/** The target of the link in the mail to a new address. The button changes the address; opening the page changes nothing. */
export function ConfirmEmailPage() {
  const t = useWords('profile')
  const { hash } = useLocation()
  const navigate = useNavigate()
  const mutation = useApiMutation()
  const [token] = useState(() => new URLSearchParams(hash.slice(1)).get('token') ?? '')
  const confirm = async (): Promise<void> => {
    await mutation.send(() => api.me.confirmEmail({ body: { token } }), {
      message: t('email.changed'),
      onSuccess: () => void queryClient.invalidateQueries(sessionQuery),
    })
    await navigate('/account/confirm-email', { replace: true })
  }
  // A URL without a token is an incomplete link.
  const isBroken = token === ''
  const isOver = isBroken || mutation.message !== undefined || mutation.problem !== undefined
  return (
    <Page width="reading">
      <PageHeading>{t('email.confirmTitle')}</PageHeading>
      <div className={styles.section}>
        {isBroken ? (
          <ProblemNotice problem={{ code: 'authentication-link-expired', params: {} }} bare />
        ) : (
          <MutationOutcome mutation={mutation} />
        )}
        {isOver ? (
          <p>
            <LinkButton to="/account/your-details">{t('page.your-details')}</LinkButton>
          </p>
        ) : (
          <>
            <p className={styles.lead}>{t('email.confirmLead')}</p>
            <p>
              <Button look="primary" large isPending={mutation.isPending} onPress={() => void confirm()}>
                {t('email.confirm')}
              </Button>
            </p>
          </>
        )}
      </div>
    </Page>
  )
}
