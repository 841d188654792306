import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'
import type { Instance, WaitingRoomStatus } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { announce } from '#ui/announce'
import { PageHeading } from '#ui/PageHeading'
import { classNames } from '#theme'
import { WaitingInfo } from './WaitingInfo.tsx'
import { estimateOf, shouldAnnounce, type Announced } from './estimate.ts'
import { PerformanceName } from './PerformanceName.tsx'
import styles from './QueuePage.module.css'

type InLineProps = {
  readonly place: Extract<WaitingRoomStatus, { state: 'waiting' }>
  readonly instance: Instance
  readonly to: string
  readonly children: ReactNode
}

/** In the queue: people ahead, estimated wait, progress. */
export function InLine({ place, instance, to, children }: InLineProps) {
  const t = useWords('queue')
  const { number } = useFormats()
  const { ahead: visitorsAhead, position, estimatedWait } = place
  const people = visitorsAhead === 0 ? t('ahead.none') : t('ahead.people', { count: visitorsAhead, number: number(visitorsAhead) })
  const estimate = useEstimate(estimatedWait)
  const lastAnnouncement = useRef<Announced>(undefined)
  useEffect(() => {
    if (!shouldAnnounce(visitorsAhead, lastAnnouncement.current, Date.now())) return
    lastAnnouncement.current = { visitorsAhead, at: Date.now() }
    announce(t('said.waiting', { ahead: people, estimate }))
  }, [visitorsAhead, people, estimate, t])
  const share = 1 - visitorsAhead / position
  return (
    <>
      <PageHeading>{t('title.waiting')}</PageHeading>
      <PerformanceName instance={instance} />
      {children}
      <section className={classNames(styles.standing)}>
        <p className={styles.figure}>{people}</p>
        <p className={styles.estimate}>{estimate}</p>
        <div
          className={styles.bar}
          role="progressbar"
          aria-label={t('progress')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(share * 100)}
          aria-valuetext={people}
          style={{ '--share': share } as CSSProperties}
        />
      </section>
      <WaitingInfo instance={instance} to={to} sale={place.sale} visitorsAhead={visitorsAhead} />
    </>
  )
}

function useEstimate(seconds: number | null): string {
  const t = useWords('queue')
  if (seconds === null) return t('estimate.paused')
  const { key, ...facts } = estimateOf(seconds)
  return t(`estimate.${key}`, facts)
}
