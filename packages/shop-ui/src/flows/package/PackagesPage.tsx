import { useQuery } from '@tanstack/react-query'
import { packagePathOf } from '@playhouse/domain/package-path'
import { useWords } from '#i18n'
import { packagesQuery, ProblemError } from '#server-state'
import { offerClasses } from '#ticketing/OfferLayout'
import { Link } from '#ui/Link'
import { Notice } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { Loading, SkeletonBlock } from '#ui/Skeleton'
import { SaleNotice } from './SaleNotice.tsx'
import { TheatreText } from './TheatreText.tsx'
import { usePackageText } from './usePackageText.ts'

/** The packages and fixed series of the theatre. The route's guard requires that the brand sells packages. */
export function PackagesPage() {
  const t = useWords('package')
  const words = usePackageText()
  const { data, error, refetch } = useQuery(packagesQuery)
  return (
    <Page>
      <PageHeading hero>{t('title')}</PageHeading>
      <p className={offerClasses.lead}>{t('lead')}</p>
      {data && (
        <ul role="list" className={offerClasses.cards}>
          {data.packages.map((each) => (
            <li key={each.package} className={offerClasses.card}>
              <h2>
                <Link to={packagePathOf(each)}>
                  <TheatreText of={each.name} />
                </Link>
              </h2>
              <p className={offerClasses.soft}>
                <TheatreText of={each.summary} />
              </p>
              <p className={offerClasses.price}>{words.price(each)}</p>
              <p className={offerClasses.soft}>{words.extent(each)}</p>
              {!each.isOnSale && (
                <p className={offerClasses.status}>
                  <SaleNotice of={each} />
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      {data?.packages.length === 0 && <Notice title={t('none')}>{t('noneText')}</Notice>}
      {error instanceof ProblemError && !data && <ProblemNotice problem={error.problem} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Loading>
          <SkeletonBlock height={16} />
        </Loading>
      )}
    </Page>
  )
}
