import { useQueries, useQuery } from '@tanstack/react-query'
import type { PackagePerformance, PackageView } from '@playhouse/domain/package'
import { partsOf } from '@playhouse/domain/package-choice'
import { packagePathOf } from '@playhouse/domain/package-path'
import { useWords } from '#i18n'
import { packageQuery, packagesQuery, ProblemError } from '#server-state'
import { offerClasses } from '#ticketing/OfferLayout'
import { PerformanceList } from '#ticketing/PerformanceList'
import { Disclosure } from '#ui/Disclosure'
import { Link } from '#ui/Link'
import { Notice } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { Loading, SkeletonBlock } from '#ui/Skeleton'
import { SaleNotice } from './SaleNotice.tsx'
import { TheatreText } from './TheatreText.tsx'
import { usePackageText } from './usePackageText.ts'

/** All packages and fixed series with the dates of their parts. The route's guard requires that the brand has listings and packages. */
export function PackageListingsPage() {
  const t = useWords('package')
  const { data, error, refetch } = useQuery(packagesQuery)
  const views = useQueries({ queries: (data?.packages ?? []).map((each) => packageQuery(each.package)) })
  const failure = error ?? views.find((view) => view.error)?.error
  const isLoading = !data || views.some((view) => view.isPending)
  const retry = (): void => void Promise.all([refetch(), ...views.map((view) => view.refetch())])
  return (
    <Page>
      <PageHeading hero>{t('listing.title')}</PageHeading>
      <p className={offerClasses.lead}>{t('listing.lead')}</p>
      {views.map(({ data: view }) => view && <ListedPackage key={view.package} view={view} />)}
      {data?.packages.length === 0 && <Notice title={t('none')}>{t('noneText')}</Notice>}
      {failure instanceof ProblemError && <ProblemNotice problem={failure.problem} onRetry={retry} />}
      {isLoading && !failure && (
        <Loading>
          <SkeletonBlock height={28} />
        </Loading>
      )}
    </Page>
  )
}

function ListedPackage({ view }: { readonly view: PackageView }) {
  const words = usePackageText()
  const titleId = `package-${view.package}`
  return (
    <section aria-labelledby={titleId} className={offerClasses.card}>
      <h2 id={titleId}>
        <Link to={packagePathOf(view)}>
          <TheatreText of={view.name} />
        </Link>
      </h2>
      <p className={offerClasses.soft}>
        <TheatreText of={view.summary} />
      </p>
      <p className={offerClasses.price}>{words.price(view)}</p>
      <p className={offerClasses.soft}>{words.extent(view)}</p>
      {!view.isOnSale && (
        <p className={offerClasses.status}>
          <SaleNotice of={view} />
        </p>
      )}
      {productionsOf(view).map(({ event, title, performances }) => (
        <Disclosure key={event} label={title}>
          <PerformanceList
            performances={performances.map((each) => ({ ...each, id: each.instance, to: `/events/${event}/${each.instance}` }))}
          />
        </Disclosure>
      ))}
    </section>
  )
}

/** The productions of a package, each with the dates of all its parts in order. */
function productionsOf(view: PackageView): { event: string; title: string; performances: PackagePerformance[] }[] {
  const parts = Map.groupBy(
    partsOf(view).map(({ part }) => part),
    ({ event }) => event,
  )
  return [...parts].map(([event, ofEvent]) => ({
    event,
    title: ofEvent[0]!.title,
    performances: [...new Map(ofEvent.flatMap(({ performances }) => performances).map((each) => [each.instance, each])).values()].toSorted(
      (a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt),
    ),
  }))
}
