import { useFormats, useWords } from '#i18n'
import { Link } from '#ui/Link'
import { useCounterState } from './counter-state.ts'
import styles from './BoxOffice.module.css'
import { customerName, CustomerText } from './CustomerText.tsx'

/** The customer of the current sale, with access needs and access notes. */
export function CurrentCustomer() {
  const t = useWords('box-office')
  const { list } = useFormats()
  const { customer } = useCounterState()
  const notes = customer?.notes.filter(({ accessNote, dietaryNote }) => accessNote !== '' || dietaryNote !== '') ?? []
  return (
    <section className={styles['panel']} aria-label={t('served.label')}>
      <p>
        <strong className={styles['their']}>{customer ? <bdi>{customerName(customer)}</bdi> : t('served.walkIn')}</strong>{' '}
        <Link to="/smart/customer/search">{t('served.other')}</Link>
      </p>
      {customer?.access && <p>{t('customer.access', { needs: list(customer.access.map((need) => t(`need.${need}`))) })}</p>}
      {notes.length > 0 && (
        <div className={styles['soft']}>
          {t('served.accessNotes')}
          {notes.map(({ order, accessNote, dietaryNote }) =>
            [accessNote, dietaryNote && t('customer.dietary', { note: dietaryNote })].filter(Boolean).map((text) => (
              <p key={`${order} ${text}`}>
                <CustomerText text={text} />
              </p>
            )),
          )}
        </div>
      )}
    </section>
  )
}
