import { type Camera, toScreen } from '#camera'
import type { Ring } from '#layers'
import { type Ink, toCss } from '#look'

/** Rings round seats, as elements over the canvas: moving or adding one needs no redraw. */
export type RingOverlay = {
  /** Lies over the canvas and covers the host. */
  readonly element: HTMLElement
  /** Shows exactly these rings. Later ones lie over earlier ones. */
  readonly show: (rings: readonly Ring[], camera: Camera, ink: Ink) => void
}

export function createRingOverlay(): RingOverlay {
  const element = document.createElement('div')
  element.setAttribute('aria-hidden', 'true')
  // The ink is the system's own where colours are forced.
  Object.assign(element.style, { position: 'absolute', inset: '0', overflow: 'clip', pointerEvents: 'none', forcedColorAdjust: 'none' })
  const elements: HTMLElement[] = []
  let shownRings = 0
  const add = (): HTMLElement => {
    const ring = document.createElement('div')
    Object.assign(ring.style, { position: 'absolute', boxSizing: 'border-box', borderRadius: '50%', borderStyle: 'solid' })
    elements.push(ring)
    element.append(ring)
    return ring
  }
  return {
    element,
    show: (rings, camera, ink) => {
      rings.forEach(({ x, y, pixels, stroke }, at) => {
        const { style } = elements[at] ?? add()
        const width = stroke?.width ?? 0
        const extent = pixels + width
        const [left, top] = toScreen(camera, x, y)
        style.display = ''
        style.width = style.height = `${extent}px`
        style.borderWidth = `${width}px`
        style.borderColor = stroke ? toCss(stroke.colour(ink)) : 'transparent'
        style.transform = `translate(${left - extent / 2}px, ${top - extent / 2}px)`
      })
      for (; shownRings > rings.length; shownRings--) elements[shownRings - 1]!.style.display = 'none'
      shownRings = rings.length
    },
  }
}
