import { useSuspenseQuery } from '@tanstack/react-query'
import { useBrand } from '#server-state'
import { useWords, useTheatreLanguage } from '#i18n'
import { PageHeading } from '#ui/PageHeading'
import styles from './AccountPage.module.css'
import { EntryTable } from './EntryTable.tsx'
import { MonthlyGifts } from './MonthlyGifts.tsx'
import { givingQuery } from './queries.ts'

/** The customer's donations: date, fund, appeal and amount. */
export function GivingHistoryPage() {
  const t = useWords('profile')
  const lang = useTheatreLanguage(useBrand().defaultLocale)
  const { entries } = useSuspenseQuery(givingQuery).data
  return (
    <>
      <PageHeading>{t('page.giving-history')}</PageHeading>
      <MonthlyGifts />
      {entries.length === 0 ? (
        <p className={styles.empty}>{t('giving.none')}</p>
      ) : (
        <EntryTable
          label={t('page.giving-history')}
          columns={[t('credit.when'), t('giving.fund'), t('giving.appeal'), t('giving.total')]}
          entries={entries.map(({ at, fund, appeal, total }) => ({
            at,
            amount: total,
            cells: [fund, appeal ?? '–'].map((text) => (
              <span key={text} lang={lang}>
                {text}
              </span>
            )),
          }))}
        />
      )}
    </>
  )
}
