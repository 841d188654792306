import { useQuery } from '@tanstack/react-query'
import type { MembershipOffer } from '@playhouse/api-client/contract'
import { membershipPathOf, membershipsOnSale } from '@playhouse/domain/membership-page'
import { useWords, useDayFormat, useTheatreLanguage } from '#i18n'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { membershipOffersQuery, useBrand } from '#server-state'
import { offerClasses } from '#ticketing/OfferLayout'
import { Saving } from './Saving.tsx'
import { type Level, useLevelText } from './useLevel.ts'

/** All memberships on sale, each with its price and what the visitor holds of it. */
export function LevelsPage() {
  const t = useWords('membership')
  const brand = useBrand()
  const { data } = useQuery(membershipOffersQuery)
  return (
    <Page>
      <PageHeading hero title={t('title')}>
        {t('hero')}
      </PageHeading>
      <p className={offerClasses.lead}>{t('lead')}</p>
      <ul role="list" className={offerClasses.cards}>
        {membershipsOnSale(brand).map((level) => (
          <LevelCard key={level.id} level={level} offer={data?.memberships.find(({ membership }) => membership === level.id)} />
        ))}
      </ul>
    </Page>
  )
}

function LevelCard({ level, offer }: { readonly level: Level; readonly offer: MembershipOffer | undefined }) {
  const t = useWords('membership')
  const lang = useTheatreLanguage(useBrand().defaultLocale)
  const day = useDayFormat()
  const { price, ages } = useLevelText()(level)
  return (
    <li className={offerClasses.card}>
      <h2 lang={lang}>
        <Link to={membershipPathOf(level)}>{level.name}</Link>
      </h2>
      {level.summary && (
        <p lang={lang} className={offerClasses.soft}>
          {level.summary}
        </p>
      )}
      <p className={offerClasses.price}>{price}</p>
      {ages && <p className={offerClasses.soft}>{ages}</p>}
      {offer && <Saving offer={offer} />}
      {offer?.heldUntil && <p className={offerClasses.status}>{t('heldUntil', { day: day(offer.heldUntil) })}</p>}
      {offer?.isInBasket && <p className={offerClasses.status}>{t('inBasket')}</p>}
    </li>
  )
}
