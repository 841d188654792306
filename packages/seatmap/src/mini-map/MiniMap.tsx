import { type ReactNode, useMemo } from 'react'
import { areLevelsStacked, type Plan } from '@playhouse/domain/plan'
import { outlineOf, type Point, seatPitch } from '#plan-index'
import styles from './MiniMap.module.css'

type MiniMapProps = {
  readonly plan: Plan
  /** The seats to show. */
  readonly seats: readonly number[]
  /** Text alternative: the position of the seats. Omit it if the text is beside the map. */
  readonly label?: string
}

/**
 * A small drawing of the whole hall that shows the position of a few seats. For a hall whose levels overlap, it shows the
 * level of the seats. It uses neither engine nor canvas.
 */
export function MiniMap({ plan, seats, label }: MiniMapProps): ReactNode {
  const pitch = useMemo(() => seatPitch(plan), [plan])
  const first = seats[0]
  const level = first !== undefined && areLevelsStacked(plan) ? plan.areas[plan.areaOf[first]!]!.view : undefined
  const areas = useMemo(() => {
    const drawnAreas = plan.areas.filter(({ seatCount, view }) => seatCount > 0 && (level === undefined || view === level))
    return drawnAreas.map((area) => closedPath(outlineOf(plan, area, pitch / 2)))
  }, [plan, pitch, level])
  const { x, y, width, height } = plan.views.find(({ id }) => id === level)?.viewBox ?? plan.viewBox
  // A seat has a minimum size, so that it is visible in a stadium.
  const size = Math.max(pitch * 0.5, width / 42)
  return (
    <svg
      className={styles['map']}
      viewBox={`${x} ${y} ${width} ${height}`}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path className={styles['stage']} d={closedPath(plan.stage.polygon)} />
      {areas.map((path, index) => (
        <path key={index} className={styles['area']} d={path} />
      ))}
      {seats.map((seat) =>
        level !== undefined && plan.areas[plan.areaOf[seat]!]!.view !== level ? null : (
          <circle key={seat} className={styles['seat']} cx={plan.x[seat]} cy={plan.y[seat]} r={size} />
        ),
      )}
    </svg>
  )
}

const closedPath = (outline: readonly Point[]): string => `M${outline.map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`).join('L')}Z`
