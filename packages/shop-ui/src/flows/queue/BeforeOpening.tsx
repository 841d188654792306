import type { ReactNode } from 'react'
import type { Instance, WaitingRoomStatus } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { clockOf } from '#ticketing/HoldTimer'
import { PageHeading } from '#ui/PageHeading'
import { useTimeLeft } from '#browser'
import { classNames } from '#theme'
import { WaitingInfo } from './WaitingInfo.tsx'
import { PerformanceName } from './PerformanceName.tsx'
import styles from './QueuePage.module.css'

type BeforeOpeningProps = {
  readonly place: Extract<WaitingRoomStatus, { state: 'early' }>
  readonly instance: Instance
  readonly to: string
  readonly children: ReactNode
}

/** Before the opening: its time, and that arriving earlier has no advantage. */
export function BeforeOpening({ place, instance, to, children }: BeforeOpeningProps) {
  const t = useWords('queue')
  const { instant, number } = useFormats()
  const secondsLeft = Math.ceil((useTimeLeft(place.opensAt) ?? 0) / 1_000)
  return (
    <>
      <PageHeading>{t('title.early')}</PageHeading>
      <PerformanceName instance={instance} />
      {children}
      <section className={classNames(styles.standing)}>
        <p className={styles.figure}>{t('early.opens', { opensAt: instant(place.opensAt) })}</p>
        <p className={styles.estimate} role="timer" aria-live="off">
          {secondsLeft > 0 ? t('early.left', { time: countdownOf(secondsLeft) }) : t('early.soon')}
        </p>
        <p className={styles.soft}>{t('early.gathered', { count: place.gathered, number: number(place.gathered) })}</p>
      </section>
      <p>{t('lots')}</p>
      <WaitingInfo instance={instance} to={to} sale={place.sale} />
    </>
  )
}

/** `1:04:09`, or below an hour `4:09`. */
const countdownOf = (seconds: number): string =>
  seconds < 3_600 ? clockOf(seconds) : `${Math.floor(seconds / 3_600)}:${clockOf(seconds % 3_600).padStart(5, '0')}`
