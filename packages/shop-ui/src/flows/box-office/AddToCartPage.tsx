import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { useWords } from '#i18n'
import { LinkButton } from '#ui/LinkButton'
import { Notice, NoticeActions } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { openFunds, useBrand } from '#server-state'
import { counterInstanceQuery } from './counter-state.ts'
import { QueryStatus } from './QueryStatus.tsx'

/** The target of a link that opens a performance at the counter; redirects to its seats. */
export function AddEventPage() {
  const t = useWords('box-office')
  const { event = '', instance: id = '' } = useParams()
  const query = useQuery(counterInstanceQuery(id))
  const { data } = query
  if (data?.event === event) return <Navigate to={`/smart/book/${id}`} replace />
  return (
    <Page width="reading">
      <PageHeading>{t('add.event')}</PageHeading>
      <QueryStatus query={query} height={8} />
      {data && <ProblemNotice problem={{ code: 'instance-unavailable', params: {} }} bare />}
    </Page>
  )
}

/** The target of a link to a donation fund. The counter sells no donations: it names the place where they are made. */
export function AddDonationPage() {
  const { fund = '' } = useParams()
  const name = openFunds(useBrand()).find((each) => each.fund === fund)?.name
  return <NotAtCounter what="donation" {...(name === undefined ? { state: 'unknown', name: fund } : { state: 'in-shop', name })} />
}

/** The target of a link to a membership. The counter sells none: it shows whether the web shop does. */
export function AddMembershipPage() {
  const { level = '' } = useParams()
  const { memberships, steps } = useBrand()
  const membership = memberships.find(({ id }) => id === level)
  if (!membership) return <NotAtCounter what="membership" state="unknown" name={level} />
  const isSold = membership.sold !== undefined && steps.includes('memberships')
  return <NotAtCounter what="membership" state={isSold ? 'in-shop' : 'not-sold'} name={membership.name} />
}

type UnavailableItem = { readonly name: string } & (
  | { readonly what: 'donation'; readonly state: 'unknown' | 'in-shop' }
  | { readonly what: 'membership'; readonly state: 'unknown' | 'in-shop' | 'not-sold' }
)

function NotAtCounter({ what, state, name }: UnavailableItem) {
  const t = useWords('box-office')
  const title = what === 'donation' ? t(`add.donationIs.${state}`, { name }) : t(`add.membershipIs.${state}`, { name })
  return (
    <Page width="reading">
      <PageHeading>{t(`add.${what}`)}</PageHeading>
      <Notice title={title}>
        <p>{t('add.nothing')}</p>
        <NoticeActions>
          {state === 'in-shop' && <LinkButton to="/">{t('add.toShop')}</LinkButton>}
          <LinkButton to="/smart/book">{t('frame.performances')}</LinkButton>
        </NoticeActions>
      </Notice>
    </Page>
  )
}
