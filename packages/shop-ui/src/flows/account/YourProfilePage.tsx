import { useSuspenseQuery } from '@tanstack/react-query'
import { hasAccountPage } from '@playhouse/domain/account'
import { useWords } from '#i18n'
import { AddressLines } from '#form/AddressLines'
import { Link } from '#ui/Link'
import { PageHeading } from '#ui/PageHeading'
import { detailsQuery, useBrand } from '#server-state'
import styles from './AccountPage.module.css'
import { HouseholdChooser } from './HouseholdChooser.tsx'

/** Summary of the account: personal details, household, and links to all account pages. */
export function YourProfilePage() {
  const t = useWords('profile')
  const brand = useBrand()
  const { nav, more, custom } = brand.account
  const { customer, address } = useSuspenseQuery(detailsQuery).data
  const { title, prefix, firstName, middleName, lastName } = customer
  const pages = [...nav, ...more].filter((page) => page !== 'your-profile' && hasAccountPage(brand, page))
  return (
    <>
      <PageHeading>{t('page.your-profile')}</PageHeading>
      <div className={styles.cards}>
        <section className={styles.card} aria-labelledby="profile-person">
          <h2 id="profile-person">{[title, prefix, firstName, middleName, lastName].filter(Boolean).join(' ')}</h2>
          <p>{customer.email}</p>
          {customer.phone && <p>{customer.phone}</p>}
          {address && <AddressLines address={address} />}
          <Link to="/account/your-details">{t('profile.change')}</Link>
        </section>
        <section className={styles.card} aria-labelledby="profile-household">
          <h2 id="profile-household">{t('household.title')}</h2>
          <HouseholdChooser />
        </section>
      </div>
      <section aria-labelledby="profile-pages" className={styles.section}>
        <h2 id="profile-pages">{t('profile.pages')}</h2>
        <ul role="list" className={styles.links}>
          {pages.map((page) => (
            <li key={page}>
              <Link to={`/account/${page}`}>{t(`page.${page}`)}</Link>
            </li>
          ))}
          {custom.map(({ id, title: name }) => (
            <li key={id}>
              <Link to={`/account/custom/${id}`}>{name}</Link>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
