import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { useWords } from '#i18n'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
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
