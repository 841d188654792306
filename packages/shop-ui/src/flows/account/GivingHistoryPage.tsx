import { useSuspenseQuery } from '@tanstack/react-query'
import { useFormats, useWords } from '#i18n'
import { PageHeading } from '#ui/PageHeading'
import { Price } from '#ticketing/Price'
import styles from './AccountPage.module.css'
import { givingQuery } from './queries.ts'
import { useTheatreLanguage } from './useTheatreLanguage.ts'

/** The customer's donations: date, fund, appeal and amount. */
export function GivingHistoryPage() {
  const t = useWords('profile')
  const { instant } = useFormats()
  const lang = useTheatreLanguage()
  const { entries } = useSuspenseQuery(givingQuery).data
  return (
    <>
      <PageHeading>{t('page.giving-history')}</PageHeading>
      {entries.length === 0 ? (
        <p className={styles.empty}>{t('giving.none')}</p>
      ) : (
        <div className={styles.scroll} role="region" aria-label={t('page.giving-history')} tabIndex={0}>
          <table className={styles.table}>
            <caption className="visually-hidden">{t('page.giving-history')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('credit.when')}</th>
                <th scope="col">{t('giving.fund')}</th>
                <th scope="col">{t('giving.appeal')}</th>
                <th scope="col" className={styles.number}>
                  {t('giving.total')}
                </th>
              </tr>
            </thead>
            <tbody>
              {entries.map(({ at, fund, appeal, total }, index) => (
                <tr key={index}>
                  <td>
                    <time dateTime={at}>{instant(at)}</time>
                  </td>
                  <td lang={lang}>{fund}</td>
                  <td lang={lang}>{appeal ?? '–'}</td>
                  <td className={styles.number}>
                    <Price amount={total} />
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
