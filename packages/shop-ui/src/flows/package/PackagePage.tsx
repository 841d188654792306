import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { packagePathOf } from '@playhouse/domain/package-path'
import { useWords } from '#i18n'
import { packageQuery, ProblemError } from '#server-state'
import { offerClasses } from '#ticketing/OfferLayout'
import { Breadcrumb } from '#ui/Breadcrumb'
import { Notice } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice, useProblemWords } from '#ui/ProblemNotice'
import { Loading, SkeletonBlock, SkeletonLine } from '#ui/Skeleton'
import { PackageBuilder } from './PackageBuilder.tsx'
import { SaleNotice } from './SaleNotice.tsx'
import { TheatreText } from './TheatreText.tsx'
import { usePackageText } from './usePackageText.ts'

/** A package, whose dates are chosen here. A fixed series has other pages. The route's guard requires that the brand sells packages. */
export function PackagePage() {
  const t = useWords('package')
  const words = usePackageText()
  const problemWords = useProblemWords()
  const { package: id = '' } = useParams()
  const { data, error, refetch } = useQuery(packageQuery(id))
  if (data?.kind === 'series') return <Navigate to={packagePathOf(data)} replace />
  const name = data && words.textOf(data.name)
  return (
    <Page>
      {data && name && (
        <>
          <Breadcrumb
            crumbs={[
              { label: t('title'), to: '/packages' },
              { label: name.text, lang: name.lang },
            ]}
          />
          <PageHeading hero {...(name.lang !== undefined && { lang: name.lang })}>
            {name.text}
          </PageHeading>
          <p className={offerClasses.lead}>
            <TheatreText of={data.summary} />
          </p>
          <p className={offerClasses.price}>{words.price(data)}</p>
          {data.isOnSale ? (
            <PackageBuilder key={id} view={data} />
          ) : (
            <Notice>
              <SaleNotice of={data} />
            </Notice>
          )}
        </>
      )}
      {!data && error instanceof ProblemError && (
        <>
          <PageHeading>{problemWords(error.problem).title}</PageHeading>
          <ProblemNotice
            problem={error.problem}
            hasNoTitle
            {...(error.problem.code !== 'page-not-found' && { onRetry: () => void refetch() })}
          />
        </>
      )}
      {!data && !error && (
        <Loading>
          <SkeletonLine share={0.4} />
          <SkeletonBlock height={16} />
        </Loading>
      )}
    </Page>
  )
}
