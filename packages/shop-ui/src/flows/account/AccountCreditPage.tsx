import { useSuspenseQuery } from '@tanstack/react-query'
import { useWords, useDayFormat } from '#i18n'
import { Link } from '#ui/Link'
import { PageHeading } from '#ui/PageHeading'
import { Price } from '#ticketing/Price'
import { useBrand } from '#server-state'
import styles from './AccountPage.module.css'
import { EntryTable } from './EntryTable.tsx'
import { creditQuery } from './queries.ts'

/** The balance of the account credit, and its entries with their expiry dates. */
export function AccountCreditPage() {
  const t = useWords('profile')
  const day = useDayFormat()
  const { creditMonths } = useBrand().limits
  const { balance, entries } = useSuspenseQuery(creditQuery).data
  return (
    <>
      <PageHeading>{t('page.account-credit')}</PageHeading>
      <p className={styles.amount}>
        <Price amount={balance} />
      </p>
      <p className={styles.lead}>{t('credit.rule', { count: creditMonths })}</p>
      {entries.length === 0 ? (
        <p>{t('credit.none')}</p>
      ) : (
        <EntryTable
          label={t('credit.history')}
          columns={[t('credit.when'), t('credit.what'), t('credit.until'), t('credit.amount')]}
          entries={entries.map(({ at, amount, reason, order, expiresOn }) => ({
            at,
            amount,
            cells: [
              <>
                {t(`credit.reason.${reason}`)}{' '}
                {order && (
                  <Link to={`/account/your-orders/${encodeURIComponent(order)}`}>{t('account:orders.number', { number: order })}</Link>
                )}
              </>,
              expiresOn ? day(expiresOn) : '–',
            ],
          }))}
        />
      )}
    </>
  )
}
