import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { useWords } from '#i18n'
import { LinkButton } from '#parts/LinkButton'
import { Loading, SkeletonBlock } from '#parts/Skeleton'
import { Notice, NoticeActions } from '#parts/Notice'
import { Page } from '#parts/Page'
import { PageHeading } from '#parts/PageHeading'
import { ProblemNotice } from '#parts/ProblemNotice'
import { ProblemError } from '#session'
import { counterInstanceQuery } from './desk.ts'

/** A link of the house's own lists straight to a performance's seats. */
export function AddEventPage() {
  const t = useWords('box-office')
  const { event = '', instance: id = '' } = useParams()
  const { data, error } = useQuery(counterInstanceQuery(id))
  if (data?.event === event) return <Navigate to={`/smart/book/${id}`} replace />
  return (
    <Page width="reading">
      <PageHeading>{t('add.event')}</PageHeading>
      {error instanceof ProblemError ? (
        <ProblemNotice problem={error.problem} bare />
      ) : data ? (
        <ProblemNotice problem={{ code: 'instance-unavailable', params: {} }} bare />
      ) : (
        <Loading>
          <SkeletonBlock height={8} />
        </Loading>
      )}
    </Page>
  )
}

/** What this house doesn't sell at its counter, said plainly. */
export const AddDonationPage = () => <NotSold what="donation" />
export const AddMembershipPage = () => <NotSold what="membership" />

function NotSold({ what }: { readonly what: 'donation' | 'membership' }) {
  const t = useWords('box-office')
  return (
    <Page width="reading">
      <PageHeading>{t(`add.${what}`)}</PageHeading>
      <Notice title={t(`add.no-${what}.title`)}>
        <p>{t(`add.no-${what}.detail`)}</p>
        <NoticeActions>
          <LinkButton to="/smart/book">{t('frame.performances')}</LinkButton>
        </NoticeActions>
      </Notice>
    </Page>
  )
}
