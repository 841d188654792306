import type { Brand } from '@playhouse/domain/brand'

type Font = Brand['fonts']['body']
/** Vertical metrics of a font in its units, and the average width of a letter in Latin text, by the letters' frequency. */
export type FontMetrics = {
  readonly unitsPerEm: number
  readonly ascent: number
  readonly descent: number
  readonly lineGap: number
  readonly width: number
}

/** Fonts of the brands at weight 400, read from their files; a server test compares them. By package name. */
export const brandFontMetrics: Readonly<Record<string, FontMetrics>> = {
  fraunces: { unitsPerEm: 2000, ascent: 1956, descent: -510, lineGap: 0, width: 938 },
  'atkinson-hyperlegible-next': { unitsPerEm: 1000, ascent: 984, descent: -316, lineGap: 0, width: 444 },
  'bricolage-grotesque': { unitsPerEm: 1000, ascent: 930, descent: -270, lineGap: 0, width: 478 },
  archivo: { unitsPerEm: 1000, ascent: 878, descent: -210, lineGap: 0, width: 440 },
}

/** Fonts of operating systems, whose files are not ours (from the npm package @capsizecss/metrics 3). */
const systemFontMetrics: Readonly<Record<string, FontMetrics>> = {
  Arial: { unitsPerEm: 2048, ascent: 1854, descent: -434, lineGap: 67, width: 913 },
  Georgia: { unitsPerEm: 2048, ascent: 1878, descent: -449, lineGap: 0, width: 913 },
  'Times New Roman': { unitsPerEm: 2048, ascent: 1825, descent: -443, lineGap: 87, width: 832 },
  Verdana: { unitsPerEm: 2048, ascent: 2059, descent: -430, lineGap: 0, width: 1049 },
}

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`

/**
 * The first system font of a font's fallbacks, scaled so that a text takes the same space before its font has arrived: no line moves.
 * @returns the name of the adjusted font and its `@font-face`; undefined where the metrics of either font are not known
 */
export function adjustedFallback(font: Font): { readonly family: string; readonly face: string } | undefined {
  const metrics = brandFontMetrics[font.package]
  const [system] = font.fallback.split(',').map((name) => name.trim().replaceAll(/['"]/g, ''))
  const local = system === undefined ? undefined : systemFontMetrics[system]
  if (!metrics || !local) return undefined
  const scale = metrics.width / metrics.unitsPerEm / (local.width / local.unitsPerEm)
  const override = (units: number): string => percent(Math.abs(units) / (metrics.unitsPerEm * scale))
  const family = `${font.package}-fallback`
  return {
    family,
    face:
      `@font-face{font-family:${family};src:local("${system}");size-adjust:${percent(scale)};ascent-override:${override(metrics.ascent)};` +
      `descent-override:${override(metrics.descent)};line-gap-override:${override(metrics.lineGap)}}`,
  }
}
