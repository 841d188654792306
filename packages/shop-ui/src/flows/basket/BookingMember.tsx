import { useQuery } from '@tanstack/react-query'
import { hasAccountPage } from '@playhouse/domain/account'
import { useWords } from '#i18n'
import { Link } from '#ui/Link'
import { householdQuery, useBrand, useSession } from '#server-state'
import styles from './BasketPage.module.css'

/** The booking member of the household, where it isn't the customer, and a link to change it. */
export function BookingMember() {
  const t = useWords('basket')
  const brand = useBrand()
  const { customer } = useSession()
  const hasHousehold = brand.steps.includes('household') || hasAccountPage(brand, 'your-profile')
  const { data } = useQuery({ ...householdQuery, enabled: hasHousehold && customer !== null && !customer.isGuest })
  const booking = data?.members.find(({ isBooking }) => isBooking)
  if (!booking || booking.id === customer?.id) return null
  const to = brand.steps.includes('household') ? '/checkout/household' : '/account/your-profile'
  return (
    <p className={styles.who}>
      {t('whoBooks', { name: `${booking.firstName} ${booking.lastName}` })} <Link to={to}>{t('changeWhoBooks')}</Link>
    </p>
  )
}
