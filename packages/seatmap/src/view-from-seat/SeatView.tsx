import { type ReactNode, useId, useMemo } from 'react'
import type { Plan } from '@playhouse/domain/plan'
import { drawView } from './draw-view.ts'
import type { Eye } from './eye.ts'
import { frame } from './perspective.ts'
import styles from './SeatView.module.css'

type SeatViewProps = {
  readonly plan: Plan
  readonly seat: number
  readonly eye: Eye
  /** Text alternative of the picture. Omit it if the text is beside the picture. */
  readonly label?: string
}

/** The stage as seen from a seat, drawn from the plan. */
export function SeatView({ plan, seat, eye, label }: SeatViewProps): ReactNode {
  const light = useId()
  const shapes = useMemo(() => drawView(plan, seat, eye), [plan, seat, eye])
  return (
    <svg
      className={styles['view']}
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      role="img"
      aria-label={label}
      aria-hidden={label === undefined}
    >
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
