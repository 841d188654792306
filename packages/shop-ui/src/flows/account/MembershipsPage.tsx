import { useSuspenseQuery } from '@tanstack/react-query'
import type { HeldMembership } from '@playhouse/api-client/contract'
import { calendarDay } from '@playhouse/domain/calendar'
import { useWords } from '#i18n'
import { Checkbox } from '#parts/Checkbox'
import { Link } from '#parts/Link'
import { PageHeading } from '#parts/PageHeading'
import { api, queryClient, serverNow, useBrand } from '#session'
import styles from './AccountPage.module.css'
import { Outcome } from './Outcome.tsx'
import { membershipsQuery } from './queries.ts'
import { useDay } from './useDay.ts'
import { useHouseLanguage } from './useHouseLanguage.ts'
import { useSaving } from './useSaving.ts'

/** Memberships held and held once: from when to when, what they give, and whether they renew by themselves. */
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
  const day = useDay()
  const lang = useHouseLanguage()
  const saving = useSaving()
  const { timeZone } = useBrand()
  const { id, name, startsOn, renewsOn, expiresOn, autoRenew, benefits } = membership
  const isOver = expiresOn < calendarDay(new Date(serverNow()).toISOString(), timeZone)
  const setRenewal = (wanted: boolean): Promise<boolean> =>
    saving.save(() => api.me.renewMembership({ params: { id }, body: { autoRenew: wanted } }), {
      sentence: t(wanted ? 'membership.willRenew' : 'membership.willEnd', { name, day: day(expiresOn) }),
      keep: (answered) => queryClient.setQueryData(membershipsQuery.queryKey, answered),
    })
  return (
    <li className={styles.card}>
      <h2 lang={lang}>{name}</h2>
      <Outcome saving={saving} />
      <dl className={styles.facts}>
        <dt>{t('membership.starts')}</dt>
        <dd>{day(startsOn)}</dd>
        <dt>{t(isOver ? 'membership.ended' : 'membership.expires')}</dt>
        <dd>{day(expiresOn)}</dd>
        {renewsOn && (
          <>
            <dt>{t('membership.renews')}</dt>
            <dd>{day(renewsOn)}</dd>
          </>
        )}
      </dl>
      {!isOver && (
        <Checkbox name={`renew-${id}`} value={autoRenew} disabled={saving.isPending} onChange={(wanted) => void setRenewal(wanted)}>
          {t('membership.autoRenew')}
        </Checkbox>
      )}
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
