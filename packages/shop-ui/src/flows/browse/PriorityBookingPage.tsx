import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { useFormats, useTexts, useWords } from '#i18n'
import { instanceQuery } from '#server-state'
import { Breadcrumb } from '#ui/Breadcrumb'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { Loading, SkeletonBlock, SkeletonLine } from '#ui/Skeleton'
import { PriorityNotice } from './PriorityNotice.tsx'
import { QueryProblem } from './QueryProblem.tsx'

/**
 * The notice of priority booking as a page: visitors who try to choose seats before general sale are sent here. Redirects to the page of
 * the performance where they may book, and where no priority period is open.
 */
export function PriorityBookingPage() {
  const t = useWords('browse')
  const { dateAndTime } = useFormats()
  const textsOf = useTexts()
  const { event = '', instance: id = '' } = useParams()
  const { data: instance, error, refetch } = useQuery(instanceQuery(id))
  if (error) return <QueryProblem error={error} onRetry={refetch} />
  if (!instance)
    return (
      <Page>
        <Loading>
          <SkeletonLine share={0.4} />
          <SkeletonBlock height={16} />
        </Loading>
      </Page>
    )
  const path = `/events/${event}/${id}`
  if (instance.availability !== 'priority' || instance.event !== event) return <Navigate to={path} replace />
  const { title, langOf } = textsOf(instance.production)
  return (
    <Page>
      <Breadcrumb
        crumbs={[
          { label: t('home.whatsOn'), to: '/#whats-on' },
          { label: title, to: path, lang: langOf('title') },
          { label: t('priority.title') },
        ]}
      />
      <PageHeading>{t('priority.title')}</PageHeading>
      <p>
        <span lang={langOf('title')}>{title}</span>, <time dateTime={instance.startsAt}>{dateAndTime(instance)}</time>
      </p>
      <PriorityNotice instance={instance} hasNoTitle />
    </Page>
  )
}
