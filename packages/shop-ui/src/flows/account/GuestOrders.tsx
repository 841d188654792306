import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { MutationOutcome, useApiMutation } from '#mutation'
import { api, useBrand, useSession } from '#server-state'
import styles from './AccountPage.module.css'

/** Requests the mail whose link moves guest orders to this account. Nothing for brands without guest checkout. */
export function GuestOrders() {
  const t = useWords('profile')
  const { login } = useBrand()
  const { customer } = useSession()
  const mutation = useApiMutation()
  if (login.style !== 'guest' || !customer || customer.isGuest) return null
  const { email } = customer
  return (
    <section aria-labelledby="guest-orders" className={styles.section}>
      <h2 id="guest-orders">{t('guestOrders.title')}</h2>
      <p className={styles.lead}>{t('guestOrders.lead', { email })}</p>
      <MutationOutcome mutation={mutation} />
      <p>
        <Button
          isPending={mutation.isPending}
          onPress={() => void mutation.send(() => api.me.askGuestOrders(), { message: t('guestOrders.asked', { email }) })}
        >
          {t('guestOrders.ask')}
        </Button>
      </p>
    </section>
  )
}
