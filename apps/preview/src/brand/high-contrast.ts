import { type ColourToken, colourTokens, type Palette } from '@playhouse/domain/brand'

/**
 * A brand's colours for visitors who choose the strongest contrast: text and lines in pure black or white, the hall black,
 * and each band light enough for a contrast of 7:1 with its hue unchanged. High contrast is a separate palette, not "more
 * contrast": backgrounds lose their tints.
 */
export function highContrast(colours: Palette): Palette {
  return Object.fromEntries(colourTokens.map((token) => [token, fixed[token] ?? lighten(colours[token])])) as Palette
}

const [black, white] = ['#000000', '#ffffff']
const fixed: Partial<Record<ColourToken, string>> = {
  paper: black,
  surface: black,
  raised: black,
  ink: white,
  'ink-soft': white,
  line: white,
  accent: '#ffff00',
  'accent-ink': black,
  focus: '#00ffff',
  stage: white,
  'stage-ink': black,
  house: black,
  'house-raised': black,
  'house-ink': white,
  'house-soft': white,
  'house-line': white,
  'seat-taken': '#757575',
  'seat-selected': white,
}

/** Contrast of text with black that WCAG 2.2 requires at level AAA. */
const enough = 7

/** Mixes a colour with white until its contrast with black is sufficient. */
function lighten(colour: string): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  for (let share = 0; ; share += 0.05) {
    const mixture = channels.map((channel) => Math.round(channel + (255 - channel) * Math.min(1, share)))
    if ((luminance(mixture) + 0.05) / 0.05 >= enough || share >= 1)
      return `#${mixture.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
  }
}

/** Relative luminance, as WCAG 2.2 defines it. */
function luminance(channels: readonly number[]): number {
  const [red, green, blue] = channels.map((channel) => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
