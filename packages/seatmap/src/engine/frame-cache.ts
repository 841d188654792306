import type { Camera, Size } from '#camera'

/** What a picture is to show: `size` CSS pixels to the right of and below the corner that its camera looks from. */
export type FrameRegion = { readonly camera: Camera; readonly size: Size }

/** By which share of the screen the canvas reaches beyond it. */
const overscanShare = 0.2
/** So many moves of a camera that pans are drawn ahead of it. */
const movesAhead = 16
/**
 * In so many frames on end a picture is shown larger or smaller than it was drawn, and by this factor at most: the eye doesn't
 * see it in the frame or two it lasts. A large hall's picture takes so long that it has to last for one more.
 */
const stretchLimits = { small: { frames: 1, most: 1.06 }, large: { frames: 2, most: 1.08 } } as const

/** Shows one picture from many places. */
export type FrameCache = {
  /** How large the canvas has to be for a screen. `resolution`: device pixels a CSS pixel. */
  readonly resize: (screen: Size, resolution: number) => Size
  /**
   * Moves the picture that is there to where this camera sees it:    * good for one frame. Undefined when a new one is due.
   */
  readonly reuse: (camera: Camera) => 'exact' | 'stretched' | undefined
  /** The picture to draw for this camera, which reaches out to where the camera is on its way; lays the canvas there. */
  readonly regionToDraw: (camera: Camera) => FrameRegion
}

/**
 * For a processor that draws a picture is dear, and to move one that is there costs nothing: the browser lays all canvases
 * anew in every frame anyway. So this one is larger than the screen. A camera that pans slides it until it would show a
 * gap; one that zooms stretches it in every other frame, and over a `large` hall in two of three.
 */
export function createFrameCache(canvas: HTMLCanvasElement, hall: keyof typeof stretchLimits): FrameCache {
  const stretch = stretchLimits[hall]
  /** By which share of the screen a picture reaches out on each side for a camera that draws back. */
  const zoomOutMargin = (stretch.most - 1) / 2
  let screen: Size = { width: 1, height: 1 }
  let canvasSize = screen
  let pixelRatio = 1
  let cachedRegion: FrameRegion | undefined
  /** The camera before this one. */
  let lastCamera: Camera | undefined
  /** Frames on end for which the picture was stretched. */
  let stretchedFrames = 0

  const toDevicePixels = (length: number): number => Math.round(length * pixelRatio) / pixelRatio
  const placeCanvas = (x: number, y: number, scale: number): void => {
    canvas.style.transform = `matrix(${scale}, 0, 0, ${scale}, ${x}, ${y})`
  }
  /** How far to reach out before and after, along one side of the screen. */
  const reach = (move: number, length: number, most: number, drawsBack: boolean): readonly [number, number] => {
    if (drawsBack) return [toDevicePixels(length * zoomOutMargin), toDevicePixels(length * zoomOutMargin)]
    const ahead = Math.min(most - length, toDevicePixels(Math.abs(move) * movesAhead))
    return move > 0 ? [ahead, 0] : [0, ahead]
  }

  canvas.style.transformOrigin = '0 0'
  return {
    resize: (next, resolution) => {
      screen = next
      pixelRatio = resolution
      cachedRegion = lastCamera = undefined
      canvasSize = { width: toDevicePixels(next.width * (1 + overscanShare)), height: toDevicePixels(next.height * (1 + overscanShare)) }
      // It takes no more place than the screen: a host may be as large as what it holds.
      canvas.style.margin = `0 ${next.width - canvasSize.width}px ${next.height - canvasSize.height}px 0`
      return canvasSize
    },
    reuse: (camera) => {
      if (!cachedRegion) return undefined
      const pans = isSameScale(camera, cachedRegion.camera)
      const scale = pans ? 1 : camera.k / cachedRegion.camera.k
      if (!pans && (stretchedFrames === stretch.frames || Math.max(scale, 1 / scale) > stretch.most)) return undefined
      const [x, y] = [camera.x - cachedRegion.camera.x * scale, camera.y - cachedRegion.camera.y * scale]
      const [left, top] = pans ? [toDevicePixels(x), toDevicePixels(y)] : [x, y]
      const isCovered =
        left <= 0 &&
        top <= 0 &&
        left + cachedRegion.size.width * scale >= screen.width &&
        top + cachedRegion.size.height * scale >= screen.height
      // Whoever asks for the very same picture again wants it drawn.
      if (!isCovered || isSameCamera(camera, lastCamera)) return undefined
      placeCanvas(left, top, scale)
      lastCamera = camera
      stretchedFrames = pans ? 0 : stretchedFrames + 1
      return pans ? 'exact' : 'stretched'
    },
    regionToDraw: (camera) => {
      const { x, y, k } = camera
      const pans = isSameScale(camera, lastCamera)
      const drawsBack = !pans && lastCamera !== undefined && k < lastCamera.k
      const [left, right] = reach(pans ? x - lastCamera!.x : 0, screen.width, canvasSize.width, drawsBack)
      const [top, bottom] = reach(pans ? y - lastCamera!.y : 0, screen.height, canvasSize.height, drawsBack)
      // At one scale pictures differ by whole pixels: what is drawn anew while the camera stands doesn't tremble.
      const old = isSameScale(camera, cachedRegion?.camera) ? cachedRegion!.camera : undefined
      const at = old ? { x: old.x + toDevicePixels(x - old.x), y: old.y + toDevicePixels(y - old.y), k: old.k } : camera
      cachedRegion = {
        camera: { x: at.x + left, y: at.y + top, k: at.k },
        size: { width: screen.width + left + right, height: screen.height + top + bottom },
      }
      lastCamera = camera
      stretchedFrames = 0
      placeCanvas(-left, -top, 1)
      return cachedRegion
    },
  }
}

/** Scales are reckoned back and forth on the way here. */
const isSameScale = (camera: Camera, other: Camera | undefined): boolean => other !== undefined && Math.abs(camera.k / other.k - 1) < 1e-9
const isSameCamera = (camera: Camera, other: Camera | undefined): boolean =>
  other !== undefined && camera.x === other.x && camera.y === other.y && camera.k === other.k
