import { hasAccountPage } from '@playhouse/domain/account'
import { isForSomeSeats } from '@playhouse/domain/price-type'
import { useWords } from '#i18n'
import { Link } from '#ui/Link'
import { useBrand } from '#server-state'
import styles from './FilterPanel.module.css'
import { filtersOf } from './filter.ts'
import type { SeatingModel } from '../model/seating-model.ts'

/**
 * Explains access seats and prices and how to book them; for a visitor with an access ID, that it applies. Renders nothing in
 * halls without access seats.
 */
export function AccessNote({ model: { plan, priceTypes } }: { readonly model: SeatingModel }) {
  const t = useWords('seat')
  const brand = useBrand()
  const { phone, email } = brand.contact
  if (!filtersOf(plan).types.includes('wheelchair')) return null
  if (priceTypes.some(({ kind }) => isForSomeSeats(kind))) return <p className={styles['note']}>{t('accessNote.held')}</p>
  return (
    <p className={styles['note']}>
      {t('accessNote.none')} {hasAccountPage(brand, 'access') && <Link to="/account/access">{t('accessNote.apply')}</Link>}{' '}
      {t('accessNote.join')} <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>, <a href={`mailto:${email}`}>{email}</a>
    </p>
  )
}
