import { boxAround } from '../../derive/stage.ts'
import { maxCorners } from '../../model/corner.ts'
import type { Corner, Point } from '../../model/point.ts'
import { applyTo, identity, type Matrix, multiply, parseTransform, stretchOf, translation } from './matrix.ts'
import { pixelsOf, numbersIn } from './svg-lengths.ts'
import { outlineOf, shapeNames } from './svg-outline.ts'
import { createStyleReader, readClassStyles } from './svg-style.ts'
import { elementsIn, type SvgElement, type SvgTree, textIn } from './svg-tree.ts'

/** An element where it is drawn: what `use` repeats is drawn several times. */
export type DrawnElement = {
  readonly element: SvgElement
  /** True within what `use` repeats: names in it are those of no single thing. */
  readonly isRepeated: boolean
}

/** A shape of a drawing, where its transforms put it. */
export type DrawnSvgShape = {
  readonly middle: Point
  /** Its longer and its shorter side, before it is turned. */
  readonly long: number
  readonly short: number
  readonly isRound: boolean
  /** Colour that fills it; empty without one. */
  readonly fill: string
  /** The elements in which it is, from the root to the shape itself; through a `use` to what it repeats. */
  readonly path: readonly DrawnElement[]
  /** Its corners, computed at each call. */
  readonly outline: () => Corner[]
}

/** A text of a drawing. */
export type DrawnSvgText = { readonly text: string; readonly middle: Point; readonly width: number; readonly height: number }

export type SvgDrawing = {
  readonly shapes: readonly DrawnSvgShape[]
  readonly texts: readonly DrawnSvgText[]
  /** True where a drawing repeats so much that the rest was not read. */
  readonly isCut: boolean
}

/** Elements that are drawn only where another refers to them, or never. */
const referenced = new Set([
  'defs',
  'symbol',
  'clipPath',
  'mask',
  'pattern',
  'marker',
  'linearGradient',
  'radialGradient',
  'filter',
  'style',
])
const containers = new Set(['svg', 'g', 'a', 'switch'])

/** Depth of `use` within `use`: a chain of them could repeat one seat a billion times. */
const deepestUse = 8
/** Width of a letter and height of capitals, as shares of the size of the type. */
const [letterWidth, capitalHeight] = [0.55, 0.7]
const usualFontSize = 16

type Place = {
  readonly matrix: Matrix
  readonly path: readonly DrawnElement[]
  readonly fill: string
  readonly fontSize: number
  readonly anchor: string
  readonly uses: number
}

/**
 * Collects the shapes and texts of a drawing, with nested transforms, and with what `use` repeats. Hidden elements are left out.
 * @param most number of shapes after which it stops
 */
