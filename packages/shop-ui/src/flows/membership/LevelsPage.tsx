import { useQuery } from '@tanstack/react-query'
import type { MembershipOffer } from '@playhouse/api-client/contract'
import { membershipPathOf, membershipsOnSale } from '@playhouse/domain/membership-page'
import { useWords, useDayFormat, useTheatreLanguage } from '#i18n'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { membershipOffersQuery, useBrand } from '#server-state'
import styles from './MembershipPages.module.css'
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
      <p className={styles.lead}>{t('lead')}</p>
      <ul role="list" className={styles.levels}>
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
    <li className={styles.level}>
      <h2 lang={lang}>
        <Link to={membershipPathOf(level)}>{level.name}</Link>
      </h2>
      {level.summary && (
        <p lang={lang} className={styles.soft}>
          {level.summary}
        </p>
      )}
      <p className={styles.price}>{price}</p>
      {ages && <p className={styles.soft}>{ages}</p>}
      {offer && <Saving offer={offer} />}
      {offer?.heldUntil && <p className={styles.status}>{t('heldUntil', { day: day(offer.heldUntil) })}</p>}
      {offer?.isInBasket && <p className={styles.status}>{t('inBasket')}</p>}
    </li>
  )
}
