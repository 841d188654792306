import type { Brand, Palette } from '@playhouse/domain/brand'
import type { Production } from '@playhouse/domain/season'
import { motifs, motifSheet, posterPalette } from '@playhouse/shop-ui/theme'
import { fontStackOf } from '#modules/ticket'
import { fitText, type TextBlock } from './glyph-outlines.ts'

/** Content of a card: a production, or the theatre itself without a poster. */
export type CardContent = {
  readonly title: string
  /** Lines below the title, such as the credit and the dates. */
  readonly lines: readonly string[]
  readonly poster?: Production['poster']
}

/** Pixels of a card, as the large previews of social media are cropped. */
export const cardSize = { width: 1200, height: 630 } as const

/** A card with the brand's name, fonts and light colours: plain data, which a worker thread can receive. */
export type CardDrawing = CardContent & { readonly brand: string; readonly fonts: Brand['fonts']; readonly colours: Palette }

/** Margin of the card and width of its text, in pixels. */
const margin = 64
const textWidth = 600
const pictureLeft = margin + textWidth + 56
/** Pixels between the title and the lines below. */
const gap = 28

/** Draws a card as an SVG without text elements: letters are outlines, so that the renderer needs no fonts and no text is markup. */
export function drawCard({ brand, title, lines, poster, fonts, colours }: CardDrawing): string {
  const ink = poster ? inkOf(posterPalette(poster.hue)) : { ground: colours.paper, text: colours.ink, accent: colours.accent }
  const display = fontStackOf(fonts, 'display')
  const body = fontStackOf(fonts, 'body')
  const strong = fontStackOf(fonts, 'strong')
  const name = fitText(title === brand ? '' : brand, { stack: strong, sizes: [30, 24], width: textWidth, maxLines: 1 })
  const heading = fitText(title, { stack: display, sizes: [84, 72, 60, 50, 42], width: textWidth, maxLines: 4, leading: 1.06 })
  const details = lines.map((line) => fitText(line, { stack: body, sizes: [29, 25], width: textWidth, maxLines: 2 }))
  const below = details.reduce((height, block) => height + block.height + 10, 0)
  const top = Math.max(margin + name.height + gap, cardSize.height - margin - below - gap - heading.height)
  const placed = details.reduce<{ readonly y: number; readonly svg: string }>(
    ({ y, svg }, block) => ({ y: y + block.height + 10, svg: svg + place(block, y) }),
    { y: top + heading.height + gap, svg: '' },
  )
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${cardSize.width}" height="${cardSize.height}" viewBox="0 0 ${cardSize.width} ${cardSize.height}">` +
    `<rect width="100%" height="100%" fill="${ink.ground}"/>` +
    picture(poster, colours) +
    `<rect x="${margin}" y="${margin - 18}" width="72" height="6" fill="${ink.accent}"/>` +
    `<g fill="${ink.text}">${place(name, margin)}${place(heading, top)}<g opacity=".88">${placed.svg}</g></g></svg>`
  )
}

const inkOf = ({ deep, light, spark }: ReturnType<typeof posterPalette>) => ({ ground: deep, text: light, accent: spark })
const place = (block: TextBlock, y: number): string => `<g transform="translate(${margin} ${y})">${block.svg}</g>`

/** The upper part of the poster's motif; without a poster, bars in the brand's colours. */
function picture(poster: CardDrawing['poster'], colours: Palette): string {
  const width = cardSize.width - pictureLeft
  if (!poster) {
    const bars = [colours.accent, colours.stage, colours.house, colours['band-b'], colours['band-c']]
    const bar = width / bars.length
    return bars
      .map((fill, index) => `<rect x="${pictureLeft + index * bar}" y="${index * 90}" width="${bar + 1}" height="630" fill="${fill}"/>`)
      .join('')
  }
  const palette = posterPalette(poster.hue)
  // The sheet covers the space, as the page's wide poster does.
  const scale = Math.max(width / motifSheet.width, cardSize.height / motifSheet.height)
  const left = pictureLeft + (width - motifSheet.width * scale) / 2
  const shapes = motifs[poster.motif].map(({ tag, at, fill, stroke, opacity }) => {
    const attributes: Record<string, string | number> = {
      ...at,
      fill: fill ? palette[fill] : 'none',
      ...(stroke && { stroke: palette[stroke.colour], 'stroke-width': stroke.width }),
      ...(opacity !== undefined && { opacity }),
    }
    return `<${tag} ${Object.entries(attributes)
      .map(([name, value]) => `${name}="${value}"`)
      .join(' ')}/>`
  })
  return (
    `<svg x="${pictureLeft}" y="0" width="${width}" height="${cardSize.height}"><rect width="100%" height="100%" fill="${palette.ground}"/>` +
    `<g transform="translate(${left - pictureLeft} 0) scale(${scale})">${shapes.join('')}</g></svg>`
  )
}
