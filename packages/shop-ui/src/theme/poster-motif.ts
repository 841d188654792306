import type { Production } from '@playhouse/domain/season'

export type Motif = Production['poster']['motif']
/** The colours of a poster, all derived from its hue. */
export type PosterColour = 'ground' | 'deep' | 'mid' | 'light' | 'spark'
/** An SVG element as data, so that a page and a picture of the server draw the same; colours are names. */
export type MotifShape = {
  readonly tag: 'circle' | 'path' | 'rect'
  readonly at: Readonly<Record<string, number | string>>
  readonly fill?: PosterColour
  readonly stroke?: { readonly colour: PosterColour; readonly width: number }
  readonly opacity?: number
}

/** Width and height of the sheet that the motifs are drawn on. */
export const motifSheet = { width: 300, height: 400 } as const

/** Lightness and chroma in OKLCH, and the turn from the poster's hue in degrees. `Poster.module.css` has the same values. */
const colours: Readonly<Record<PosterColour, readonly [lightness: number, chroma: number, turn: number]>> = {
  ground: [0.3, 0.1, 0],
  deep: [0.22, 0.075, 0],
  mid: [0.46, 0.15, 0],
  light: [0.86, 0.11, 12],
  spark: [0.76, 0.17, 150],
}

/** The colours of a poster as `#rrggbb`, for a renderer that doesn't know `oklch()`. */
export const posterPalette = (hue: number): Record<PosterColour, string> =>
  Object.fromEntries(
    Object.entries(colours).map(([name, [lightness, chroma, turn]]) => [name, hexOf(lightness, chroma, hue + turn)]),
  ) as Record<PosterColour, string>

/** Converts OKLCH to sRGB (bottosson.github.io/posts/oklab), with channels out of gamut clipped. */
function hexOf(lightness: number, chroma: number, degrees: number): string {
  const angle = (degrees * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
  return `#${linear.map((value) => channel(value).toString(16).padStart(2, '0')).join('')}`
}

const channel = (linear: number): number => {
  const value = Math.min(1, Math.max(0, linear))
  return Math.round(255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055))
}

const count = (length: number): number[] => Array.from({ length }, (_, index) => index)
const pointAt = (radius: number, degrees: number): string => {
  const angle = (degrees * Math.PI) / 180
  return `${(150 + radius * Math.cos(angle)).toFixed(1)} ${(150 + radius * Math.sin(angle)).toFixed(1)}`
}
const circle = (cx: number, cy: number, r: number, fill: PosterColour): MotifShape => ({ tag: 'circle', at: { cx, cy, r }, fill })
const rect = (x: number, y: number, width: number, height: number, fill: PosterColour): MotifShape => ({
  tag: 'rect',
  at: { x, y, width, height },
  fill,
})
const path = (d: string, fill: PosterColour, opacity = 1): MotifShape => ({ tag: 'path', at: { d }, fill, opacity })
const line = (d: string, colour: PosterColour, width: number): MotifShape => ({ tag: 'path', at: { d }, stroke: { colour, width } })

const ringFills = ['mid', 'ground', 'light', 'deep', 'spark', 'ground', 'mid'] as const

/** Eight drawings on a sheet of 300 by 400. Each leaves its lower half quiet for the title. */
export const motifs: Readonly<Record<Motif, readonly MotifShape[]>> = {
  arcs: ringFills.map((fill, ring) => circle(300, 0, 290 - ring * 40, fill)),
  waves: [
    circle(222, 92, 58, 'light'),
    ...count(7).map((row) =>
      path(
        `M-40 ${96 + row * 38}c50-46 90-46 140 0s90 46 140 0 90-46 140 0V420H-40z`,
        row === 1 ? 'spark' : row % 2 ? 'mid' : 'deep',
        row === 1 ? 1 : 0.92,
      ),
    ),
  ],
  grid: count(48).map((cell) => {
    const odd = (cell * 7 + Math.floor(cell / 6) * 3) % 11
    const [x, y] = [(cell % 6) * 50 + 25, Math.floor(cell / 6) * 50 + 25]
    return odd === 4 ? circle(x, y, 22, 'spark') : circle(x, y, 6 + odd, odd > 7 ? 'light' : 'mid')
  }),
  sun: [
    circle(150, 150, 104, 'spark'),
    ...count(9).map((row) => rect(0, 126 + row * 16, 300, 2 + row * 1.5, 'ground')),
    rect(0, 256, 300, 144, 'deep'),
    line('M0 256h300', 'light', 3),
  ],
  steps: [
    ...count(8).map((step) => path(`M${step * 38} ${300 - step * 38}H300V400H${step * 38}z`, step % 2 ? 'mid' : 'deep')),
    line(
      `M0 300${count(8)
        .map((step) => `V${300 - step * 38}h38`)
        .join('')}`,
      'light',
      3,
    ),
    circle(76, 84, 34, 'spark'),
  ],
  rays: [
    ...count(18).map((ray) =>
      path(`M150 150L${pointAt(420, ray * 20)}L${pointAt(420, ray * 20 + 10)}z`, ray % 3 === 0 ? 'light' : 'mid', ray % 3 === 0 ? 0.9 : 1),
    ),
    circle(150, 150, 54, 'ground'),
    circle(150, 150, 36, 'spark'),
  ],
  thread: count(13).map((row) =>
    line(
      `M${-20 + row * 4} ${24 + row * 10}C${90 + row * 9} ${-40 + row * 20} ${120 - row * 4} ${250 - row * 6} 320 ${40 + row * 17}`,
      row === 6 ? 'spark' : row % 2 ? 'light' : 'mid',
      row === 6 ? 7 : 2.5,
    ),
  ),
  blocks: [
    rect(0, 0, 170, 120, 'mid'),
    rect(170, 0, 130, 210, 'light'),
    rect(0, 120, 86, 140, 'spark'),
    rect(86, 120, 84, 90, 'deep'),
    path('M170 210a65 65 0 0 1 130 0z', 'deep'),
    circle(85, 60, 40, 'ground'),
    rect(0, 260, 300, 140, 'deep'),
  ],
}
