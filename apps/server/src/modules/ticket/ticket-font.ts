import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import type { Brand } from '@playhouse/domain/brand'
import { readFont } from './font-file.ts'
import { hasRightToLeft, splitByDirection } from './reading-order.ts'

/** The three typefaces of a printed ticket: names and seats, text, and emphasised text. */
export type Face = 'display' | 'body' | 'strong'
const weights: Record<Face, number> = { display: 600, body: 400, strong: 700 }

/**
 * Font files of one face: the brand's Latin subset, its extended Latin subset, and two fonts for names in other alphabets: an
 * outline font for neighbouring ones (Greek, Cyrillic, Hebrew, Arabic), and a bitmap font for all others. PDF/UA requires that
 * all are embedded.
 */
export type FontStack = { readonly latin: string; readonly extended: string; readonly neighbours: string; readonly everyAlphabet: string }

const fallbackFamily = 'atkinson-hyperlegible-next'

/**
 * Finds the font files of a brand's face. The PDF writer cannot use the shop's variable fonts (it embeds only their default
 * weight, and does not read woff2), so the static package of the same name is used; without one among the server's
 * dependencies, the fallback font.
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

/** The placeholder for a character without a glyph: a geta mark for Chinese and Japanese, an empty box for others. */
const placeholderFor = (letter: string): string => (/\p{Script=Han}/u.test(letter) ? '〓' : '□')

/**
 * Splits a text into runs of one font each, from left to right. A text with another alphabet is set in one font throughout,
 * because two would not share a baseline. A character without a glyph is replaced by a placeholder, because PDF/UA forbids
 * missing glyphs. Emoji are removed unless the text has nothing else.
 */
export function setType(text: string, stack: FontStack): Run[] {
  const fileFor = (character: string) => [stack.latin, stack.extended].find((file) => hasGlyph(file, character))
  /** Replaces a compatibility letter, such as a mathematical or full-width one, by its plain letter. */
  const toPlainLetter = (character: string): string => {
    const normalizedCharacter = character.normalize('NFKC')
    return !fileFor(character) && [...normalizedCharacter].every(fileFor) ? normalizedCharacter : character
  }
  const characters = [...Array.from(printable(text), toPlainLetter).join('')]
  if (!characters.every(fileFor)) {
    const letters = characters.filter((character) => !pictograph.test(character))
    const shownLetters = letters.some((letter) => letter.trim() !== '') ? letters : characters
    const file = shownLetters.every((letter) => hasGlyph(stack.neighbours, letter)) ? stack.neighbours : stack.everyAlphabet
    const printableText = shownLetters.map((letter) => (hasGlyph(file, letter) ? letter : placeholderFor(letter))).join('')
    const line = printableText.replaceAll(/\s+/g, ' ').trim()
    // The PDF writer sets word by word: only a piece without spaces keeps its right-to-left order.
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
/** More than three combining marks on one letter, which no language uses and which would cover the rest of the ticket. */
const stackedMarks = /(\p{M}{3})\p{M}+/gu

/** Sanitises typed text for print: removes control and invisible characters, and replaces narrow spaces. */
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
    const parsedFont = create(readFont(file))
    if (!('hasGlyphForCodePoint' in parsedFont)) throw new TypeError(`font collection is not supported: ${file}`)
    font = parsedFont
    loadedFonts.set(file, font)
  }
  return font.hasGlyphForCodePoint(character.codePointAt(0)!)
}
