import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { LinkButton } from '#ui/LinkButton'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { MutationOutcome, useApiMutation } from '#mutation'
import { api, ordersQuery, queryClient, useBrand, useSession } from '#server-state'
import styles from './AccountPage.module.css'
import { GuestOrders } from './GuestOrders.tsx'

/** The target of the link in the mail about guest orders. The button moves the orders to the account; opening the page changes nothing. */
export function ClaimOrdersPage() {
  const t = useWords('profile')
  const { customer } = useSession()
  const isSignedIn = customer !== null && !customer.isGuest
  return (
    <Page width="reading">
      <PageHeading>{t('guestOrders.claimTitle')}</PageHeading>
      <div className={styles.section}>
        {isSignedIn ? (
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
  const mutation = useApiMutation()
  const { login } = useBrand()
  const claim = async (): Promise<void> => {
    await mutation.send(() => api.me.claimGuestOrders({ body: { token } }), {
      message: ({ moved }) => t('guestOrders.moved', { count: moved }),
      onSuccess: () => void queryClient.invalidateQueries(ordersQuery),
    })
    // The token is used up: it leaves the address bar.
    await navigate('/account/guest-orders', { replace: true })
  }
  // A brand without guest checkout has no form to ask for another link.
  const isBroken = token === '' && login.style !== 'guest'
  if (isBroken || mutation.problem || mutation.message)
    return (
      <>
        {isBroken ? (
          <ProblemNotice problem={{ code: 'authentication-link-expired', params: {} }} bare />
        ) : (
          <MutationOutcome mutation={mutation} />
        )}
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
        <Button look="primary" large isPending={mutation.isPending} onPress={() => void claim()}>
          {t('guestOrders.claim')}
        </Button>
      </p>
    </>
  )
}
