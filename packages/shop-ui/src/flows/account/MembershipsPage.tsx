import { useSuspenseQuery } from '@tanstack/react-query'
import type { HeldMembership } from '@playhouse/api-client/contract'
import { calendarDay } from '@playhouse/domain/calendar'
import { useWords } from '#i18n'
import { Link } from '#ui/Link'
import { PageHeading } from '#ui/PageHeading'
import { serverNow } from '#browser'
import { useBrand } from '#server-state'
import styles from './AccountPage.module.css'
import { membershipsQuery } from './queries.ts'
import { useDayFormat } from './useDayFormat.ts'
import { useTheatreLanguage } from './useTheatreLanguage.ts'

/** Current and former memberships with their dates and a link to their benefits. */
export function MembershipsPage() {
  const t = useWords('profile')
  const { memberships } = useSuspenseQuery(membershipsQuery).data
  return (
    <>
      <PageHeading>{t('page.memberships')}</PageHeading>
      {memberships.length === 0 ? (
        <p className={styles.empty}>{t('membership.none')}</p>
      ) : (
        <ul role="list" className={styles.cards}>
          {memberships.map((membership) => (
            <Membership key={membership.id} membership={membership} />
          ))}
        </ul>
      )}
    </>
  )
}

function Membership({ membership }: { readonly membership: HeldMembership }) {
  const t = useWords('profile')
  const day = useDayFormat()
  const lang = useTheatreLanguage()
  const { timeZone } = useBrand()
  const { name, startsOn, expiresOn, benefits } = membership
  const isOver = expiresOn < calendarDay(new Date(serverNow()).toISOString(), timeZone)
  return (
    <li className={styles.card}>
      <h2 lang={lang}>{name}</h2>
      <dl className={styles.facts}>
        <dt>{t('membership.starts')}</dt>
        <dd>{day(startsOn)}</dd>
        <dt>{t(isOver ? 'membership.ended' : 'membership.expires')}</dt>
        <dd>{day(expiresOn)}</dd>
      </dl>
      {benefits && (
        <p>
          {benefits.startsWith('/') ? (
            <Link to={benefits}>{t('membership.benefits', { name })}</Link>
          ) : (
            <a href={benefits}>{t('membership.benefits', { name })}</a>
          )}
        </p>
      )}
    </li>
  )
}
