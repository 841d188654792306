import { useWords } from '#i18n'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import type { PlanMapView } from './plan-map.ts'
import { PlanForm } from './PlanForm.tsx'

/** Adds a hall with its first plan, from a file. */
export function NewHallPage({ PlanMap }: { readonly PlanMap: PlanMapView }) {
  const t = useWords('hall')
  return (
    <Page>
      <PageHeading>{t('new')}</PageHeading>
      <p>
        <Link to="/smart/halls">{t('title')}</Link>
      </p>
      <PlanForm PlanMap={PlanMap} />
    </Page>
  )
}
