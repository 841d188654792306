import { type RefObject, useCallback, useEffect, useState } from 'react'
import type { Plan } from '@playhouse/domain/plan'

/** Plan to screen: `screen = plan · k + (x, y)`. */
export type SceneCamera = { readonly x: number; readonly y: number; readonly k: number }
type Move = 'in' | 'out' | 'fit'

/** Zoom factor of one pixel of the wheel, and of a button; maximum scale in CSS pixels per centimetre. */
const [wheelStep, buttonStep, nearest] = [1.0015, 1.6, 1.4]

/** A simple camera for a scene: drag, wheel, arrow keys and buttons. */
export function useSceneCamera(
  host: RefObject<HTMLElement | null>,
  { viewBox }: Plan,
): { readonly camera: SceneCamera | undefined; readonly move: (move: Move) => void } {
  const [camera, setCamera] = useState<SceneCamera>()
  const fitScene = useCallback((): SceneCamera => {
    const { clientWidth: width, clientHeight: height } = host.current!
    const k = Math.min(width / viewBox.width, height / viewBox.height)
    return { k, x: (width - viewBox.width * k) / 2 - viewBox.x * k, y: (height - viewBox.height * k) / 2 - viewBox.y * k }
  }, [host, viewBox])
  const zoom = useCallback(
    (factor: number, atX: number, atY: number) =>
      setCamera((before) => {
        if (!before) return before
        const k = Math.max(fitScene().k, Math.min(nearest, before.k * factor))
        return { k, x: atX - ((atX - before.x) * k) / before.k, y: atY - ((atY - before.y) * k) / before.k }
      }),
    [fitScene],
  )
  const pan = (x: number, y: number): void => setCamera((before) => before && { ...before, x: before.x + x, y: before.y + y })

  useEffect(() => {
    const element = host.current!
    const sizes = new ResizeObserver(() => setCamera(fitScene()))
    sizes.observe(element)
    const wheel = (event: WheelEvent): void => {
      event.preventDefault()
      const { left, top } = element.getBoundingClientRect()
      zoom(wheelStep ** -event.deltaY, event.clientX - left, event.clientY - top)
    }
    const drag = (event: PointerEvent): void => {
      if (event.buttons === 1) pan(event.movementX, event.movementY)
    }
    element.addEventListener('wheel', wheel, { passive: false })
    element.addEventListener('pointermove', drag)
    return () => {
      sizes.disconnect()
      element.removeEventListener('wheel', wheel)
      element.removeEventListener('pointermove', drag)
    }
  }, [host, fitScene, zoom])

  const move = (move: Move): void => {
    const { clientWidth: width, clientHeight: height } = host.current!
    if (move === 'fit') setCamera(fitScene())
    else zoom(move === 'in' ? buttonStep : 1 / buttonStep, width / 2, height / 2)
  }
  return { camera, move }
}
