import type { Camera, Size } from '#camera'

/** The region that a frame draws: `size` CSS pixels right of and below the origin of its camera. */
export type FrameRegion = { readonly camera: Camera; readonly size: Size }

/** The canvas is larger than the screen by this share. */
const overscanShare = 0.2
/** Camera moves that a panning frame is drawn ahead for. */
const movesAhead = 16
/**
 * Consecutive frames that may show the cached frame scaled, and the largest factor. It lasts a frame or two, which is not
 * noticeable. A large hall takes longer to draw, so its frame is used once more.
 */
const stretchLimits = { small: { frames: 1, most: 1.06 }, large: { frames: 2, most: 1.08 } } as const

/** Reuses one drawn frame for many camera positions. */
export type FrameCache = {
  /** Sets the screen size and returns the canvas size. `resolution`: device pixels per CSS pixel. */
  readonly resize: (screen: Size, resolution: number) => Size
  /**
   * Moves the cached frame to this camera. Returns `exact` when it shows what a new frame would, `stretched` when it may stay
   * for one frame, and `undefined` when a new frame must be drawn.
   */
  readonly reuse: (camera: Camera) => 'exact' | 'stretched' | undefined
  /** Returns the region to draw for this camera, extended in the direction of its movement, and places the canvas there. */
  readonly regionToDraw: (camera: Camera) => FrameRegion
}

/**
 * For software rendering: drawing a frame is expensive, while moving a canvas costs nothing, since the browser composites it
 * in every frame anyway. So the canvas is larger than the screen (overscan). Panning moves it until it would show a gap;
 * zooming stretches it in every other frame, and over a `large` hall in two of three.
 */
export function createFrameCache(canvas: HTMLCanvasElement, hall: keyof typeof stretchLimits): FrameCache {
  const stretch = stretchLimits[hall]
  /** Share of the screen drawn on each side for a camera that zooms out. */
  const zoomOutMargin = (stretch.most - 1) / 2
  let screen: Size = { width: 1, height: 1 }
  let canvasSize = screen
  let pixelRatio = 1
  let cachedRegion: FrameRegion | undefined
  /** The camera of the frame before. */
  let lastCamera: Camera | undefined
  /** Consecutive frames that were stretched. */
  let stretchedFrames = 0

  const toDevicePixels = (length: number): number => Math.round(length * pixelRatio) / pixelRatio
  const placeCanvas = (x: number, y: number, scale: number): void => {
    canvas.style.transform = `matrix(${scale}, 0, 0, ${scale}, ${x}, ${y})`
  }
  /** Extra length to draw before and after the screen, along one axis. */
  const reach = (move: number, length: number, most: number, drawsBack: boolean): readonly [number, number] => {
    if (drawsBack) return [toDevicePixels(length * zoomOutMargin), toDevicePixels(length * zoomOutMargin)]
    const prefetchLength = Math.min(most - length, toDevicePixels(Math.abs(move) * movesAhead))
    return move > 0 ? [prefetchLength, 0] : [0, prefetchLength]
  }

  canvas.style.transformOrigin = '0 0'
  return {
    resize: (next, resolution) => {
      screen = next
      pixelRatio = resolution
      cachedRegion = lastCamera = undefined
      canvasSize = { width: toDevicePixels(next.width * (1 + overscanShare)), height: toDevicePixels(next.height * (1 + overscanShare)) }
      // It takes no more layout space than the screen: a host may be sized by its content.
      canvas.style.margin = `0 ${next.width - canvasSize.width}px ${next.height - canvasSize.height}px 0`
      return canvasSize
    },
    reuse: (camera) => {
      if (!cachedRegion) return undefined
      const isPan = isSameScale(camera, cachedRegion.camera)
      const scale = isPan ? 1 : camera.k / cachedRegion.camera.k
      if (!isPan && (stretchedFrames === stretch.frames || Math.max(scale, 1 / scale) > stretch.most)) return undefined
      const [x, y] = [camera.x - cachedRegion.camera.x * scale, camera.y - cachedRegion.camera.y * scale]
      const [left, top] = isPan ? [toDevicePixels(x), toDevicePixels(y)] : [x, y]
      const isCovered =
        left <= 0 &&
        top <= 0 &&
        left + cachedRegion.size.width * scale >= screen.width &&
        top + cachedRegion.size.height * scale >= screen.height
      // The same camera again means that the caller wants a redraw.
      if (!isCovered || isSameCamera(camera, lastCamera)) return undefined
      placeCanvas(left, top, scale)
      lastCamera = camera
      stretchedFrames = isPan ? 0 : stretchedFrames + 1
      return isPan ? 'exact' : 'stretched'
    },
    regionToDraw: (camera) => {
      const { x, y, k } = camera
      const isPan = isSameScale(camera, lastCamera)
      const drawsBack = !isPan && lastCamera !== undefined && k < lastCamera.k
      const [left, right] = reach(isPan ? x - lastCamera!.x : 0, screen.width, canvasSize.width, drawsBack)
      const [top, bottom] = reach(isPan ? y - lastCamera!.y : 0, screen.height, canvasSize.height, drawsBack)
      // At one scale frames differ by whole pixels, so a redraw with a still camera does not jitter.
      const previous = isSameScale(camera, cachedRegion?.camera) ? cachedRegion!.camera : undefined
      const origin = previous
        ? { x: previous.x + toDevicePixels(x - previous.x), y: previous.y + toDevicePixels(y - previous.y), k: previous.k }
        : camera
      cachedRegion = {
        camera: { x: origin.x + left, y: origin.y + top, k: origin.k },
        size: { width: screen.width + left + right, height: screen.height + top + bottom },
      }
      lastCamera = camera
      stretchedFrames = 0
      placeCanvas(-left, -top, 1)
      return cachedRegion
    },
  }
}

/** Scales carry rounding errors from earlier conversions. */
const isSameScale = (camera: Camera, other: Camera | undefined): boolean => other !== undefined && Math.abs(camera.k / other.k - 1) < 1e-9
const isSameCamera = (camera: Camera, other: Camera | undefined): boolean =>
  other !== undefined && camera.x === other.x && camera.y === other.y && camera.k === other.k
