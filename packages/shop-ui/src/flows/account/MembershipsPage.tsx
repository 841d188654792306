import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import type { HeldMembership, ItemToAdd } from '@playhouse/api-client/contract'
import { useFormats, useWords, useDayFormat, useTheatreLanguage } from '#i18n'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { PageHeading } from '#ui/PageHeading'
import { type ApiMutation, MutationOutcome, useApiMutation } from '#mutation'
import { useAddItem, useBrand } from '#server-state'
import styles from './AccountPage.module.css'
import { AutoRenewal } from './AutoRenewal.tsx'
import { membershipsQuery } from './queries.ts'

/** Current and former memberships with their dates, their benefits, and how each can be renewed or upgraded. */
export function MembershipsPage() {
  const t = useWords('profile')
  const { memberships } = useSuspenseQuery(membershipsQuery).data
  const navigate = useNavigate()
  const add = useAddItem()
  const mutation = useApiMutation()
  const buy = async (body: ItemToAdd): Promise<void> => {
    const result = await mutation.send(() => add.mutateAsync({ body }))
    if (result.ok) await navigate('/checkout/basket', { viewTransition: true })
  }
  return (
    <>
      <PageHeading>{t('page.memberships')}</PageHeading>
      <MutationOutcome mutation={mutation} />
      {memberships.length === 0 ? (
        <p className={styles.empty}>{t('membership.none')}</p>
      ) : (
        <ul role="list" className={styles.cards}>
          {memberships.map((membership) => (
            <Membership
              key={membership.id}
              membership={membership}
              mutation={mutation}
              onBuy={(item) => void buy({ kind: 'membership', ...item })}
            />
          ))}
        </ul>
      )}
    </>
  )
}

type Props = {
  readonly membership: HeldMembership
  readonly mutation: ApiMutation
  readonly onBuy: (item: { readonly membership: string; readonly upgradeFrom?: string }) => void
}

function Membership({ membership, mutation, onBuy }: Props) {
  const t = useWords('profile')
  const day = useDayFormat()
  const lang = useTheatreLanguage(useBrand().defaultLocale)
  const heading = useRef<HTMLHeadingElement>(null)
  const { name, customerName, state, startsOn, expiresOn, graceUntil, autoRenewal, benefits } = membership
  const isOver = state === 'lapsed' || state === 'cancelled'
  return (
    <li className={styles.card}>
      <h2 ref={heading} tabIndex={-1} lang={lang}>
        {name}
      </h2>
      <p className={styles.tags}>
        <span className={styles.tag}>{t(`membership.is.${state}`)}</span>
      </p>
      <dl className={styles.facts}>
        <dt>{t('membership.member')}</dt>
        <dd>{customerName}</dd>
        <dt>{t(state === 'pending' ? 'membership.willStart' : 'membership.starts')}</dt>
        <dd>{day(startsOn)}</dd>
        {state !== 'cancelled' && (
          <>
            <dt>{t(isOver ? 'membership.ended' : 'membership.expires')}</dt>
            <dd>{day(expiresOn)}</dd>
          </>
        )}
      </dl>
      {graceUntil !== null && graceUntil > expiresOn && autoRenewal?.state !== 'on' && !isOver && (
        <p>{t('membership.graceUntil', { day: day(graceUntil) })}</p>
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
      <Offers membership={membership} mutation={mutation} onBuy={onBuy} />
      <AutoRenewal membership={membership} mutation={mutation} heading={heading} />
    </li>
  )
}

/** The renewal of a membership in its window, and the memberships that it can be upgraded to. */
function Offers({ membership: { membership, name, renewal, upgrades, autoRenewal }, mutation: { isPending }, onBuy }: Props) {
  const t = useWords('profile')
  const { money } = useFormats()
  const day = useDayFormat()
  return (
    <>
      {renewal && (
        <div className={styles.group}>
          <p className={styles.note}>{t('membership.renewHint', { day: day(renewal.startsOn) })}</p>
          <Button look="primary" isPending={isPending} onPress={() => onBuy({ membership })}>
            {t('membership.renew', { name, price: money(renewal.price) })}
          </Button>
        </div>
      )}
      {upgrades.map((upgrade) => (
        <div key={upgrade.membership} className={styles.group}>
          {upgrade.credit > 0 && (
            <p className={styles.note}>{t('membership.upgradeHint', { name: upgrade.name, credit: money(upgrade.credit) })}</p>
          )}
          {autoRenewal && <p className={styles.note}>{t('membership.upgradeEndsAuto', { name })}</p>}
          <Button isPending={isPending} onPress={() => onBuy({ membership: upgrade.membership, upgradeFrom: membership })}>
            {t('membership.upgrade', { name: upgrade.name, price: money(upgrade.price) })}
          </Button>
        </div>
      ))}
    </>
  )
}
