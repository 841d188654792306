import { hasAccountPage } from '@playhouse/domain/account'
import { isForSomeSeats } from '@playhouse/domain/price-type'
import { useAccessNeeds } from '#halls'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { useBrand } from '#server-state'
import styles from './FilterPanel.module.css'
import { filtersForNeeds, filtersOf } from './filter.ts'
import type { SeatFilters } from '@playhouse/seatmap/list'
import type { SeatingModel } from '../model/seating-model.ts'

/**
 * Explains access seats and prices and how to book them; for a visitor with an access ID, that it applies, with the filters for it. Renders nothing in
 * halls without access seats.
 */
export function AccessNote({ model, onChange }: { readonly model: SeatingModel; readonly onChange: (filters: SeatFilters) => void }) {
  const t = useWords('seat')
  const { plan, priceTypes } = model
  const suitable = filtersForNeeds(plan, useAccessNeeds(priceTypes))
  const brand = useBrand()
  const { phone, email } = brand.contact
  if (!suitable && !filtersOf(plan).types.includes('wheelchair')) return null
  if (priceTypes.some(({ kind }) => isForSomeSeats(kind)))
    return (
      <>
        <p className={styles['note']}>{t('accessNote.held')}</p>
        {suitable && (
          <Button look="quiet" onPress={() => onChange(suitable)}>
            {t('accessNote.show')}
          </Button>
        )}
      </>
    )
  return (
    <p className={styles['note']}>
      {t('accessNote.none')} {hasAccountPage(brand, 'access') && <Link to="/account/access">{t('accessNote.apply')}</Link>}{' '}
      {t('accessNote.join')} <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>, <a href={`mailto:${email}`}>{email}</a>
    </p>
  )
}
