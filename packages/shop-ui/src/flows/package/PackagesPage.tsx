import { useQuery } from '@tanstack/react-query'
import { packagePathOf } from '@playhouse/domain/package-path'
import { useWords } from '#i18n'
import { packagesQuery, ProblemError } from '#server-state'
import { OfferListPage } from '#ticketing/OfferListPage'
import { SaleNotice } from './SaleNotice.tsx'
import { TheatreText } from './TheatreText.tsx'
import { usePackageText } from './usePackageText.ts'

/** The packages and fixed series of the theatre. The route's guard requires that the brand sells packages. */
export function PackagesPage() {
  const t = useWords('package')
  const words = usePackageText()
  const { data, error, refetch } = useQuery(packagesQuery)
  return (
    <OfferListPage
      title={t('title')}
      lead={t('lead')}
      offers={data?.packages.map((each) => ({
        id: each.package,
        to: packagePathOf(each),
        name: <TheatreText of={each.name} />,
        summary: <TheatreText of={each.summary} />,
        price: words.price(each),
        extent: words.extent(each),
        ...(!each.isOnSale && { sale: <SaleNotice of={each} /> }),
      }))}
      none={{ title: t('none'), text: t('noneText') }}
      problem={error instanceof ProblemError ? error.problem : undefined}
      onRetry={() => void refetch()}
    />
  )
}
