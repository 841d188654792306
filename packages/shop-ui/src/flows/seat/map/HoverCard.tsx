import type { CSSProperties } from 'react'
import { isStandingArea } from '@playhouse/domain/plan'
import type { SeatStore } from '@playhouse/seatmap/store'
import { useWords } from '#i18n'
import { classNames } from '#theme'
import { BandSwatch } from '../words/BandSwatch.tsx'
import type { MapReportStore } from './map-report.ts'
import styles from './HoverCard.module.css'
import { bandAt, type SeatingModel } from '../model/seating-model.ts'
import { useHoveredSpot } from './useHoveredSpot.ts'
import { useSeatVoice } from '../words/useSeatVoice.ts'
import type { SeatStatus } from '../model/visitor-seats.ts'

type HoverCardProps = {
  readonly model: SeatingModel
  readonly glance: MapReportStore
  readonly store: SeatStore
  readonly statusOf: (seat: number) => SeatStatus
}

/** Maximum height in CSS pixels; the card is above the seat if this fits. */
const maxHeight = 240

/**
 * A card with a seat's facts beside the pointer or the focus. The pointer may rest on it, and Escape hides it (WCAG 1.4.13).
 * Hidden from screen readers, which have the seat's name and the details dialog.
 */
export function HoverCard({ model, glance, store, statusOf }: HoverCardProps) {
  const t = useWords('seat')
  const voice = useSeatVoice(model)
  const { spot, enter, leave } = useHoveredSpot(glance)
  if (!spot) return null
  const band = bandAt(model, spot.seat)
  const area = model.plan.areaOf[spot.seat]!
  const isFloor = isStandingArea(model.plan, area)
  // The first place of a standing area represents all of them.
  const placesLeft = isFloor ? store.freeIn(area) : 0
  const status = !isFloor ? statusOf(spot.seat) : placesLeft > 0 ? 'free' : 'taken'
  const isBelow = spot.y < maxHeight
  return (
    <div
      aria-hidden="true"
      data-hover-card
      onPointerEnter={enter}
      onPointerLeave={leave}
      className={classNames(styles['card'], isBelow && styles['below'])}
      style={{ '--x': `${spot.x}px`, '--y': `${isBelow ? spot.y + spot.size / 2 : spot.y - spot.size / 2}px` } as CSSProperties}
    >
      <p className={styles['seat']}>{voice.seatInHall(spot.seat)}</p>
      {band && status !== 'taken' ? (
        <p className={styles['price']}>
          <BandSwatch band={band} />
          <span>{voice.price(spot.seat)}</span>
          <span className={styles['band']}>{voice.band(band)}</span>
        </p>
      ) : (
        <p className={styles['band']}>{t('key.unavailable')}</p>
      )}
      {placesLeft > 0 && <p className={styles['standing']}>{t('filter.left', { count: placesLeft })}</p>}
      {(status === 'selected' || status === 'mine') && <p className={styles['standing']}>{t(`key.${status}`)}</p>}
      <p className={styles['facts']}>{voice.facts(spot.seat).join(' · ')}</p>
      {model.plan.noteOf(spot.seat) && <p className={styles['note']}>{model.plan.noteOf(spot.seat)}</p>}
    </div>
  )
}
