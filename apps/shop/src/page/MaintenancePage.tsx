import { useFormats, useWords } from '@playhouse/shop-ui/i18n'
import { Page } from '@playhouse/shop-ui/parts/Page'
import { PageHeading } from '@playhouse/shop-ui/parts/PageHeading'
import { useBrand } from '@playhouse/shop-ui/session'

/** In place of every page during the maintenance window. Stands alone: the server answers nothing else now. */
export function MaintenancePage() {
  const t = useWords('shell')
  const { instant } = useFormats()
  const { name, maintenance } = useBrand()
  return (
    <main>
      <Page width="reading">
        <p>{name}</p>
        <PageHeading>{t('maintenance.title')}</PageHeading>
        <p>{t('maintenance.body')}</p>
        {maintenance && <p>{t('maintenance.until', { until: instant(maintenance.until) })}</p>}
        <p>{t('maintenance.call')}</p>
      </Page>
    </main>
  )
}
