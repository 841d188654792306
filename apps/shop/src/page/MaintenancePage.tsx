import { useQuery } from '@tanstack/react-query'
import { useFormats, useWords } from '@playhouse/shop-ui/i18n'
import { Page } from '@playhouse/shop-ui/ui/Page'
import { PageHeading } from '@playhouse/shop-ui/ui/PageHeading'
import { siteQuery, useBrand } from '@playhouse/shop-ui/server-state'

/** Replaces every page during maintenance. Makes no request: the API is closed as well. */
export function MaintenancePage() {
  const t = useWords('shell')
  const { instant } = useFormats()
  const { name } = useBrand()
  const { data } = useQuery(siteQuery)
  return (
    <main>
      <Page width="reading">
        <p>{name}</p>
        <PageHeading>{t('maintenance.title')}</PageHeading>
        <p>{t('maintenance.body')}</p>
        {data?.backAt && <p>{t('maintenance.until', { until: instant(data.backAt) })}</p>}
        <p>{t('maintenance.call')}</p>
      </Page>
    </main>
  )
}
