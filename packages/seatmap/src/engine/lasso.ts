import type { Box } from '@playhouse/domain/plan'
import type { GestureHandlers, PointerPosition } from '#gesture'

export type Lasso = {
  readonly draw: GestureHandlers['lasso']
  /** Sets whether drags without Shift draw a selection frame, too. */
  readonly setOn: (isOn: boolean) => void
  readonly isOn: () => boolean
  readonly destroy: () => void
}

/** A selection rectangle as an element over the canvas, so that drawing it needs no new frame. `onCatch` receives it in CSS pixels. */
export function createLasso(host: HTMLElement, onCatch: (box: Box) => void): Lasso {
  let isOn = false
  const frame = host.ownerDocument.createElement('div')
  frame.ariaHidden = 'true'
  frame.dataset['lasso'] = ''
  // In the hall's ink colour, which is the system's where colours are forced.
  Object.assign(frame.style, { position: 'absolute', boxSizing: 'border-box', border: '2px dashed currentColor', pointerEvents: 'none' })
  const boxOf = (a: PointerPosition, b: PointerPosition): Box => ({
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x),
    height: Math.abs(a.y - b.y),
  })
  return {
    draw: (from, to, state) => {
      const box = boxOf(from, to)
      if (state !== 'drawn') frame.remove()
      if (state === 'caught') onCatch(box)
      if (state !== 'drawn') return
      Object.assign(frame.style, { left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px` })
      if (!frame.isConnected) host.append(frame)
    },
    setOn: (on) => {
      isOn = on
      host.style.cursor = on ? 'crosshair' : ''
    },
    isOn: () => isOn,
    destroy: () => frame.remove(),
  }
}
