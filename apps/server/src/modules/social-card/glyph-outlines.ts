import { create, type Font } from 'fontkit'
import { type FontStack, readFont, setType } from '#modules/ticket'

/** Lines of text as SVG outlines, with the top of the first line at 0. */
export type TextBlock = { readonly svg: string; readonly height: number }

type Fit = {
  readonly stack: FontStack
  /** Font sizes in pixels, largest first: the first at which the text fits is used. */
  readonly sizes: readonly number[]
  readonly width: number
  readonly maxLines: number
  /** Line height as a multiple of the font size. */
  readonly leading?: number
}

/** Characters that are set at most; no card has space for more. */
const maxCharacters = 400
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Breaks a text into lines at the largest size at which it fits; at the smallest size the rest is cut, with an ellipsis. */
export function fitText(text: string, { stack, sizes, width, maxLines, leading = 1.25 }: Fit): TextBlock {
  const words = [...graphemes.segment(text.trim())]
    .slice(0, maxCharacters)
    .map(({ segment }) => segment)
    .join('')
    .split(/\s+/)
  const widths = new Map<string, number>()
  /** Widths are proportional to the size, so each text is measured once. */
  const isWithin = (size: number) => (line: string) => {
    const unit = widths.get(line) ?? setLine(line, stack, 1).width
    widths.set(line, unit)
    return unit * size <= width
  }
  for (const size of sizes) {
    const lines = breakLines(words, isWithin(size))
    if (lines && lines.length <= maxLines) return blockOf(lines, stack, size, leading)
  }
  const size = sizes.at(-1)!
  const fits = isWithin(size)
  const pieces = words.flatMap((word) => cutWord(word, fits))
  const lines = breakLines(pieces, fits)!
  const shown = lines.slice(0, maxLines)
  if (lines.length > maxLines) shown[maxLines - 1] = withEllipsis(shown[maxLines - 1]!, fits)
  return blockOf(shown, stack, size, leading)
}

/** Fills line after line; undefined if a word is wider than a line. */
function breakLines(words: readonly string[], fits: (line: string) => boolean): string[] | undefined {
  const lines: string[] = []
  for (const word of words) {
    const joined = lines.length > 0 ? `${lines.at(-1)} ${word}` : undefined
    if (joined !== undefined && fits(joined)) lines[lines.length - 1] = joined
    else if (fits(word)) lines.push(word)
    else return undefined
  }
  return lines
}

/** Cuts a word that is wider than a line into pieces that fit. */
function cutWord(word: string, fits: (line: string) => boolean): string[] {
  const letters = [...graphemes.segment(word)].map(({ segment }) => segment)
  const pieces: string[] = []
  while (letters.length > 0) {
    // Bisection: a line has dozens of letters, and each measurement lays out all of them.
    let [count, tooMany] = [1, letters.length + 1]
    while (tooMany - count > 1) {
      const middle = Math.floor((count + tooMany) / 2)
      if (fits(letters.slice(0, middle).join(''))) count = middle
      else tooMany = middle
    }
    pieces.push(letters.splice(0, count).join(''))
  }
  return pieces
}

function withEllipsis(line: string, fits: (line: string) => boolean): string {
  const letters = [...graphemes.segment(line)].map(({ segment }) => segment)
  while (letters.length > 1 && !fits(`${letters.join('').trimEnd()}…`)) letters.pop()
  return `${letters.join('').trimEnd()}…`
}

type Line = { readonly svg: string; readonly width: number }

function blockOf(lines: readonly string[], stack: FontStack, size: number, leading: number): TextBlock {
  const height = size * leading
  const svg = lines.map(
    (line, index) => `<g transform="translate(0 ${round(index * height + size * 0.86)})">${setLine(line, stack, size).svg}</g>`,
  )
  return { svg: svg.join(''), height: lines.length * height }
}

/** Sets one line from left to right in visual order; the baseline is at 0. */
function setLine(text: string, stack: FontStack, size: number): Line {
  let x = 0
  let svg = ''
  for (const { file, text: piece } of setType(text, stack)) {
    const font = fontOf(file)
    const scale = size / font.unitsPerEm
    const { glyphs, positions } = font.layout(piece)
    for (const [index, glyph] of glyphs.entries()) {
      const { xAdvance, xOffset, yOffset } = positions[index]!
      const outline = glyph.path.toSVG()
      if (outline !== '')
        svg += `<path transform="translate(${round(x + xOffset * scale)} ${round(-yOffset * scale)}) scale(${scale} ${-scale})" d="${outline}"/>`
      x += xAdvance * scale
    }
  }
  return { svg, width: x }
}

const round = (value: number): number => Math.round(value * 100) / 100

const fonts = new Map<string, Font>()
function fontOf(file: string): Font {
  let font = fonts.get(file)
  if (!font) {
    const parsed = create(readFont(file))
    if (!('layout' in parsed)) throw new TypeError(`font collection is not supported: ${file}`)
    font = parsed
    fonts.set(file, font)
  }
  return font
}
