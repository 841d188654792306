import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import type { Brand } from '@playhouse/domain/brand'
import { readFont } from './font-file.ts'
import { hasRightToLeft } from './reading-order.ts'
import { type Face, type FontStack, fontStackOf, type Run, setType } from './ticket-font.ts'

/** A rectangle in points (1/72 inch), from the top left corner of the page. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
export type Ink = {
  readonly face: Face
  readonly size: number
  readonly colour: string
  readonly align?: 'left' | 'center' | 'right'
  /** Minimum font size, in points: a text too long for its box is set smaller down to this, then truncated. */
  readonly smallest?: number
}
export type Line = { readonly text: string; readonly box: Box; readonly ink: Ink }
/** An element of the document's structure tree, which a screen reader reads. */
export type Element = PDFKit.PDFStructureElement
type Meaning = {
  readonly title?: string
  readonly lang?: string
  /** The text alternative of a figure. */
  readonly alt?: string
  /** The text that is read instead of the drawn letters. */
  readonly actual?: string
  readonly placement?: 'Block'
  readonly bbox?: [number, number, number, number]
}

/** Width and height of paper, in PDF points. */
const a4: readonly [number, number] = [595.28, 841.89]
const letter: readonly [number, number] = [612, 792]
/** The usual paper size in the theatre's country. */
const sheetOf = (timeZone: string): readonly [number, number] => (/^(America|US)\//.test(timeZone) ? letter : a4)

// Missing in the types of the package; its implementation supports it.
const accessible: string = 'PDF/UA'

/**
 * Builds a tagged PDF (PDF/UA-1, ISO 14289): all content is either part of the structure tree or marked as decoration, and all
 * fonts are embedded. Elements are read in the order in which they are written.
 */
export class Paper {
  readonly width: number
  readonly height: number
  readonly #pdf: PDFKit.PDFDocument
  readonly #root: Element
  readonly #stacks: Record<Face, FontStack>
  readonly #fonts = new Set<string>()

  /** @param documentInfo.createdAt ISO 8601 instant, so that the same tickets yield the same bytes whenever they are printed */
  constructor(documentInfo: {
    brand: Pick<Brand, 'fonts' | 'legalName' | 'timeZone'>
    lang: string
    title: string
    createdAt: string
    /** Width and height in points; the usual sheet of the theatre's country by default. */
    size?: readonly [number, number]
  }) {
    const { brand, lang, title } = documentInfo
    ;[this.width, this.height] = documentInfo.size ?? sheetOf(brand.timeZone)
    this.#stacks = {
      display: fontStackOf(brand.fonts, 'display'),
      body: fontStackOf(brand.fonts, 'body'),
      strong: fontStackOf(brand.fonts, 'strong'),
    }
    this.#pdf = new PDFDocument({
      autoFirstPage: false,
      size: [this.width, this.height],
      margin: 0,
      // No default font: the writer's own is not embedded.
      font: '',
      subset: accessible as PDFKit.Mixins.PDFSubsets,
      pdfVersion: '1.7',
      tagged: true,
      lang,
      displayTitle: true,
      info: {
        Title: title,
        Author: brand.legalName,
        Creator: 'Playhouse',
        Producer: 'Playhouse',
        CreationDate: new Date(documentInfo.createdAt),
      },
    })
    this.#root = this.#pdf.struct('Document', { title })
    this.#pdf.addStructure(this.#root)
  }

  /** Starts a page. @param bookmark its name in the outline */
  turnPage(bookmark: string): void {
    this.#pdf.addPage()
    this.#pdf.outline.addItem(bookmark)
  }

  /** Opens a section, in another element or at the top. */
  open(type: 'Sect', meaning: Meaning, parent: Element = this.#root): Element {
    const element = this.#pdf.struct(type, meaning)
    parent.add(element)
    return element
  }

  /** Writes the lines of one heading or paragraph. @returns the bottom edge of the last one, in points from the top of the page */
  write(type: 'H1' | 'H2' | 'H3' | 'P', lines: readonly Line[], parent: Element = this.#root, meaning: Meaning = {}): number {
    let bottom = 0
    parent.add(
      this.#pdf.struct(type, meaning, () => {
        for (const line of lines) bottom = this.#set(line)
      }),
    )
    return bottom
  }

  /** Draws a figure with its text alternative. */
  show(alt: string, box: Box, draw: (pdf: PDFKit.PDFDocument) => void, parent: Element): void {
    const meaning: Meaning = { alt, placement: 'Block', bbox: [box.x, box.y, box.x + box.width, box.y + box.height] }
    parent.add(this.#pdf.struct('Figure', meaning, () => draw(this.#pdf)))
  }

  /** Draws decoration, which a screen reader skips: lines, backgrounds, and text that is repeated elsewhere. */
  decorate(draw: (pdf: PDFKit.PDFDocument) => void, lines: readonly Line[] = []): void {
    this.#pdf.markContent('Artifact', { type: 'Layout' })
    draw(this.#pdf.save())
    this.#pdf.restore()
    for (const line of lines) this.#set(line)
    this.#pdf.endMarkedContent()
  }

  /**
   * Writes the text diagonally over the whole page, repeated so that every detachable part has it; the content below stays
   * legible. Decoration: the text must also be written as content.
   */
  stamp(text: string, colour: string): void {
    const [length, height, distance] = [this.width * 0.46, 30, 66]
    this.#pdf.markContent('Artifact', { type: 'Layout' })
    for (let y = 110; y < this.height - distance; y += distance) {
      for (const x of [this.width * 0.27, this.width * 0.73]) {
        this.#pdf
          .save()
          .rotate(-14, { origin: [x, y] })
          .opacity(0.26)
        const box: Box = { x: x - length / 2, y: y - height / 2, width: length, height }
        this.#set({ text, box, ink: { face: 'strong', size: 24, colour, align: 'center', smallest: 10 } })
        this.#pdf.restore()
      }
    }
    this.#pdf.endMarkedContent()
  }

  /** Ends the document. @returns its bytes */
  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    this.#root.end()
    this.#pdf.end()
    return buffer(this.#pdf)
  }

  #set({ text, box, ink }: Line): number {
    const stack = this.#stacks[ink.face]
    const whole = this.#compose(text, stack)
    if (!whole[0]) return box.y
    const size = this.#sizeThatFits(whole.map((run) => run.text).join(''), whole[0].file, box, ink)
    const runs = hasRightToLeft(text) ? this.#cutToWidth(text, stack, size, box.width) : whole
    this.#pdf.fillColor(ink.colour).fontSize(size)
    const options = { width: box.width, height: box.height, align: ink.align ?? 'left', ellipsis: true } as const
    runs.forEach((run, index) => {
      const hasMoreRuns = index < runs.length - 1
      this.#pdf.font(run.file)
      if (index === 0) this.#pdf.text(run.text, box.x, box.y, { ...options, continued: hasMoreRuns })
      else this.#pdf.text(run.text, { ...options, continued: hasMoreRuns })
    })
    return this.#pdf.y
  }

  /** Truncates a line of two writing directions, which cannot be wrapped. */
  #cutToWidth(text: string, stack: FontStack, size: number, width: number): Run[] {
    const letters = [...text]
    for (;;) {
      const runs = this.#compose(letters.length < [...text].length ? `${letters.join('').trimEnd()}…` : text, stack)
      const textWidth = runs.reduce((sum, run) => sum + this.#pdf.font(run.file).fontSize(size).widthOfString(run.text), 0)
      if (textWidth <= width || letters.length === 0) return runs
      letters.length = Math.min(letters.length - 1, Math.floor((letters.length * width) / textWidth))
    }
  }

  #compose(text: string, stack: FontStack): Run[] {
    const runs = setType(text, stack)
    for (const { file } of runs) {
      if (this.#fonts.has(file)) continue
      this.#pdf.registerFont(file, readFont(file))
      this.#fonts.add(file)
    }
    return runs
  }

  #sizeThatFits(text: string, file: string, box: Box, ink: Ink): number {
    const fits = (size: number) => {
      const pdf = this.#pdf.font(file).fontSize(size)
      const widest = Math.max(...text.split(' ').map((word) => pdf.widthOfString(word)))
      return widest <= box.width && pdf.heightOfString(text, { width: box.width }) <= box.height
    }
    let size = ink.size
    while (size > (ink.smallest ?? ink.size) && !fits(size)) size -= 0.5
    return size
  }
}
