import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import type { Event } from '@playhouse/api-client/contract'
import type { RichText } from '@playhouse/domain/season'
import { useFormats, useWords } from '#i18n'
import { announce } from '#parts/announce'
import { AvailabilityBadge } from '#parts/AvailabilityBadge'
import { Breadcrumb } from '#parts/Breadcrumb'
import { Checkbox } from '#parts/Checkbox'
import { MonthStrip } from '#parts/MonthStrip'
import { Page } from '#parts/Page'
import { PageHeading } from '#parts/PageHeading'
import { PerformanceList } from '#parts/PerformanceList'
import { Poster } from '#parts/Poster'
import { PriceFrom } from '#parts/Price'
import { ProblemNotice } from '#parts/ProblemNotice'
import { Loading, SkeletonBlock, SkeletonLine } from '#parts/Skeleton'
import { problem } from '@playhouse/domain/problem'
import { eventQuery } from '#session'
import { classNames } from '#theme'
import styles from './EventPage.module.css'
import { monthsOf } from './months.ts'
import { QueryProblem } from './QueryProblem.tsx'

/** A production: what it is, for whom, and every evening of it. */
export function EventPage() {
  const t = useWords('browse')
  const { event: id = '' } = useParams()
  const { data: event, error, refetch } = useQuery(eventQuery(id))
  if (error) return <QueryProblem error={error} onRetry={refetch} />
  if (!event)
    return (
      <Page>
        <Loading>
          <div className={classNames(styles.top)}>
            <SkeletonBlock ratio={0.75} />
            <div>
              <SkeletonLine share={0.7} />
              <SkeletonLine />
              <SkeletonLine share={0.9} />
            </div>
          </div>
        </Loading>
      </Page>
    )
  return (
    <Page>
      <Breadcrumb crumbs={[{ label: t('home.whatsOn'), to: '/#whats-on' }, { label: event.title }]} />
      <div className={classNames(styles.top)}>
        <div className={styles.poster}>
          <Poster title={event.title} credit={event.credit} poster={event.poster} />
        </div>
        <div className={styles.text}>
          <PageHeading hero lang={event.copyLanguage}>
            {event.title}
          </PageHeading>
          <p lang={event.copyLanguage} className={styles.tagline}>
            {event.tagline}
          </p>
          <p lang={event.copyLanguage} className={styles.soft}>
            {event.credit}
          </p>
          <p className={styles.facts}>
            <AvailabilityBadge availability={event.availability} />
            {event.priceFrom !== null && <PriceFrom amount={event.priceFrom} />}
            <span>{t('feesInside')}</span>
          </p>
          <div lang={event.copyLanguage} className={styles.synopsis}>
            <Document blocks={event.synopsis} />
          </div>
          <Facts event={event} />
        </div>
      </div>
      {event.availability === 'passed' ? <ProblemNotice problem={problem('event-passed')} /> : <Performances event={event} />}
    </Page>
  )
}

function Document({ blocks }: { readonly blocks: RichText }) {
  return blocks.map((block, index) => {
    if (block.kind === 'heading') return <h2 key={index}>{block.text}</h2>
    if (block.kind === 'paragraph') return <p key={index}>{block.text}</p>
    return (
      <ul key={index}>
        {block.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    )
  })
}

function Facts({ event }: { readonly event: Event }) {
  const t = useWords('browse')
  const hours = Math.floor(event.runningTime / 60)
  const facts: [string, string, string?][] = [
    [t('facts.where'), event.venue, event.copyLanguage],
    [
      t('facts.runningTime'),
      t('facts.duration', { hours, minutes: event.runningTime % 60 }) +
        (event.intervals > 0 ? `, ${t('facts.intervals', { count: event.intervals })}` : ''),
    ],
    ...(event.ageGuidance > 0 ? [[t('facts.age'), t('facts.ageFrom', { age: event.ageGuidance })] as [string, string]] : []),
    ...(event.warnings.length > 0
      ? [[t('facts.warnings'), event.warnings.join('. '), event.copyLanguage] as [string, string, string]]
      : []),
    ...(event.streaming ? [[t('facts.streaming'), event.streaming, event.copyLanguage] as [string, string, string]] : []),
  ]
  return (
    <dl className={classNames(styles.list)}>
      {facts.map(([name, text, lang]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd lang={lang}>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function Performances({ event }: { readonly event: Event }) {
  const t = useWords('browse')
  const { month: monthName } = useFormats()
  const [onlyAccess, setOnlyAccess] = useState(false)
  const ahead = event.instances.filter((instance) => instance.availability !== 'passed')
  const shown = onlyAccess ? ahead.filter((instance) => instance.accessTags.length > 0) : ahead
  const months = monthsOf(shown)
  const [picked, setPicked] = useState<string>()
  const month = months.find((each) => each.id === picked) ?? months[0]
  const anyAccess = ahead.some((instance) => instance.accessTags.length > 0)
  return (
    <section id="dates" aria-labelledby="dates-title" className={classNames(styles.dates)}>
      <div className={styles.head}>
        <h2 id="dates-title">{t('dates.title')}</h2>
        {anyAccess && (
          <Checkbox
            name="only-access"
            value={onlyAccess}
            onChange={(only) => {
              setOnlyAccess(only)
              announce(t('dates.found', { count: only ? ahead.filter((instance) => instance.accessTags.length > 0).length : ahead.length }))
            }}
          >
            {t('dates.onlyAccess')}
          </Checkbox>
        )}
      </div>
      {month && months.length > 1 && (
        <MonthStrip
          months={months.map(({ id, at, instances }) => ({ id, name: monthName(at), count: instances.length }))}
          current={month.id}
          onPick={setPicked}
        />
      )}
      {month && (
        <PerformanceList performances={month.instances.map((instance) => ({ ...instance, to: `/events/${event.id}/${instance.id}` }))} />
      )}
    </section>
  )
}
