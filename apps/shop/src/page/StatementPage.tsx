import { useWords } from '@playhouse/shop-ui/i18n'
import { Page } from '@playhouse/shop-ui/ui/Page'
import { PageHeading } from '@playhouse/shop-ui/ui/PageHeading'

/** The accessibility statement: conformance, known limits, contact. */
export function StatementPage() {
  const t = useWords('shell')
  return (
    <Page width="reading">
      <PageHeading>{t('statement.title')}</PageHeading>
      <p>{t('statement.intro')}</p>
      <h2>{t('statement.standardTitle')}</h2>
      <p>{t('statement.standard')}</p>
      <h2>{t('statement.doneTitle')}</h2>
      <ul>
        <li>{t('statement.keyboard')}</li>
        <li>{t('statement.list')}</li>
        <li>{t('statement.time')}</li>
        <li>{t('statement.colour')}</li>
      </ul>
      <h2>{t('statement.limitsTitle')}</h2>
      <p>{t('statement.limits')}</p>
      <h2>{t('statement.helpTitle')}</h2>
      <p>{t('statement.help')}</p>
    </Page>
  )
}
