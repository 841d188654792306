import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { LinkButton } from '#ui/LinkButton'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { api, queryClient, sessionQuery } from '#server-state'
import styles from './AccountPage.module.css'
import { Outcome } from './Outcome.tsx'
import { useSaving } from './useSaving.ts'

/** Where the mail to a new address leads. Opening it changes nothing; pressing the button does, once. */
export function ConfirmEmailPage() {
  const t = useWords('profile')
  const { hash } = useLocation()
  const navigate = useNavigate()
  const saving = useSaving()
  const [token] = useState(() => new URLSearchParams(hash.slice(1)).get('token') ?? '')
  const confirm = async (): Promise<void> => {
    await saving.save(() => api.me.confirmEmail({ body: { token } }), {
      sentence: t('email.changed'),
      keep: () => void queryClient.invalidateQueries(sessionQuery),
    })
    await navigate('/account/confirm-email', { replace: true })
  }
  // An address without its token is a link that lost its end.
  const isBroken = token === ''
  const isOver = isBroken || saving.said !== undefined || saving.problem !== undefined
  return (
    <Page width="reading">
      <PageHeading>{t('email.confirmTitle')}</PageHeading>
      <div className={styles.section}>
        {isBroken ? <ProblemNotice problem={{ code: 'authentication-link-expired', params: {} }} bare /> : <Outcome saving={saving} />}
        {isOver ? (
          <p>
            <LinkButton to="/account/your-details">{t('page.your-details')}</LinkButton>
          </p>
        ) : (
          <>
            <p className={styles.lead}>{t('email.confirmLead')}</p>
            <p>
              <Button look="primary" large isPending={saving.isPending} onPress={() => void confirm()}>
                {t('email.confirm')}
              </Button>
            </p>
          </>
        )}
      </div>
    </Page>
  )
}
