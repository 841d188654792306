import type { Camera, Size } from '#camera'

/** What a picture is to show: `size` CSS pixels to the right of and below the corner that its camera looks from. */
export type Shot = { readonly camera: Camera; readonly size: Size }

/** By which share of the screen the canvas reaches beyond it. */
const room = 0.2
/** So many moves of a camera that pans are drawn ahead of it. */
const movesAhead = 16
/**
 * In so many frames on end a picture is shown larger or smaller than it was drawn, and by this factor at most: the eye doesn't
 * see it in the frame or two it lasts. A large hall's picture takes so long that it has to last for one more.
 */
const stretches = { small: { frames: 1, most: 1.06 }, large: { frames: 2, most: 1.08 } } as const

/** Shows one picture from many places. */
export type Overscan = {
  /** How large the canvas has to be for a screen. `resolution`: device pixels a CSS pixel. */
  readonly resize: (screen: Size, resolution: number) => Size
  /**
   * Moves the picture that is there to where this camera sees it: `well` when nobody sees a difference, `briefly` when it is
   * good for one frame. Undefined when a new one is due.
   */
  readonly slide: (camera: Camera) => 'well' | 'briefly' | undefined
  /** The picture to draw for this camera, which reaches out to where the camera is on its way; lays the canvas there. */
  readonly aim: (camera: Camera) => Shot
}

/**
 * For a processor that draws a picture is dear, and to move one that is there costs nothing: the browser lays all canvases
 * anew in every frame anyway. So this one is larger than the screen. A camera that pans slides it until it would show a
 * gap; one that zooms stretches it in every other frame, and over a `large` hall in two of three.
 */
export function createOverscan(canvas: HTMLCanvasElement, hall: keyof typeof stretches): Overscan {
  const stretch = stretches[hall]
  /** By which share of the screen a picture reaches out on each side for a camera that draws back. */
  const roomToDrawBack = (stretch.most - 1) / 2
  let screen: Size = { width: 1, height: 1 }
  let extent = screen
  let grain = 1
  let drawn: Shot | undefined
  /** The camera before this one. */
  let before: Camera | undefined
  /** Frames on end for which the picture was stretched. */
  let stretched = 0

  const onGrain = (length: number): number => Math.round(length * grain) / grain
  const lay = (x: number, y: number, scale: number): void => {
    canvas.style.transform = `matrix(${scale}, 0, 0, ${scale}, ${x}, ${y})`
  }
  /** How far to reach out before and after, along one side of the screen. */
  const reach = (move: number, length: number, most: number, drawsBack: boolean): readonly [number, number] => {
    if (drawsBack) return [onGrain(length * roomToDrawBack), onGrain(length * roomToDrawBack)]
    const ahead = Math.min(most - length, onGrain(Math.abs(move) * movesAhead))
    return move > 0 ? [ahead, 0] : [0, ahead]
  }

  canvas.style.transformOrigin = '0 0'
  return {
    resize: (next, resolution) => {
      screen = next
      grain = resolution
      drawn = before = undefined
      extent = { width: onGrain(next.width * (1 + room)), height: onGrain(next.height * (1 + room)) }
      // It takes no more place than the screen: a host may be as large as what it holds.
      canvas.style.margin = `0 ${next.width - extent.width}px ${next.height - extent.height}px 0`
      return extent
    },
    slide: (camera) => {
      if (!drawn) return undefined
      const pans = isAsLarge(camera, drawn.camera)
      const scale = pans ? 1 : camera.k / drawn.camera.k
      if (!pans && (stretched === stretch.frames || Math.max(scale, 1 / scale) > stretch.most)) return undefined
      const [x, y] = [camera.x - drawn.camera.x * scale, camera.y - drawn.camera.y * scale]
      const [left, top] = pans ? [onGrain(x), onGrain(y)] : [x, y]
      const isCovered =
        left <= 0 && top <= 0 && left + drawn.size.width * scale >= screen.width && top + drawn.size.height * scale >= screen.height
      // Whoever asks for the very same picture again wants it drawn.
      if (!isCovered || isSame(camera, before)) return undefined
      lay(left, top, scale)
      before = camera
      stretched = pans ? 0 : stretched + 1
      return pans ? 'well' : 'briefly'
    },
    aim: (camera) => {
      const { x, y, k } = camera
      const pans = isAsLarge(camera, before)
      const drawsBack = !pans && before !== undefined && k < before.k
      const [left, right] = reach(pans ? x - before!.x : 0, screen.width, extent.width, drawsBack)
      const [top, bottom] = reach(pans ? y - before!.y : 0, screen.height, extent.height, drawsBack)
      // At one scale pictures differ by whole pixels: what is drawn anew while the camera stands doesn't tremble.
      const old = isAsLarge(camera, drawn?.camera) ? drawn!.camera : undefined
      const at = old ? { x: old.x + onGrain(x - old.x), y: old.y + onGrain(y - old.y), k: old.k } : camera
      drawn = {
        camera: { x: at.x + left, y: at.y + top, k: at.k },
        size: { width: screen.width + left + right, height: screen.height + top + bottom },
      }
      before = camera
      stretched = 0
      lay(-left, -top, 1)
      return drawn
    },
  }
}

/** Scales are reckoned back and forth on the way here. */
const isAsLarge = (camera: Camera, other: Camera | undefined): boolean => other !== undefined && Math.abs(camera.k / other.k - 1) < 1e-9
const isSame = (camera: Camera, other: Camera | undefined): boolean =>
  other !== undefined && camera.x === other.x && camera.y === other.y && camera.k === other.k
