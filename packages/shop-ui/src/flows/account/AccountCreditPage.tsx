import { useSuspenseQuery } from '@tanstack/react-query'
import { useFormats, useWords } from '#i18n'
import { Link } from '#ui/Link'
import { PageHeading } from '#ui/PageHeading'
import { Price } from '#ticketing/Price'
import { useBrand } from '#server-state'
import styles from './AccountPage.module.css'
import { creditQuery } from './queries.ts'
import { useDayFormat } from './useDayFormat.ts'

/** The balance of the account credit, and its entries with their expiry dates. */
export function AccountCreditPage() {
  const t = useWords('profile')
  const { instant } = useFormats()
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
        <div className={styles.scroll} role="region" aria-label={t('credit.history')} tabIndex={0}>
          <table className={styles.table}>
            <caption className="visually-hidden">{t('credit.history')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('credit.when')}</th>
                <th scope="col">{t('credit.what')}</th>
                <th scope="col">{t('credit.until')}</th>
                <th scope="col" className={styles.number}>
                  {t('credit.amount')}
                </th>
              </tr>
            </thead>
            <tbody>
              {entries.map(({ at, amount, reason, order, expiresOn }, index) => (
                <tr key={index}>
                  <td>
                    <time dateTime={at}>{instant(at)}</time>
                  </td>
                  <td>
                    {t(`credit.reason.${reason}`)}{' '}
                    {order && (
                      <Link to={`/account/your-orders/${encodeURIComponent(order)}`}>{t('account:orders.number', { number: order })}</Link>
                    )}
                  </td>
                  <td>{expiresOn ? day(expiresOn) : '–'}</td>
                  <td className={styles.number}>
                    <Price amount={amount} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}
