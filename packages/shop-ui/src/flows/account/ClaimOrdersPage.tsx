import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useWords } from '#i18n'
import { announce } from '#ui/announce'
import { Button } from '#ui/Button'
import { LinkButton } from '#ui/LinkButton'
import { Notice } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { type AnsweredProblem, api, ordersQuery, queryClient, useBrand, useSession } from '#server-state'
import styles from './AccountPage.module.css'
import { GuestOrders } from './GuestOrders.tsx'

/** Where the mail about a guest's orders leads. Opening it changes nothing; pressing the button moves them, once. */
export function ClaimOrdersPage() {
  const t = useWords('profile')
  const { customer } = useSession()
  const isIn = customer !== null && !customer.isGuest
  return (
    <Page width="reading">
      <PageHeading>{t('guestOrders.claimTitle')}</PageHeading>
      <div className={styles.section}>
        {isIn ? (
          <Claim email={customer.email} />
        ) : (
          <>
            <p className={styles.lead}>{t('guestOrders.signIn')}</p>
            <p>
              <LinkButton to="/login?next=/account/your-orders" look="primary">
                {t('shell:signIn')}
              </LinkButton>
            </p>
          </>
        )}
      </div>
    </Page>
  )
}

function Claim({ email }: { readonly email: string }) {
  const t = useWords('profile')
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [token] = useState(() => new URLSearchParams(hash.slice(1)).get('token') ?? '')
  const [isPending, setPending] = useState(false)
  const [moved, setMoved] = useState<string>()
  const { login } = useBrand()
  // Where nobody buys as a guest, an address without its token has nothing to ask for.
  const [problem, setProblem] = useState<AnsweredProblem | undefined>(
    token === '' && login.style !== 'guest' ? { code: 'authentication-link-expired', params: {} } : undefined,
  )
  const claim = async (): Promise<void> => {
    setPending(true)
    const claimed = await api.me.claimGuestOrders({ body: { token } })
    setPending(false)
    if (!claimed.ok) setProblem(claimed.error)
    else {
      const sentence = t('guestOrders.moved', { count: claimed.value.moved })
      announce(sentence)
      setMoved(sentence)
      await queryClient.invalidateQueries(ordersQuery)
    }
    // The token is spent: it needn't stand in the address any longer.
    await navigate('/account/guest-orders', { replace: true })
  }
  if (problem || moved)
    return (
      <>
        {problem && <ProblemNotice problem={problem} bare />}
        {moved && <Notice tone="success" title={moved} />}
        <p>
          <LinkButton to="/account/your-orders">{t('page.your-orders')}</LinkButton>
        </p>
      </>
    )
  if (token === '') return <GuestOrders />
  return (
    <>
      <p className={styles.lead}>{t('guestOrders.claimLead', { email })}</p>
      <p>
        <Button look="primary" large isPending={isPending} onPress={() => void claim()}>
          {t('guestOrders.claim')}
        </Button>
      </p>
    </>
  )
}
