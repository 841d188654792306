import { type Locale, locales } from '@playhouse/domain/brand'
import { seatFlag, seatTypes } from '@playhouse/domain/plan'
import { bands } from '@playhouse/domain/pricing'
import type { Framing } from '@playhouse/seatmap'

/** Content of the stage: the bare map with its overlays, the seat screen of the shop, or the view from each seat. */
export const stages = ['map', 'shop', 'views'] as const
export type StageName = (typeof stages)[number]

/** Colours: the brand's, one of its two schemes, or those of a visitor's own settings. */
export const palettes = ['brand', 'light', 'dark', 'contrast', 'forced'] as const

/** Simulated conditions; {@link situationsOf} lists those of each stage. */
export const situations = ['open', 'no-webgl', 'list', 'stale', 'offline', 'loading', 'error'] as const
export type Situation = (typeof situations)[number]
/** The conditions that each stage can simulate. The bare map uses no network; a Pixi scene needs WebGL. */
export const situationsOf: Readonly<Record<StageName, readonly Situation[]>> = {
  map: ['open', 'no-webgl', 'list'],
  shop: situations,
  views: ['open'],
}

/** CSS pixels; `fill` uses the available space, `custom` the size that the designer types. */
export const viewports = {
  fill: undefined,
  desktop: { width: 1280, height: 800 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 390, height: 844 },
  narrow: { width: 320, height: 640 },
  custom: undefined,
} as const
export type ViewportName = keyof typeof viewports
export const viewportNames = Object.keys(viewports) as ViewportName[]

/** Simulated eyesight: `plain` changes nothing; `faded` is a cataract. */
export const visions = ['plain', 'protanopia', 'deuteranopia', 'tritanopia', 'greyscale', 'blurred', 'faded'] as const
export type Vision = (typeof visions)[number]

/** Overlays of the bare map. `grid` shows the positions of the keyboard's seats, `beside` the list next to the picture. */
export const overlays = ['outlines', 'rows', 'pitch', 'sight', 'ids', 'grid', 'beside', 'frames'] as const
export type Overlay = (typeof overlays)[number]

/** Filters of the map, which dims all other seats: none, a price band, a seat type or a seat fact. */
export const filterRules: readonly string[] = [
  'none',
  ...bands.map((band) => `band:${band}`),
  ...seatTypes.map((type) => `type:${type}`),
  ...Object.keys(seatFlag).map((flag) => `flag:${flag}`),
]

/** Id of an imported hall, which exists only in this tab. */
export const importedHall = 'imported'

/** The whole state of a preview: stored in the link and sent to the stage. */
export type Setting = {
  readonly stage: StageName
  /** A fixture's name, or {@link importedHall}. */
  readonly hall: string
  readonly brand: string
  readonly palette: (typeof palettes)[number]
  readonly locale: Locale
  readonly situation: Situation
  /** Per cent of the hall that is sold, 0 to 100. */
  readonly sold: number
  /** Seats sold per second while the stage is visible. */
  readonly live: number
  /** Seats in the visitor's basket. */
  readonly mine: number
  /** Seats the visitor has chosen, by id. */
  readonly chosen: readonly string[]
  /** One of {@link filterRules}. */
  readonly filter: string
  /** Whether the hall shows every type of seat, including types that it does not have. */
  readonly showcase: boolean
  /** A level of the hall, or `all`. */
  readonly view: string
  /** The position and zoom of the camera; undefined for the whole view. */
  readonly framing: Framing | undefined
  readonly viewport: ViewportName
  readonly width: number
  readonly height: number
  readonly vision: Vision
  /** Per cent of the browser's text size. */
  readonly text: 100 | 200
  /** Reduced motion. */
  readonly still: boolean
  readonly overlays: readonly Overlay[]
}

export const standard: Setting = {
  stage: 'map',
  hall: 'bridge-end-on',
  brand: 'bridge',
  palette: 'brand',
  locale: locales[0],
  situation: 'open',
  sold: 40,
  live: 0,
  mine: 0,
  chosen: [],
  filter: 'none',
  showcase: false,
  view: 'all',
  framing: undefined,
  viewport: 'fill',
  width: 1024,
  height: 768,
  vision: 'plain',
  text: 100,
  still: false,
  overlays: [],
}

/** The size of the visitor's window; `undefined` fills the available space. */
export const sizeOf = ({ viewport, width, height }: Setting): { readonly width: number; readonly height: number } | undefined =>
  viewport === 'custom' ? { width, height } : viewports[viewport]

/** The part of a setting that cannot change while a stage runs. A change reloads the stage, with browser features on or off. */
export const startOf = ({ stage, situation, palette, still }: Setting): string =>
  [stage, situation, palette === 'forced' ? 'forced' : 'free', still ? 'still' : 'moving'].join(' ')