export function readDrawing({ root, byId }: SvgTree, most: number): SvgDrawing {
  const shapes: DrawnSvgShape[] = []
  const texts: DrawnSvgText[] = []
  const sheets: SvgElement[] = []
  const collectSheets = (element: SvgElement): void => {
    if (element.name === 'style') sheets.push(element)
    else elementsIn(element).forEach(collectSheets)
  }
  collectSheets(root)
  const styleOf = createStyleReader(readClassStyles(sheets))
  let isCut = false

  const draw = (element: SvgElement, at: Place): void => {
    if (isCut || (referenced.has(element.name) && at.uses === 0)) return
    const style = styleOf(element)
    if (style('display') === 'none' || style('visibility') === 'hidden') return
    const { attributes } = element
    const place: Place = {
      ...at,
      matrix: attributes['transform'] ? multiply(at.matrix, parseTransform(attributes['transform'])) : at.matrix,
      path: [...at.path, { element, isRepeated: at.uses > 0 }],
      fill: style('fill') ?? at.fill,
      fontSize: pixelsOf(style('font-size')) ?? at.fontSize,
      anchor: style('text-anchor') ?? at.anchor,
    }
    if (shapeNames.has(element.name)) {
      if (shapes.length >= most) isCut = true
      else addShape(element, place)
    } else if (element.name === 'text') addTexts(element, place)
    else if (element.name === 'use') drawUse(element, place)
    else if (containers.has(element.name)) {
      const matrix = element.name === 'svg' ? multiply(place.matrix, frameOf(element, attributes)) : place.matrix
      for (const child of elementsIn(element)) draw(child, { ...place, matrix })
    }
  }

  const drawUse = (use: SvgElement, place: Place): void => {
    const { attributes } = use
    const target = byId.get((attributes['href'] ?? attributes['xlink:href'] ?? '').replace(/^#/, ''))
    if (!target || place.uses >= deepestUse || place.path.some(({ element }) => element === target)) return
    const moved = multiply(place.matrix, translation(pixelsOf(attributes['x']) ?? 0, pixelsOf(attributes['y']) ?? 0))
    const inner: Place = { ...place, matrix: moved, uses: place.uses + 1 }
    if (target.name !== 'symbol') return draw(target, inner)
    const matrix = multiply(moved, frameOf(target, { ...target.attributes, ...sizeOf(attributes), x: '0', y: '0' }))
    for (const child of elementsIn(target)) draw(child, { ...inner, matrix, path: [...place.path, { element: target, isRepeated: true }] })
  }

  const addShape = (element: SvgElement, { matrix, path, fill }: Place): void => {
    const { corners, isRound } = outlineOf(element)
    if (corners.length < 2) return
    const local = boxAround(corners.map(([x, y]) => ({ x, y })))
    const middle = applyTo(matrix, local.left + local.width / 2, local.top + local.height / 2)
    const [across, down] = stretchOf(matrix)
    const sides = [local.width * across, local.height * down]
    if (![middle.x, middle.y, ...sides].every(Number.isFinite)) return
    const outline = (): Corner[] => {
      const drawn = outlineOf(element).corners.map(([x, y]): Corner => {
        const corner = applyTo(matrix, x, y)
        return [corner.x, corner.y]
      })
      const step = Math.ceil(drawn.length / maxCorners)
      return step > 1 ? drawn.filter((_, nth) => nth % step === 0) : drawn
    }
    shapes.push({
      ...{ middle, long: Math.max(...sides), short: Math.min(...sides), isRound, path, outline },
      fill: /^(none|transparent|inherit|url\(.*)$/i.test(fill) ? '' : fill.toLowerCase(),
    })
  }

  /** Adds the texts of an element. `tspan` elements that have a position are separate texts; others belong to the text before them. */
  const addTexts = (element: SvgElement, place: Place): void => {
    const spans = elementsIn(element).filter(({ name }) => name === 'tspan')
    const placed = spans.filter(({ attributes }) => attributes['x'] !== undefined || attributes['y'] !== undefined)
    if (placed.length < 2) return addText(element, textIn(element), { ...element.attributes, ...placed[0]?.attributes }, place)
    for (const span of placed) addText(span, textIn(span), { ...element.attributes, ...span.attributes }, place)
  }
  const addText = (element: SvgElement, text: string, attributes: SvgElement['attributes'], place: Place): void => {
    if (text === '' || text.length > longestText) return
    const style = styleOf(element)
    const size = pixelsOf(style('font-size')) ?? place.fontSize
    const width = text.length * letterWidth * size
    const [x = 0, y = 0] = [firstLength(attributes['x']), firstLength(attributes['y'])]
    const anchor = style('text-anchor') ?? place.anchor
    const baseline = style('dominant-baseline') ?? attributes['dominant-baseline'] ?? ''
    const lift = /middle|central/.test(baseline) ? 0 : /hanging|before|top/.test(baseline) ? -capitalHeight / 2 : capitalHeight / 2
    const shift = anchor === 'middle' ? 0 : anchor === 'end' ? -width / 2 : width / 2
    const [across, down] = stretchOf(place.matrix)
    const middle = applyTo(place.matrix, x + shift, y - lift * size)
    if (Number.isFinite(middle.x) && Number.isFinite(middle.y)) texts.push({ text, middle, width: width * across, height: size * down })
  }

  draw(root, { matrix: identity, path: [], fill: '', fontSize: usualFontSize, anchor: 'start', uses: 0 })
  return { shapes, texts, isCut }
}

/** Longer texts are explanations, not labels. */
const longestText = 120

const firstLength = (text: string | undefined): number | undefined => pixelsOf(text?.trim().split(/[\s,]+/)[0])

const sizeOf = ({ width, height }: SvgElement['attributes']): Record<string, string> => ({
  ...(width !== undefined && { width }),
  ...(height !== undefined && { height }),
})

/** The transform of a frame with a `viewBox`, such as `svg` or `symbol`: it fits the box into the frame's size, in the middle. */
function frameOf({ attributes: own }: SvgElement, attributes: SvgElement['attributes']): Matrix {
  const [left, top, boxWidth, boxHeight] = numbersIn(own['viewBox'] ?? '')
  const origin = translation(pixelsOf(attributes['x']) ?? 0, pixelsOf(attributes['y']) ?? 0)
  if (left === undefined || top === undefined || !boxWidth || !boxHeight || boxWidth < 0 || boxHeight < 0) return origin
  const [width, height] = [pixelsOf(attributes['width']) ?? boxWidth, pixelsOf(attributes['height']) ?? boxHeight]
  if (!(width > 0) || !(height > 0)) return origin
  const isStretched = /none/.test(own['preserveAspectRatio'] ?? '')
  const [across, down] = [width / boxWidth, height / boxHeight]
  const even = Math.min(across, down)
  const [x, y] = isStretched ? [across, down] : [even, even]
  const [shiftX, shiftY] = [(width - boxWidth * x) / 2 - left * x, (height - boxHeight * y) / 2 - top * y]
  return multiply(origin, [x, 0, 0, y, shiftX, shiftY])
}
