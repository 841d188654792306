import { useSuspenseQuery } from '@tanstack/react-query'
import { type RefObject, Suspense, useId, useState } from 'react'
import type { HeldMembership } from '@playhouse/api-client/contract'
import { renewalWording } from '@playhouse/domain/membership-renewal'
import { useFormats, useWords, useDayFormat } from '#i18n'
import { Button } from '#ui/Button'
import { Disclosure } from '#ui/Disclosure'
import { Link } from '#ui/Link'
import { RadioCards } from '#form/RadioCards'
import type { ApiMutation } from '#mutation'
import { api, queryClient, useBrand } from '#server-state'
import styles from './AccountPage.module.css'
import { cardsQuery, directDebitsQuery, membershipsQuery } from './queries.ts'

type Memberships = { readonly memberships: HeldMembership[] }
type Props = {
  readonly membership: HeldMembership
  readonly mutation: ApiMutation
  /** The name of the membership: gets the focus when the pressed button disappears. */
  readonly heading: RefObject<HTMLHeadingElement | null>
}
const storeMemberships = (value: Memberships): void => queryClient.setQueryData(membershipsQuery.queryKey, value) as void

/** The automatic renewal of a membership: its state and the way to turn it off, or the way to agree to it. */
export function AutoRenewal({ membership, mutation, heading }: Props) {
  const t = useWords('profile')
  const { money } = useFormats()
  const day = useDayFormat()
  const { id, name, autoRenewal, autoRenewalOffer } = membership
  if (autoRenewalOffer) return <Agreement membership={membership} offer={autoRenewalOffer} mutation={mutation} heading={heading} />
  if (!autoRenewal) return null
  const { amount, means, state, on } = autoRenewal
  const stop = () =>
    mutation.send(() => api.me.stopAutoRenewal({ params: { id } }), {
      message: t(state === 'charging' ? 'membership.autoStoppedCharging' : 'membership.autoStopped'),
      onSuccess: storeMemberships,
      focus: heading,
    })
  return (
    <div className={styles.group}>
      <h3>{t('membership.auto')}</h3>
      <p>{t(`membership.autoIs.${state}`, { amount: money(amount), day: on === null ? '' : day(on) })}</p>
      <p className={styles.note}>{t(`membership.autoMeans.${means}`)}</p>
      <Button isPending={mutation.isPending} onPress={() => void stop()}>
        {t('membership.autoStop', { name })}
      </Button>
    </div>
  )
}

type AgreementProps = Props & { readonly offer: NonNullable<HeldMembership['autoRenewalOffer']> }

function Agreement(props: AgreementProps) {
  const t = useWords('profile')
  return (
    <Disclosure label={t('membership.autoStart', { name: props.membership.name })}>
      <Suspense fallback={<p aria-busy="true">…</p>}>
        <AgreementForm {...props} />
      </Suspense>
    </Disclosure>
  )
}

/** What the member agrees to, word for word, and what pays. */
function AgreementForm({ membership: { id, name }, offer, mutation, heading }: AgreementProps) {
  const textId = useId()
  const t = useWords('profile')
  const items = useWords('item')
  const brand = useBrand()
  const { money } = useFormats()
  const day = useDayFormat()
  const { cards } = useSuspenseQuery(cardsQuery).data
  const { directDebits } = useSuspenseQuery(directDebitsQuery).data
  const preferred = cards.find(({ isPreferred }) => isPreferred) ?? cards[0]
  const current = directDebits.filter(({ state }) => state === 'active' || state === 'pending')
  const [chosen, setChosen] = useState<string | null>(null)
  const means = [
    ...(preferred ? [{ value: 'card', label: t('membership.autoCard', { card: preferred.maskedNumber }) }] : []),
    ...current.map((debit) => ({ value: debit.id, label: t('membership.autoDebit', { plan: debit.planId }) })),
  ]
  if (means.length === 0)
    return (
      <div className={styles.group}>
        <p>{t('membership.autoNothing')}</p>
        <p>
          <Link to="/account/payment-cards">{t('membership.autoMeansLink')}</Link>
        </p>
      </div>
    )
  const choice = chosen ?? means[0]!.value
  const isDebit = choice !== 'card'
  const on = offer.on[isDebit ? 'direct-debit' : 'card']
  const agree = () =>
    mutation.send(
      () =>
        api.me.startAutoRenewal({
          params: { id },
          body: { wording: renewalWording, amount: offer.amount, on, directDebit: isDebit ? choice : null },
        }),
      { message: t('membership.autoStarted'), onSuccess: storeMemberships, focus: heading },
    )
  const values = { brand: brand.name, name, count: offer.months, amount: money(offer.amount), day: day(on) }
  return (
    <div className={styles.group}>
      {means.length > 1 && (
        <RadioCards name={`means-${id}`} label={t('membership.autoHow')} value={choice} onChange={setChosen} cards={means} />
      )}
      {means.length === 1 && <p className={styles.note}>{means[0]!.label}</p>}
      <p id={textId}>{items(isDebit ? 'renewalByDebit' : 'renewalByCard', values)}</p>
      <Button look="primary" aria-describedby={textId} isPending={mutation.isPending} onPress={() => void agree()}>
        {t('membership.autoAgree')}
      </Button>
    </div>
  )
}
