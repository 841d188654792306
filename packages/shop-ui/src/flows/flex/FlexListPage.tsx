import { useQuery } from '@tanstack/react-query'
import { flexPath, subscriptionCardPath } from '@playhouse/domain/flex-path'
import { useWords } from '#i18n'
import { flexListQuery, ProblemError, useBrand } from '#server-state'
import { MarkedText } from '#ticketing/MarkedText'
import { OfferListPage } from '#ticketing/OfferListPage'
import { Link } from '#ui/Link'
import { useFlexText } from './useFlexText.ts'

/** The flexible subscriptions of the theatre. The route's guard requires that the brand sells them. */
export function FlexListPage() {
  const t = useWords('flex')
  const words = useFlexText()
  const { defaultLocale } = useBrand()
  const { data, error, refetch } = useQuery(flexListQuery)
  return (
    <OfferListPage
      title={t('title')}
      lead={t('lead')}
      offers={data?.subscriptions.map((each) => ({
        id: each.flex,
        to: flexPath(each.flex),
        name: <MarkedText of={each.name} theatreLocale={defaultLocale} />,
        summary: <MarkedText of={each.summary} theatreLocale={defaultLocale} />,
        price: words.price(each),
        extent: words.validity(each),
        ...(!each.isOnSale && { sale: words.sale(each) }),
      }))}
      none={{ title: t('none'), text: t('noneText') }}
      problem={error instanceof ProblemError ? error.problem : undefined}
      onRetry={() => void refetch()}
    >
      <p>
        {/* A request: only the headers of that page allow the camera. */}
        <Link to={subscriptionCardPath} reloadDocument>
          {t('haveCard')}
        </Link>
      </p>
    </OfferListPage>
  )
}
