import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import type { Brand } from '@playhouse/domain/brand'
import { readFont } from './font-file.ts'
import { hasRightToLeft, splitByDirection } from './reading-order.ts'

/** The three voices of a printed ticket: names and seats, text, and text that matters. */
export type Face = 'display' | 'body' | 'strong'
const weights: Record<Face, number> = { display: 600, body: 400, strong: 700 }

/**
 * Font files of one face: the brand's letters, those its font keeps in a second file, and fonts for names in other alphabets:
 * a fine one of those next door, and a plain one, drawn in dots, of all in daily use from Amharic to Chinese. All are embedded,
 * as PDF/UA asks.
 */
export type FontStack = { readonly latin: string; readonly extended: string; readonly neighbours: string; readonly everyAlphabet: string }

const fallbackFamily = 'atkinson-hyperlegible-next'

/**
 * The files of a brand's face. The shop's variable fonts are no use on paper (the PDF writer embeds their default weight
 * alone, and reads no woff2), so paper takes the static package of the same name; a brand whose typeface has none among
 * the server's dependencies is printed in the hyperlegible one.
 */
export function fontStackOf(fonts: Brand['fonts'], face: Face): FontStack {
  const family = (face === 'display' ? fonts.display : fonts.body).package
  const file = (subset: string) => fileOf(family, subset, weights[face]) ?? fileOf(fallbackFamily, subset, weights[face])!
  return {
    latin: file('latin'),
    extended: file('latin-ext'),
    neighbours: resolver.resolve(`dejavu-fonts-ttf/ttf/DejaVuSans${face === 'body' ? '' : '-Bold'}.ttf`),
    everyAlphabet: resolver.resolve('@fontsource/unifontex/files/unifontex-latin-400-normal.woff'),
  }
}

const resolver = createRequire(import.meta.url)
function fileOf(family: string, subset: string, weight: number): string | undefined {
  try {
    return resolver.resolve(`@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`)
  } catch {
    return undefined
  }
}

export type Run = { readonly file: string; readonly text: string }

/** What stands for a letter of no font: the printers' geta where it is Chinese or Japanese, an empty box where it is not. */
const placeholderFor = (letter: string): string => (/\p{Script=Han}/u.test(letter) ? '〓' : '□')

/**
 * Cuts a text into runs that one font can write, from left to right. A text with any other alphabet in it is set whole in one
 * font, for two would not stand on one line; a letter that even the font of every alphabet lacks has another stand for it, since
 * a PDF/UA file may not show a missing glyph, and a little picture is written only where there is nothing else.
 */
export function setType(text: string, stack: FontStack): Run[] {
  const fileFor = (character: string) => [stack.latin, stack.extended].find((file) => hasGlyph(file, character))
  /** A letter in fancy dress, as of mathematics or of full width, is the letter that it dresses up. */
  const plainest = (character: string): string => {
    const undressed = character.normalize('NFKC')
    return !fileFor(character) && [...undressed].every(fileFor) ? undressed : character
  }
  const characters = [...Array.from(printable(text), plainest).join('')]
  if (!characters.every(fileFor)) {
    const letters = characters.filter((character) => !pictograph.test(character))
    const said = letters.some((letter) => letter.trim() !== '') ? letters : characters
    const file = said.every((letter) => hasGlyph(stack.neighbours, letter)) ? stack.neighbours : stack.everyAlphabet
    const written = said.map((letter) => (hasGlyph(file, letter) ? letter : placeholderFor(letter))).join('')
    const line = written.replaceAll(/\s+/g, ' ').trim()
    // The PDF writer sets word by word: only what has no space in it keeps an order from right to left.
    return hasRightToLeft(line)
      ? splitByDirection(line).map((piece) => ({ file, text: piece.replaceAll(' ', '\u00a0') }))
      : [{ file, text: line }]
  }
  const runs: Run[] = []
  for (const character of characters) {
    const run = runs.at(-1)
    const file = fileFor(character)!
    if (run?.file === file) runs[runs.length - 1] = { file, text: run.text + character }
    else runs.push({ file, text: character })
  }
  return runs
}

const pictograph = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}/u
/** Marks heaped on one letter beyond what any language writes: they would climb over the rest of the ticket. */
const stackedMarks = /(\p{M}{3})\p{M}+/gu

/** Names and notes are typed by people: no control or invisible characters, and the narrow spaces of prices as plain ones. */
export const printable = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\p{Cf}\u{FE00}-\u{FE0F}]/gu, '')
    .replaceAll(stackedMarks, '$1')
    .replaceAll(/[\u2009\u202f]/g, '\u00a0')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')

const loadedFonts = new Map<string, Font>()
function hasGlyph(file: string, character: string): boolean {
  let font = loadedFonts.get(file)
  if (!font) {
    const found = create(readFont(file))
    if (!('hasGlyphForCodePoint' in found)) throw new TypeError(`a collection of fonts, not a font: ${file}`)
    font = found
    loadedFonts.set(file, font)
  }
  return font.hasGlyphForCodePoint(character.codePointAt(0)!)
}
