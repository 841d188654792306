import { type ReactNode, useId, useMemo } from 'react'
import type { Plan } from '@playhouse/domain/plan'
import { drawView } from './draw-view.ts'
import type { Eye } from './eye.ts'
import { frame } from './perspective.ts'
import styles from './SeatView.module.css'

/** A photograph taken from a seat; it goes before any drawing. */
export type SeatPhoto = { readonly src: string; readonly width: number; readonly height: number }

type SeatViewProps = {
  readonly plan: Plan
  readonly seat: number
  readonly eye: Eye
  /** What the picture shows, in words: the same that a sighted visitor takes from it. */
  readonly label: string
  /** The house's photographs. Where there is one for the seat, it is shown instead of the drawing. */
  readonly photoOf?: ((seat: number) => SeatPhoto | undefined) | undefined
}

/** The stage as seen from a seat: a photograph where the hall has one, else a drawing from the plan. */
export function SeatView({ plan, seat, eye, label, photoOf }: SeatViewProps): ReactNode {
  const photo = photoOf?.(seat)
  const light = useId()
  const shapes = useMemo(() => (photo ? [] : drawView(plan, seat, eye)), [photo, plan, seat, eye])
  if (photo) return <img className={styles['view']} src={photo.src} width={photo.width} height={photo.height} alt={label} />
  return (
    <svg className={styles['view']} viewBox={`0 0 ${frame.width} ${frame.height}`} role="img" aria-label={label}>
      <radialGradient id={light} cx="50%" cy="42%" r="62%">
        <stop offset="0%" className={styles['glow']} />
        <stop offset="100%" className={styles['dark']} />
      </radialGradient>
      <rect className={styles['house']} width={frame.width} height={frame.height} />
      <rect className={styles['light']} width={frame.width} height={frame.height} fill={`url(#${light})`} />
      {shapes.map(({ is, path }, index) => (
        <path key={index} className={styles[is]} d={path} />
      ))}
    </svg>
  )
}
