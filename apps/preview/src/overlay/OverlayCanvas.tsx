import { useEffect, useRef } from 'react'
import type { Plan } from '@playhouse/domain/plan'
import type { CameraReport } from '@playhouse/seatmap'
import type { Overlay } from '#setting'
import { drawOverlay } from './draw-overlay.ts'
import styles from './OverlayCanvas.module.css'

/** Camera updates outside of React: each move draws a frame, and no component renders. */
export type CameraFeed = { readonly now: () => CameraReport | undefined; readonly subscribe: (listener: () => void) => () => void }

type OverlayCanvasProps = {
  readonly plan: Plan
  readonly overlays: readonly Overlay[]
  readonly rings: readonly number[]
  readonly feed: CameraFeed
}

/** Measurement overlays above the map. Pointer events pass through it, and it is hidden from screen readers. */
export function OverlayCanvas({ plan, overlays, rings, feed }: OverlayCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const isEmpty = overlays.length === 0 && rings.length === 0
  useEffect(() => {
    const element = canvas.current
    const pencil = element?.getContext('2d')
    if (!element || !pencil) return
    let frame = 0
    const draw = (): void => {
      frame = 0
      const report = feed.now()
      const { clientWidth: width, clientHeight: height } = element
      const ratio = Math.min(2, devicePixelRatio || 1)
      if (element.width !== Math.round(width * ratio)) element.width = Math.round(width * ratio)
      if (element.height !== Math.round(height * ratio)) element.height = Math.round(height * ratio)
      pencil.setTransform(ratio, 0, 0, ratio, 0, 0)
      if (report) drawOverlay(pencil, { plan, overlays, rings, ...report, size: { width, height }, look: readColours(element) })
    }
    const redraw = (): void => void (frame ||= requestAnimationFrame(draw))
    redraw()
    const sizes = new ResizeObserver(redraw)
    sizes.observe(element)
    const stop = feed.subscribe(redraw)
    return () => {
      stop()
      sizes.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [plan, overlays, rings, feed])
  return <canvas ref={canvas} hidden={isEmpty} aria-hidden="true" className={styles['overlay']} />
}

function readColours(element: Element) {
  const style = getComputedStyle(element)
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim()
  return { ink: token('house-ink'), soft: token('house-soft'), mark: token('stage'), warn: '#ff4fd8', font: style.fontFamily }
}
