import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import type { BallotView, Instance } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { Breadcrumb } from '#ui/Breadcrumb'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { Loading, SkeletonBlock, SkeletonLine } from '#ui/Skeleton'
import { instanceQuery, ProblemError, ballotQuery } from '#server-state'
import { DaySeatPerformances } from './DaySeatPerformances.tsx'
import { DrawDetails } from './DrawDetails.tsx'
import { BallotStatus } from './BallotStatus.tsx'

type FrameProps = {
  readonly title: string
  /** The content while entries are accepted. */
  readonly children: (ballot: BallotView, instance: Instance) => ReactNode
}

/** The frame of every ballot page: the performance in the URL, the state of its ballot, and how to verify the draw. */
export function BallotFrame({ title, children }: FrameProps) {
  const t = useWords('ballot')
  const { day } = useFormats()
  const { instance: id = '', event = '' } = useParams()
  const instance = useQuery(instanceQuery(id))
  const ballot = useQuery(ballotQuery(id))
  const error = instance.error ?? ballot.error
  const heading = t(ballot.data?.kind === 'day-seats' ? 'daySeats.title' : title)
  if (error instanceof ProblemError)
    return (
      <Page width="reading">
        <PageHeading>{heading}</PageHeading>
        <ProblemNotice problem={error.problem} />
      </Page>
    )
  if (!instance.data || !ballot.data)
    return (
      <Page width="reading">
        <Loading>
          <SkeletonLine share={0.5} />
          <SkeletonBlock height={20} />
        </Loading>
      </Page>
    )
  return (
    <Page width="reading">
      <Breadcrumb
        crumbs={[
          { label: instance.data.production.title, to: `/events/${event}` },
          { label: day(instance.data), to: `/events/${event}/${id}` },
          { label: heading },
        ]}
      />
      <PageHeading title={`${heading}, ${instance.data.production.title}`}>{heading}</PageHeading>
      {ballot.data.state === 'open' ? (
        children(ballot.data, instance.data)
      ) : (
        <BallotStatus ballot={ballot.data} timeZone={instance.data.timeZone} />
      )}
      <DrawDetails ballot={ballot.data} timeZone={instance.data.timeZone} />
      <DaySeatPerformances ballot={ballot.data} />
    </Page>
  )
}
