import type { Brand, ColourToken, Palette } from '@playhouse/domain/brand'
import { colourTokens } from '@playhouse/domain/brand'
import { brandCss } from '@playhouse/shop-ui/theme'
import type { Setting } from '#setting'
import { highContrast } from './high-contrast.ts'

type PaletteName = Setting['palette']

/**
 * A brand's style sheet in one of its palettes. The shop loads fonts from the root of its host; the preview may be at any
 * path, so their addresses are resolved against `base`.
 */
export function paletteCss(brand: Brand, palette: PaletteName, base: string): string {
  const fonts = new URL('fonts/', base).href
  return brandCss(withPalette(brand, palette)).replaceAll('url(/fonts/', `url(${fonts}`) + (palette === 'forced' ? forcedCss : '')
}

function withPalette(brand: Brand, palette: PaletteName): Brand {
  switch (palette) {
    case 'brand':
      return brand
    case 'light':
    case 'dark':
      return { ...brand, scheme: palette }
    case 'contrast':
      return { ...brand, scheme: 'dark', colours: { ...brand.colours, dark: highContrast(brand.colours.dark) } }
    case 'forced':
      return { ...brand, scheme: 'dark', colours: { ...brand.colours, dark: systemColours } }
  }
}

/** The system colour that replaces a token under forced colours (CSS Color Adjustment 1, §3.1). */
const systemColour = (token: ColourToken): string => {
  if (token === 'line' || token === 'house-line' || token === 'seat-taken') return 'GrayText'
  if (token === 'accent') return 'LinkText'
  if (token === 'focus' || token === 'seat-selected') return 'Highlight'
  if (token.startsWith('band-')) return 'ButtonText'
  return (/ink|soft|positive|warning|danger/.test(token) && !/accent-ink|stage-ink/.test(token)) || token === 'stage'
    ? 'CanvasText'
    : 'Canvas'
}
const systemColours = Object.fromEntries(colourTokens.map((token) => [token, systemColour(token)])) as Palette

/** Removes shadows, and gives every control a border. */
const forcedCss = `
*,::before,::after{box-shadow:none!important;text-shadow:none!important}
button,input,select,[role=button],[role=radio]{border-color:ButtonText!important}`
