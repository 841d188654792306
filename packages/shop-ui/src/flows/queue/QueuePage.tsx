import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import type { Instance } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { pageAfterQueue } from '@playhouse/domain/queue'
import { useFormats, useWords } from '#i18n'
import { Notice } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { Loading, SkeletonBlock } from '#ui/Skeleton'
import { instanceQuery, ProblemError } from '#server-state'
import { classNames } from '#theme'
import { Admitted } from './Admitted.tsx'
import { BeforeOpening } from './BeforeOpening.tsx'
import { PerformanceName } from './PerformanceName.tsx'
import { InLine } from './InLine.tsx'
import { LostTicket } from './LostTicket.tsx'
import styles from './QueuePage.module.css'
import { TakeOverTicket } from './TakeOverTicket.tsx'
import { useQueueStatus } from './useQueueStatus.ts'

/** The waiting room of a performance: `/queue?instance=…&to=…`. With `#take=…` takes over a queue ticket from another device. */
export function QueuePage() {
  const [search] = useSearchParams()
  const { hash } = useLocation()
  const id = search.get('instance') ?? ''
  const { data: instance, error } = useQuery({ ...instanceQuery(id), enabled: id !== '' })
  const token = /^#take=([\w.~-]+)$/.exec(hash)?.[1]
  const [isTaken, setTaken] = useState(false)
  const unknown = id === '' ? problem('instance-unavailable') : error instanceof ProblemError ? error.problem : undefined
  if (!instance) return <Page width="reading">{unknown ? <UnknownPerformance problem={unknown} /> : <LoadingQueue />}</Page>
  const to = pageAfterQueue(id, search.get('to')) ?? `/events/${instance.event}/${id}/syos/all`
  return (
    <Page width="reading">
      {token && !isTaken ? (
        <TakeOverTicket instance={instance} token={token} onDone={() => setTaken(true)} />
      ) : (
        <Waiting key={id} instance={instance} to={to} />
      )}
    </Page>
  )
}

function Waiting({ instance, to }: { readonly instance: Instance; readonly to: string }) {
  const t = useWords('queue')
  const { place, reach, problem: wrong, know, joinAgain } = useQueueStatus(instance.id)
  const { instant } = useFormats()
  if (wrong) return <UnknownPerformance problem={wrong} />
  if (!place) return reach === 'reached' ? <LoadingQueue /> : <ConnectionNotice reach={reach} />
  switch (place.state) {
    case 'open':
    case 'inside':
      return <Navigate to={to} replace />
    case 'closed':
      return (
        <>
          <PageHeading>{t('title.closed')}</PageHeading>
          <PerformanceName instance={instance} />
          <p className={classNames(styles.lead)}>
            {t('closed.gathers', { gathersAt: instant(place.gathersAt), opensAt: instant(place.opensAt) })}
          </p>
          <p>{t('closed.stay')}</p>
          <p>{t('lots')}</p>
        </>
      )
    case 'outside':
      if (!place.isMoved && !place.hasLapsed) return <LoadingQueue />
      return <LostTicket instance={instance} how={place.hasLapsed ? 'lapsed' : 'moved'} onJoin={joinAgain} />
    case 'early':
      return (
        <BeforeOpening place={place} instance={instance} to={to}>
          <ConnectionNotice reach={reach} />
        </BeforeOpening>
      )
    case 'waiting':
      return (
        <InLine place={place} instance={instance} to={to}>
          <ConnectionNotice reach={reach} />
        </InLine>
      )
    case 'admitted':
      return <Admitted instance={instance} to={to} until={place.until} onAnswer={know} />
  }
}

function ConnectionNotice({ reach }: { readonly reach: 'reached' | 'offline' | 'unreached' }) {
  const t = useWords('queue')
  if (reach === 'reached') return null
  return (
    <Notice tone="warning" role="status">
      {t(reach)}
    </Notice>
  )
}

function UnknownPerformance({ problem: wrong }: { readonly problem: Parameters<typeof ProblemNotice>[0]['problem'] }) {
  const t = useWords('queue')
  return (
    <>
      <PageHeading>{t('title.loading')}</PageHeading>
      <ProblemNotice problem={wrong} />
    </>
  )
}

function LoadingQueue() {
  const t = useWords('queue')
  return (
    <>
      <PageHeading>{t('title.loading')}</PageHeading>
      <Loading>
        <SkeletonBlock height={14} />
      </Loading>
    </>
  )
}
