import type { ColourToken } from '@playhouse/domain/brand'
import { type Band, bands } from '@playhouse/domain/pricing'
import { contrast, flatten, parseColour } from './colour.ts'

/** The map's colours, as CSS hex or `rgb()` values. */
export type SeatPalette = {
  readonly house: string
  readonly houseRaised: string
  readonly houseInk: string
  readonly houseSoft: string
  readonly houseLine: string
  readonly stage: string
  readonly stageInk: string
  readonly taken: string
  readonly selected: string
  readonly focus: string
  readonly bands: Readonly<Record<Band, string>>
}

/** The map's colours from a brand's tokens. */
export function createPalette(readToken: (token: ColourToken) => string): SeatPalette {
  return {
    house: readToken('house'),
    houseRaised: readToken('house-raised'),
    houseInk: readToken('house-ink'),
    houseSoft: readToken('house-soft'),
    houseLine: readToken('house-line'),
    stage: readToken('stage'),
    stageInk: readToken('stage-ink'),
    taken: readToken('seat-taken'),
    selected: readToken('seat-selected'),
    focus: readToken('focus'),
    bands: everyBand((band) => readToken(`band-${band}`)),
  }
}

/** The default palette, dark, for a page without tokens. */
export const plainPalette: SeatPalette = {
  house: '#15120f',
  houseRaised: '#221d19',
  houseInk: '#f6efe6',
  houseSoft: '#b3a99d',
  houseLine: '#3b342d',
  stage: '#e8c98f',
  stageInk: '#2a2013',
  taken: '#6f675f',
  selected: '#ffffff',
  focus: '#7cc4ff',
  bands: {
    'premium-2': '#f2c14e',
    premium: '#f2a65a',
    a: '#e8837b',
    b: '#d98cc4',
    c: '#9a9af0',
    d: '#5fb2e6',
    e: '#5cc9a7',
    f: '#a6c95c',
    standing: '#c9c2b8',
  },
}

/**
 * The colours that apply to an element: the brand's custom properties, or the system's in forced colours, which recolour
 * everything but canvas pixels. In forced colours bands differ by their letter only.
 */
export function paletteAt(element: Element): SeatPalette {
  if (matchMedia('(forced-colors: active)').matches) return systemPalette(element)
  const style = getComputedStyle(element)
  const plain = tokensOf(plainPalette)
  return createPalette((token) => {
    const value = style.getPropertyValue(`--${token}`).trim()
    return value ? asRgb(value, element) : (plain[token] ?? plainPalette.houseInk)
  })
}

/** The canvas whose pixel is read back: a new one for each colour would take a slow phone 50 ms. */
let pixel: HTMLCanvasElement | undefined

/** A custom property is unparsed text; a mixed colour or one in another colour space is read back from a pixel. */
function asRgb(text: string, element: Element): string {
  if (/^(#|rgb)/i.test(text)) return text
  pixel ??= element.ownerDocument.createElement('canvas')
  // In memory: reading a pixel back from the graphics process would wait for all frames before it.
  const context = pixel.getContext('2d', { willReadFrequently: true })
  if (!context) return text
  context.clearRect(0, 0, 1, 1)
  context.fillStyle = '#000'
  context.fillStyle = text
  context.fillRect(0, 0, 1, 1)
  const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data
  return `rgb(${red} ${green} ${blue} / ${(alpha ?? 255) / 255})`
}

function systemPalette(element: Element): SeatPalette {
  const probe = element.ownerDocument.createElement('span')
  probe.hidden = true
  element.append(probe)
  const system = (name: string): string => {
    probe.style.color = name
    return getComputedStyle(probe).color
  }
  const canvas = system('Canvas')
  // Some systems' Highlight is nearly transparent: a background of text, unsuitable for shapes.
  const ground = parseColour(canvas)
  const highlight = system('Highlight')
  const selected = contrast(flatten(parseColour(highlight), ground), ground) >= 3 ? highlight : system('LinkText')
  const palette: SeatPalette = {
    house: canvas,
    houseRaised: canvas,
    houseInk: system('CanvasText'),
    houseSoft: system('CanvasText'),
    houseLine: system('GrayText'),
    stage: system('CanvasText'),
    stageInk: canvas,
    taken: system('GrayText'),
    selected,
    focus: system('CanvasText'),
    bands: everyBand(() => system('ButtonText')),
  }
  probe.remove()
  return palette
}

const everyBand = (colour: (band: Band) => string): Record<Band, string> =>
  Object.fromEntries(bands.map((band) => [band, colour(band)])) as Record<Band, string>

const tokensOf = (palette: SeatPalette): Partial<Record<ColourToken, string>> => ({
  house: palette.house,
  'house-raised': palette.houseRaised,
  'house-ink': palette.houseInk,
  'house-soft': palette.houseSoft,
  'house-line': palette.houseLine,
  stage: palette.stage,
  'stage-ink': palette.stageInk,
  'seat-taken': palette.taken,
  'seat-selected': palette.selected,
  focus: palette.focus,
  ...Object.fromEntries(bands.map((band) => [`band-${band}`, palette.bands[band]])),
})
