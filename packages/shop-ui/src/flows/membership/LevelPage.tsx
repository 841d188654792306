import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { findMembershipByLink, membershipPathOf, membershipsPath } from '@playhouse/domain/membership-page'
import type { MembershipOffer } from '@playhouse/api-client/contract'
import { useFormats, useWords, useDayFormat, useTheatreLanguage } from '#i18n'
import { Breadcrumb } from '#ui/Breadcrumb'
import { Button } from '#ui/Button'
import { LinkButton } from '#ui/LinkButton'
import { Notice, NoticeActions } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { BuyButton, useApiMutation } from '#mutation'
import { membershipOffersQuery, ProblemError, useAddItem, useBrand, useSession } from '#server-state'
import { GiftForm } from './GiftForm.tsx'
import { offerClasses } from '#ticketing/OfferLayout'
import styles from './MembershipPages.module.css'
import { Saving } from './Saving.tsx'
import { type Level, useLevelText } from './useLevel.ts'

/** A membership: what members get, price, ages, and ways to join and to give it. The route's guard requires that it is sold. */
export function LevelPage() {
  const { membership = '' } = useParams()
  const level = findMembershipByLink(useBrand(), membership)
  return level ? <LevelDetails key={level.id} level={level} /> : null
}

function LevelDetails({ level }: { readonly level: Level }) {
  const t = useWords('membership')
  const lang = useTheatreLanguage(useBrand().defaultLocale)
  const { name, summary, gives } = level
  const { price, ages } = useLevelText()(level)
  const { giftMemberships } = useBrand()
  const [isGift, setGift] = useState(false)
  return (
    <Page>
      <Breadcrumb crumbs={[{ label: t('title'), to: membershipsPath }, { label: name }]} />
      <PageHeading hero {...(lang !== undefined && { lang })}>
        {name}
      </PageHeading>
      <div className={offerClasses.page}>
        <div className={styles.text}>
          {summary && (
            <p lang={lang} className={offerClasses.lead}>
              {summary}
            </p>
          )}
          {gives && (
            <>
              <h2>{t('gives')}</h2>
              <ul lang={lang}>
                {gives.map((benefit) => (
                  <li key={benefit}>{benefit}</li>
                ))}
              </ul>
            </>
          )}
          {giftMemberships && isGift && <GiftForm level={level} settings={giftMemberships} />}
        </div>
        <section className={offerClasses.aside} aria-label={t('joining')}>
          <p className={offerClasses.price}>{price}</p>
          {ages && <p>{ages}</p>}
          <JoinActions level={level} />
          {giftMemberships && !isGift && <Button onPress={() => setGift(true)}>{t('gift.open')}</Button>}
        </section>
      </div>
    </Page>
  )
}

/** The way to join that this visitor has: sign in, add it to the basket, or neither where they hold it or have it in the basket. */
function JoinActions({ level }: { readonly level: Level }) {
  const t = useWords('membership')
  const day = useDayFormat()
  const { customer } = useSession()
  const navigate = useNavigate()
  const add = useAddItem()
  const mutation = useApiMutation()
  const { data, error, refetch } = useQuery(membershipOffersQuery)
  const offer = data?.memberships.find(({ membership }) => membership === level.id)
  const join = async ({ upgrade }: MembershipOffer) => {
    const body = { kind: 'membership', membership: level.id, ...(upgrade && { upgradeFrom: upgrade.from }) } as const
    const result = await mutation.send(() => add.mutateAsync({ body }), {
      message: t('added', { name: level.name }),
    })
    if (result.ok) await navigate('/checkout/basket', { viewTransition: true })
  }
  if (error instanceof ProblemError) return <ProblemNotice problem={error.problem} onRetry={() => void refetch()} />
  if (!offer) return null
  if (offer.isInBasket)
    return (
      <Notice title={t('inBasket')}>
        <Saving offer={offer} />
        <NoticeActions>
          <LinkButton look="primary" to="/checkout/basket">
            {t('toBasket')}
          </LinkButton>
        </NoticeActions>
      </Notice>
    )
  const heldNotice = offer.heldUntil && (
    <Notice tone="success" title={t('heldUntil', { day: day(offer.heldUntil) })}>
      <NoticeActions>
        <LinkButton to="/account/memberships">{t('yours')}</LinkButton>
      </NoticeActions>
    </Notice>
  )
  if (heldNotice && !offer.renewal) return heldNotice
  if (!customer || customer.isGuest)
    return (
      <>
        <Saving offer={offer} />
        <ChangeNote offer={offer} />
        <p>{t('needsAccount')}</p>
        <LinkButton look="primary" large to={`/login?${new URLSearchParams({ next: membershipPathOf(level) })}`}>
          {t('signIn')}
        </LinkButton>
      </>
    )
  return (
    <>
      {heldNotice}
      <Saving offer={offer} />
      <ChangeNote offer={offer} />
      {mutation.problem && <ProblemNotice problem={mutation.problem} />}
      <BuyButton look="primary" large onPress={() => void join(offer)} isPending={mutation.isPending}>
        <ChangeName offer={offer} />
      </BuyButton>
    </>
  )
}

/** When the term begins, and what an upgrade replaces and takes off the price. */
function ChangeNote({ offer: { renewal, upgrade } }: { readonly offer: MembershipOffer }) {
  const t = useWords('membership')
  const { money } = useFormats()
  const day = useDayFormat()
  if (renewal) return <p>{t('renewalBegins', { day: day(renewal.startsOn) })}</p>
  if (!upgrade) return <p className={offerClasses.soft}>{t('begins')}</p>
  const { name, credit } = upgrade
  return (
    <>
      <p>{t('upgradeReplaces', { name })}</p>
      {credit > 0 && <p>{t('upgradeCredit', { name, credit: money(credit) })}</p>}
    </>
  )
}

function ChangeName({ offer: { renewal, upgrade } }: { readonly offer: MembershipOffer }) {
  const t = useWords('membership')
  const { money } = useFormats()
  if (renewal) return t('renew', { price: money(renewal.price) })
  return upgrade ? t('upgrade', { price: money(upgrade.price) }) : t('join')
}
