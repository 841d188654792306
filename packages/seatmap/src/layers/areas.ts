import type { PlanArea } from '@playhouse/domain/plan'
import type { AreaTally } from '#store'
import { fade, letterInk, mix, mixOnce, type Paint } from '#look'
import type { Point } from '#plan-index'
import type { Shape, Stroke } from './drawing.ts'

export type DrawnArea = {
  readonly area: PlanArea
  readonly outline: readonly Point[]
  /** See `breadthOf`. */
  readonly breadth: number
  readonly tally: AreaTally
  /** Whether its price can be shown. An area without matching seats is not sold out. */
  readonly hasPrice: boolean
}

/** Below this width a block is not visible; CSS pixels. */
const minVisiblePixels = 5
/** Whether a block's own width shows too little of it at a scale. */
export const isThin = ({ breadth }: Pick<DrawnArea, 'breadth'>, k: number): boolean => breadth * k < minVisiblePixels / 2

/**
 * Blocks in the far view: in the colour of the band with most free seats, paler with fewer of them; only an outline when
 * none is left. A block that is too thin at the scale `k` is drawn with the minimum visible width.
 */
export const areasFar = (areas: readonly DrawnArea[], k: number): Shape[] =>
  areas.map((area) => {
    const { fill, stroke } = blockPaint(area.tally)
    return { kind: 'polygon', points: area.outline, fill, stroke: isThin(area, k) ? { ...stroke, width: minVisiblePixels } : stroke }
  })

/** The floor under the seats. */
export const floorPaint: Paint = ({ houseRaised }) => fade(houseRaised, 0.62)
const floorEdge: Stroke = { colour: ({ houseLine }) => fade(houseLine, 0.7), width: 1 }

/** The floors of areas whose seats are drawn. */
export const areasNear = (areas: readonly { readonly outline: readonly Point[] }[]): Shape[] =>
  areas.map(({ outline }) => ({ kind: 'polygon', points: outline, fill: floorPaint, stroke: floorEdge }))

type BlockPaint = { readonly fill: Paint; readonly stroke: Stroke; readonly letter: Paint }
const paints = new Map<number, BlockPaint>()
/** Number of shades of a band, as many as are distinguishable: each is mixed once, not for each of hundreds of blocks. */
const shades = 64

function blockPaint({ free, seats, mainBand }: AreaTally): BlockPaint {
  const shade = free > 0 ? Math.ceil(Math.sqrt(free / seats) * shades) : 0
  const key = mainBand * (shades + 1) + shade
  let paint = paints.get(key)
  if (!paint) paints.set(key, (paint = shade > 0 ? availablePaint(mainBand, shade / shades) : soldOutPaint))
  return paint
}

const soldOutPaint: BlockPaint = {
  fill: ({ houseRaised }) => houseRaised,
  stroke: { colour: ({ houseLine }) => houseLine, width: 1.25 },
  letter: ({ houseSoft }) => houseSoft,
}

function availablePaint(band: number, shareLeft: number): BlockPaint {
  const fill = mixOnce(({ bands, houseRaised }) => (bands[band] ? mix(houseRaised, bands[band], 0.3 + 0.62 * shareLeft) : houseRaised))
  return {
    fill,
    stroke: { colour: mixOnce(({ bands, houseLine }) => fade(bands[band] ?? houseLine, 0.9)), width: 1.25 },
    letter: mixOnce((ink) => letterInk(ink, fill(ink))),
  }
}

/** The colour of the name on a block in the far view. */
export const areaLetter = (tally: AreaTally): Paint => blockPaint(tally).letter
