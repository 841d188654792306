import { type ReactNode, type Ref, useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import type { Plan } from '@playhouse/domain/plan'
import { type Camera, clearBox } from '#camera'
import type { CameraReport, Inset } from '#props'
import { type EdgeLetter, edgeLetters } from './edge-letters.ts'
import styles from './RowLetters.module.css'

export type RowLettersHandle = {
  /** The camera moved. */
  readonly follow: (report: CameraReport) => void
}

type Props = {
  readonly plan: Plan
  readonly view: string
  readonly inset: Inset
  readonly ref: Ref<RowLettersHandle>
}

/** Milliseconds without a camera move after which letters are recomputed. */
const restTime = 120
const edges = ['start', 'top'] as const

/**
 * The letters of rows that continue beyond the edge of the screen, along that edge. They are decorative: screen readers read
 * the row with each seat. Panning moves them along their edge; zooming hides them.
 */
export function RowLetters({ plan, view, inset, ref }: Props): ReactNode {
  const [drawnLetters, setFound] = useState<{ readonly letters: readonly EdgeLetter[]; readonly camera: Camera }>()
  const host = useRef<HTMLDivElement>(null)
  const last = useRef<CameraReport>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { top, right, bottom, left } = inset

  const seek = useEffectEvent((): void => {
    if (!host.current || !last.current) return
    const { camera, seatSize } = last.current
    const clear = clearBox({ width: host.current.clientWidth, height: host.current.clientHeight }, inset)
    setFound({ letters: edgeLetters(plan, view, camera, seatSize, clear), camera })
  })
  const slide = (): void => {
    const camera = last.current?.camera
    if (!host.current || !drawnLetters || !camera) return
    // Hidden, but still in the layout, because it is measured.
    host.current.style.visibility = camera.k === drawnLetters.camera.k ? '' : 'hidden'
    const [start, above] = host.current.children as unknown as [HTMLElement, HTMLElement]
    start.style.transform = `translateY(${camera.y - drawnLetters.camera.y}px)`
    above.style.transform = `translateX(${camera.x - drawnLetters.camera.x}px)`
  }
  useLayoutEffect(slide)
  useEffect(() => seek(), [plan, view, top, right, bottom, left])
  useEffect(() => () => clearTimeout(timer.current), [])
  useImperativeHandle(ref, () => ({
    follow: (report) => {
      last.current = report
      if (drawnLetters && drawnLetters.letters.length > 0) slide()
      clearTimeout(timer.current)
      timer.current = setTimeout(seek, restTime)
    },
  }))

  return (
    <div ref={host} className={styles['letters']} aria-hidden="true">
      {edges.map((edge) => (
        <div key={edge} className={styles[edge]}>
          {drawnLetters?.letters.map((letter) =>
            letter.edge === edge ? (
              <span key={letter.row} className={styles['letter']} style={{ left: letter.x, top: letter.y }}>
                {letter.text}
              </span>
            ) : null,
          )}
        </div>
      ))}
    </div>
  )
}
