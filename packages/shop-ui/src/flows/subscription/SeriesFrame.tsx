import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate, useParams } from 'react-router'
import type { PackageView } from '@playhouse/domain/package'
import { datesOfSeries, type SeriesDate } from '@playhouse/domain/series'
import { seriesPathOf, type SeriesStep, seriesSteps } from '@playhouse/domain/series-path'
import { useWords } from '#i18n'
import { packageQuery, ProblemError, useBrand } from '#server-state'
import { Breadcrumb } from '#ui/Breadcrumb'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice, useProblemWords } from '#ui/ProblemNotice'
import { ProgressSteps } from '#ui/ProgressSteps'
import { Loading, SkeletonBlock, SkeletonLine } from '#ui/Skeleton'
import { useTheatreText } from '#ticketing/TheatreText'

/** A series with its dates in order. */
export type Series = { readonly id: string; readonly view: PackageView; readonly dates: readonly SeriesDate[] }

type SeriesFrameProps = {
  /** The step of the purchase; absent on the page of the series. */
  readonly step?: SeriesStep
  readonly children: (series: Series) => ReactNode
}

/** Loads the series of the URL, and shows a page with its steps. A step of a series that is not on sale shows the page of the series. */
export function SeriesFrame({ step, children }: SeriesFrameProps) {
  const t = useWords('subscription')
  const textOf = useTheatreText(useBrand().defaultLocale)
  const problemWords = useProblemWords()
  const { seriesId: id = '' } = useParams()
  const { data: view, error, refetch } = useQuery(packageQuery(id))
  if (view && view.kind !== 'series') return <Navigate to={`/packages/${id}`} replace />
  if (view && step && !view.isOnSale) return <Navigate to={seriesPathOf(id)} replace />
  const name = view && textOf(view.name)
  return (
    <Page>
      {name && step && <Breadcrumb crumbs={[{ label: name.text, to: seriesPathOf(id), lang: name.lang }, { label: t(`steps.${step}`) }]} />}
      {step ? (
        <PageHeading>{t(`steps.${step}`)}</PageHeading>
      ) : (
        name && (
          <PageHeading hero {...(name.lang !== undefined && { lang: name.lang })}>
            {name.text}
          </PageHeading>
        )
      )}
      {step && (
        <ProgressSteps
          current={step}
          steps={seriesSteps.map((each) => ({ id: each, name: t(`steps.${each}`), to: seriesPathOf(id, each) }))}
        />
      )}
      {view && children({ id, view, dates: datesOfSeries(view) })}
      {!view && error instanceof ProblemError && (
        <>
          {!step && <PageHeading>{problemWords(error.problem).title}</PageHeading>}
          <ProblemNotice
            problem={error.problem}
            hasNoTitle={!step}
            {...(error.problem.code !== 'page-not-found' && { onRetry: () => void refetch() })}
          />
        </>
      )}
      {!view && !error && (
        <Loading>
          <SkeletonLine share={0.4} />
          <SkeletonBlock height={16} />
        </Loading>
      )}
    </Page>
  )
}
