import { BufferImageSource } from 'pixi.js'
import type { Text } from '#layers'

/** One line of text in the atlas; lengths in atlas pixels. */
export type TextCell = { readonly x: number; readonly y: number; readonly width: number; readonly height: number; readonly size: number }
/** Text is drawn at the next of these heights and scaled down a little, so that zooming doesn't redraw every number. */
const heights = [9, 11, 13, 16, 20, 26]
/** Side of the square atlas, in pixels. */
const usualSide = 768
/**
 * Number of names from which the atlas is larger: names of hundreds of blocks are drawn at several heights during a zoom,
 * and should all fit.
 */
const [manyNames, largeSide] = [200, 1024]
/** Pixels between two texts. */
const gap = 2

/** The height in the atlas at which a text of this size is drawn. */
export function heightFor(wanted: number): number {
  for (const height of heights) if (height >= wanted) return height
  return heights.at(-1)!
}

export type TextAtlas = {
  /** One byte a pixel: its coverage. */
  readonly source: BufferImageSource
  /** Side of the square atlas, in atlas pixels. */
  readonly side: number
  readonly resolution: number
  /** Increases when the atlas is cleared: earlier cells are then invalid. */
  readonly version: () => number
  /** The cell of a text, drawn now if it is new. A full atlas is cleared first. `undefined` for text larger than the atlas. */
  readonly cellOf: (text: string, size: number, weight: number) => TextCell | undefined
  /** Draws texts that will be needed, up to half of the atlas. */
  readonly prefetch: (texts: readonly Text[]) => void
  readonly setFont: (font: string) => void
  /** Uploads the texts drawn since the last call. */
  readonly upload: () => void
  readonly destroy: () => void
}

/** Texts in one texture, packed on shelves. `names`: the number of blocks with a name. */
export function createTextAtlas(resolution: number, names: number): TextAtlas {
  const side = names > manyNames ? largeSide : usualSide
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = side * Math.ceil(resolution)
  const extent = canvas.width
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const bytes = new Uint8Array(extent * extent)
  const source = new BufferImageSource({
    resource: bytes,
    width: extent,
    height: extent,
    format: 'r8unorm',
    alphaMode: 'no-premultiply-alpha',
    autoGarbageCollect: false,
  })
  /** By weight and height, then by text. */
  const cells = new Map<number, Map<string, TextCell>>()
  /** By the font of the context. */
  const capitals = new Map<string, number>()
  /** The font last set on the context: reading it back is slow. */
  let currentFont = ''
  let font = 'sans-serif'
  let shelf = { x: gap, y: gap, height: 0 }
  let version = 0
  /** The lines of the atlas that have not been uploaded. */
  let [freshFrom, freshTo] = [extent, 0]

  /** Cached per font: measuring text is slow, and there are few fonts. */
  const capitalHeight = (at: CanvasRenderingContext2D): number => {
    let height = capitals.get(currentFont)
    if (height === undefined) capitals.set(currentFont, (height = at.measureText('H').actualBoundingBoxAscent))
    return height
  }
  const clear = (): void => {
    cells.clear()
    context?.clearRect(0, 0, extent, extent)
    shelf = { x: gap, y: gap, height: 0 }
    version += 1
  }
  const drawCell = (text: string, size: number, weight: number): TextCell | undefined => {
    if (!context) return undefined
    const pixels = size * resolution
    const wanted = `${weight} ${pixels}px ${font}`
    if (wanted !== currentFont) context.font = currentFont = wanted
    const width = Math.min(extent - 2 * gap, Math.ceil(context.measureText(text).width) + 2)
    const height = Math.ceil(pixels * 1.3)
    if (shelf.x + width + gap > extent) shelf = { x: gap, y: shelf.y + shelf.height + gap, height: 0 }
    if (shelf.y + height + gap > extent) return undefined
    context.fillStyle = '#fff'
    context.textBaseline = 'alphabetic'
    // Centred by the height of capitals and digits, not by a line's.
    const capital = capitalHeight(context)
    context.fillText(text, shelf.x + 1, shelf.y + (height + capital) / 2)
    const cell = { x: shelf.x, y: shelf.y, width, height, size }
    shelf = { x: shelf.x + width + gap, y: shelf.y, height: Math.max(shelf.height, height) }
    freshFrom = Math.min(freshFrom, cell.y - gap)
    freshTo = Math.max(freshTo, cell.y + height + gap)
    return cell
  }
  const textsOf = (key: number): Map<string, TextCell> => {
    let texts = cells.get(key)
    if (!texts) cells.set(key, (texts = new Map()))
    return texts
  }

  const cellOf = (text: string, wanted: number, weight: number): TextCell | undefined => {
    const size = heightFor(wanted)
    const texts = textsOf(weight * 100 + size)
    const cachedCell = texts.get(text)
    if (cachedCell) return cachedCell
    let cell = drawCell(text, size, weight)
    if (!cell) {
      clear()
      cell = drawCell(text, size, weight)
    }
    if (cell) textsOf(weight * 100 + size).set(text, cell)
    return cell
  }

  const upload = (): void => {
    if (freshTo <= freshFrom || !context) return
    const to = Math.min(extent, freshTo)
    const { data } = context.getImageData(0, freshFrom, extent, to - freshFrom)
    for (let pixel = 0, at = freshFrom * extent; pixel < data.length; pixel += 4) bytes[at++] = data[pixel + 3]!
    source.update(freshFrom * extent, to * extent)
    ;[freshFrom, freshTo] = [extent, 0]
  }

  return {
    source,
    side: extent,
    resolution,
    version: () => version,
    setFont: (next) => {
      if (next === font) return
      font = next
      clear()
    },
    cellOf,
    prefetch: (texts) => {
      for (const { text, size, weight } of texts) if (shelf.y < extent / 2) cellOf(text, size, weight)
      upload()
    },
    upload,
    destroy: () => source.destroy(),
  }
}
