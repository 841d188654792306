import type { Brand } from '@playhouse/domain/brand'

type Font = Brand['fonts']['body']
/** Vertical metrics of a font in its units, and the average width of a letter in Latin text, by the letters' frequency: normal and bold. */
export type FontMetrics = {
  readonly unitsPerEm: number
  readonly ascent: number
  readonly descent: number
  readonly lineGap: number
  readonly width: number
  readonly boldWidth: number
}

/** Fonts of the brands at weights 400 and 600, read from their files; a server test compares them. By package name. */
export const brandFontMetrics: Readonly<Record<string, FontMetrics>> = {
  fraunces: { unitsPerEm: 2000, ascent: 1956, descent: -510, lineGap: 0, width: 938, boldWidth: 976 },
  'atkinson-hyperlegible-next': { unitsPerEm: 1000, ascent: 984, descent: -316, lineGap: 0, width: 444, boldWidth: 471 },
  'bricolage-grotesque': { unitsPerEm: 1000, ascent: 930, descent: -270, lineGap: 0, width: 478, boldWidth: 491 },
  archivo: { unitsPerEm: 1000, ascent: 878, descent: -210, lineGap: 0, width: 440, boldWidth: 458 },
}

/** Fonts of operating systems, whose files are not ours (from the npm package @capsizecss/metrics; DejaVu from its files). */
const systemFontMetrics: Readonly<Record<string, FontMetrics>> = {
  Arial: { unitsPerEm: 2048, ascent: 1854, descent: -434, lineGap: 67, width: 913, boldWidth: 983 },
  Georgia: { unitsPerEm: 2048, ascent: 1878, descent: -449, lineGap: 0, width: 913, boldWidth: 1062 },
  'Times New Roman': { unitsPerEm: 2048, ascent: 1825, descent: -443, lineGap: 87, width: 832, boldWidth: 886 },
  Verdana: { unitsPerEm: 2048, ascent: 2059, descent: -430, lineGap: 0, width: 1049, boldWidth: 1170 },
  Roboto: { unitsPerEm: 2048, ascent: 1900, descent: -500, lineGap: 0, width: 911, boldWidth: 926 },
  'Noto Serif': { unitsPerEm: 1000, ascent: 1069, descent: -293, lineGap: 0, width: 481, boldWidth: 512 },
  'DejaVu Sans': { unitsPerEm: 2048, ascent: 1901, descent: -483, lineGap: 0, width: 1051, boldWidth: 1188 },
  'DejaVu Serif': { unitsPerEm: 2048, ascent: 1901, descent: -483, lineGap: 0, width: 1062, boldWidth: 1173 },
}

/** Fonts of Android and Linux, which have none of the fonts that style sheets usually name. */
const otherSystemFonts = { serif: ['Noto Serif', 'DejaVu Serif'], 'sans-serif': ['Roboto', 'DejaVu Sans'] }

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`

/**
 * Adjusted copies of system fonts: the first of a font's fallbacks, then fonts of Android and Linux. Each is scaled, normal and bold apart,
 * so that a text takes the same space before its font has arrived: no line moves.
 * @returns the names of the adjusted fonts in order, each with its two `@font-face`; none for fonts without known metrics
 */
export function adjustedFallbacks(font: Font): { readonly family: string; readonly face: string }[] {
  const metrics = brandFontMetrics[font.package]
  if (!metrics) return []
  const names = font.fallback.split(',').map((name) => name.trim().replaceAll(/['"]/g, ''))
  const others = otherSystemFonts[names.includes('serif') ? 'serif' : 'sans-serif']
  const systems = new Set([...names.slice(0, 1), ...others])
  return [...systems].flatMap((system) => {
    const local = systemFontMetrics[system]
    if (!local) return []
    const family = `${font.package}-${system.toLowerCase().replaceAll(' ', '-')}`
    const faceOf = (weights: string, names: readonly string[], scale: number): string => {
      const override = (units: number): string => percent(Math.abs(units) / (metrics.unitsPerEm * scale))
      return (
        `@font-face{font-family:${family};font-weight:${weights};src:${names.map((name) => `local("${name}")`).join()};` +
        `size-adjust:${percent(scale)};ascent-override:${override(metrics.ascent)};` +
        `descent-override:${override(metrics.descent)};line-gap-override:${override(metrics.lineGap)}}`
      )
    }
    const scaleOf = (width: 'width' | 'boldWidth'): number => metrics[width] / metrics.unitsPerEm / (local[width] / local.unitsPerEm)
    const face =
      faceOf('100 599', [system], scaleOf('width')) +
      // By the full name or the PostScript name; a device without the bold font uses the normal one.
      faceOf('600 900', [`${system} Bold`, `${system.replaceAll(' ', '')}-Bold`, system], scaleOf('boldWidth'))
    return [{ family, face }]
  })
}
