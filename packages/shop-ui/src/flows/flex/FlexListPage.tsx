import { useQuery } from '@tanstack/react-query'
import { flexPath, subscriptionCardPath } from '@playhouse/domain/flex-path'
import { useWords } from '#i18n'
import { flexListQuery, ProblemError, useBrand } from '#server-state'
import { offerClasses } from '#ticketing/OfferLayout'
import { MarkedText } from '#ticketing/MarkedText'
import { Link } from '#ui/Link'
import { Notice } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { Loading, SkeletonBlock } from '#ui/Skeleton'
import { useFlexText } from './useFlexText.ts'

/** The flexible subscriptions of the theatre. The route's guard requires that the brand sells them. */
export function FlexListPage() {
  const t = useWords('flex')
  const words = useFlexText()
  const { defaultLocale } = useBrand()
  const { data, error, refetch } = useQuery(flexListQuery)
  return (
    <Page>
      <PageHeading hero>{t('title')}</PageHeading>
      <p className={offerClasses.lead}>{t('lead')}</p>
      {data && (
        <ul role="list" className={offerClasses.cards}>
          {data.subscriptions.map((each) => (
            <li key={each.flex} className={offerClasses.card}>
              <h2>
                <Link to={flexPath(each.flex)}>
                  <MarkedText of={each.name} theatreLocale={defaultLocale} />
                </Link>
              </h2>
              <p className={offerClasses.soft}>
                <MarkedText of={each.summary} theatreLocale={defaultLocale} />
              </p>
              <p className={offerClasses.price}>{words.price(each)}</p>
              <p className={offerClasses.soft}>{words.validity(each)}</p>
              {!each.isOnSale && <p className={offerClasses.status}>{words.sale(each)}</p>}
            </li>
          ))}
        </ul>
      )}
      <p>
        {/* A request: only the headers of that page allow the camera. */}
        <Link to={subscriptionCardPath} reloadDocument>
          {t('haveCard')}
        </Link>
      </p>
      {data?.subscriptions.length === 0 && <Notice title={t('none')}>{t('noneText')}</Notice>}
      {error instanceof ProblemError && !data && <ProblemNotice problem={error.problem} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Loading>
          <SkeletonBlock height={16} />
        </Loading>
      )}
    </Page>
  )
}
