import type { Brand, Palette } from '@playhouse/domain/brand'
import { colourTokens } from '@playhouse/domain/brand'
import { adjustedFallbacks } from './font-fallback.ts'

type Font = Brand['fonts']['body']

/** Font subsets that are served, with the ranges that fontsource publishes. Together they cover all locales. */
const subsets = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
} as const

/** URL path of a file of a font package. */
export const fontPath = (font: Pick<Font, 'package'>, subset: keyof typeof subsets): string =>
  `/fonts/${font.package}/${font.package}-${subset}-wght-normal.woff2`

/** Cascade layers are ordered by first mention, and style chunks load in any order: the page declares the order first. */
const layers = '@layer reset,tokens,base,components;'

/**
 * A brand as CSS: fonts, colours and corners as custom properties of the root, which all style sheets use. Goes into one style
 * element, whose hash is in the page's policy. Pure, so that the server, the development server and the tests render the same.
 */
export function brandCss(brand: Pick<Brand, 'colours' | 'scheme' | 'shape' | 'fonts'>): string {
  const { display, body } = brand.fonts
  const faces = [...new Map([display, body].map((font) => [font.package, font])).values()]
  const tokens = [
    `--font-display:${stackOf(display)}`,
    `--font-body:${stackOf(body)}`,
    ...Object.entries(brand.shape).map(([name, radius]) => `--${name}:${radius}`),
  ]
  return [layers, ...faces.flatMap(facesOf), `:root{${tokens.join(';')}}`, ...schemes(brand)].join('\n')
}

function schemes({ scheme, colours }: Pick<Brand, 'colours' | 'scheme'>): string[] {
  if (scheme !== 'auto') return [`:root{color-scheme:${scheme};${paletteOf(colours[scheme])}}`]
  return [
    `:root{color-scheme:light dark;${paletteOf(colours.light)}}`,
    `@media (prefers-color-scheme:dark){:root{${paletteOf(colours.dark)}}}`,
  ]
}

const paletteOf = (palette: Palette): string => colourTokens.map((token) => `--${token}:${palette[token]}`).join(';')

const quote = (family: string): string => `"${family.replace(/["\\<>]/g, '')}"`
const stackOf = (font: Font): string =>
  [quote(font.family), ...adjustedFallbacks(font).map(({ family }) => family), font.fallback.replace(/[;{}<>]/g, '')].join(',')

const facesOf = (font: Font): string[] => [...subsetFaces(font), ...adjustedFallbacks(font).map(({ face }) => face)]

const subsetFaces = (font: Font): string[] =>
  (Object.keys(subsets) as (keyof typeof subsets)[]).map(
    (subset) =>
      `@font-face{font-family:${quote(font.family)};font-style:normal;font-display:swap;font-weight:${font.weights};` +
      `src:url(${fontPath(font, subset)}) format("woff2-variations");unicode-range:${subsets[subset]}}`,
  )
