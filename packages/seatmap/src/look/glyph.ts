import { type SeatType, seatTypes } from '@playhouse/domain/plan'
import { bands } from '@playhouse/domain/pricing'

/** Glyphs are in an atlas of square cells, eight per line: the seat types by their index, the bands, the tick. */
export const glyphColumns = 8
export const glyphLines = 3
/** Size of a cell, pixels. */
export const glyphCell = 64
/** The cells of a band's glyph and of the tick. */
export const bandGlyph = (band: number): number => seatTypes.length + band
export const tickGlyph = seatTypes.length + bands.length

/** The text of a type's glyph; the other types have a drawn sign. Information is never conveyed by colour alone. */
const typeText: Partial<Record<SeatType, string>> = { 'audio-described': 'AD', captioned: 'CC', bsl: 'BSL', misc: '✱', information: 'i' }

type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** Draws one glyph in `pen`'s fill and stroke colour into the square of `size` whose top left corner is (0, 0). */
export function drawGlyph(pen: Pen, glyph: number, size: number, letterOf: (band: number) => string, font: string): void {
  if (glyph === tickGlyph) return drawTick(pen, size)
  if (glyph >= seatTypes.length) return drawText(pen, letterOf(glyph - seatTypes.length), size, font)
  const type = seatTypes[glyph]
  if (type === 'wheelchair') return drawWheelchair(pen, size)
  if (type === 'companion') return drawCompanion(pen, size)
  if (type === 'restricted-view') return drawRestricted(pen, size)
  const text = type && typeText[type]
  if (text) drawText(pen, text, size, font)
}

/** A mask of every glyph, white on transparent, for the shader. One glyph a step: a slow phone takes 40 ms for all. */
export function* drawAtlas(letterOf: (band: number) => string, font: string): Generator<void, HTMLCanvasElement> {
  const canvas = document.createElement('canvas')
  canvas.width = glyphCell * glyphColumns
  canvas.height = glyphCell * glyphLines
  // In memory: its pixels are read back at once.
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (!pen) return canvas
  pen.fillStyle = pen.strokeStyle = '#fff'
  for (let glyph = 1; glyph <= tickGlyph; glyph++) {
    pen.save()
    pen.translate((glyph % glyphColumns) * glyphCell, Math.floor(glyph / glyphColumns) * glyphCell)
    drawGlyph(pen, glyph, glyphCell, letterOf, font)
    pen.restore()
    yield
  }
  return canvas
}

function drawText(pen: Pen, text: string, size: number, font: string): void {
  pen.textAlign = 'center'
  pen.textBaseline = 'alphabetic'
  const height = size * (text.length > 2 ? 0.5 : text.length > 1 ? 0.66 : 0.92)
  pen.font = `700 ${height}px ${font}`
  const box = pen.measureText(text)
  pen.fillText(text, size / 2, size / 2 + (box.actualBoundingBoxAscent - box.actualBoundingBoxDescent) / 2, size * 0.96)
}

function drawTick(pen: Pen, size: number): void {
  pen.lineWidth = size * 0.17
  pen.lineCap = pen.lineJoin = 'round'
  pen.beginPath()
  pen.moveTo(size * 0.18, size * 0.55)
  pen.lineTo(size * 0.41, size * 0.77)
  pen.lineTo(size * 0.83, size * 0.26)
  pen.stroke()
}

function drawWheelchair(pen: Pen, size: number): void {
  pen.lineWidth = size * 0.1
  pen.lineCap = pen.lineJoin = 'round'
  pen.beginPath()
  pen.arc(size * 0.42, size * 0.16, size * 0.1, 0, 2 * Math.PI)
  pen.fill()
  pen.beginPath()
  pen.moveTo(size * 0.43, size * 0.34)
  pen.lineTo(size * 0.45, size * 0.6)
  pen.lineTo(size * 0.68, size * 0.6)
  pen.lineTo(size * 0.8, size * 0.86)
  pen.moveTo(size * 0.45, size * 0.45)
  pen.lineTo(size * 0.66, size * 0.45)
  pen.stroke()
  pen.beginPath()
  pen.arc(size * 0.42, size * 0.68, size * 0.25, -2.2, 0.5, true)
  pen.stroke()
}

function drawCompanion(pen: Pen, size: number): void {
  for (const [x, scale] of [
    [0.34, 1],
    [0.7, 0.85],
  ] as const) {
    pen.beginPath()
    pen.arc(size * x, size * 0.32, size * 0.13 * scale, 0, 2 * Math.PI)
    pen.fill()
    pen.beginPath()
    pen.arc(size * x, size * 0.82, size * 0.22 * scale, Math.PI, 0)
    pen.fill()
  }
}

/** An eye behind a pillar. */
function drawRestricted(pen: Pen, size: number): void {
  pen.lineWidth = size * 0.09
  pen.beginPath()
  pen.ellipse(size * 0.5, size * 0.5, size * 0.4, size * 0.23, 0, 0, 2 * Math.PI)
  pen.stroke()
  pen.beginPath()
  pen.arc(size * 0.5, size * 0.5, size * 0.1, 0, 2 * Math.PI)
  pen.fill()
  pen.lineCap = 'round'
  pen.beginPath()
  pen.moveTo(size * 0.82, size * 0.12)
  pen.lineTo(size * 0.18, size * 0.88)
  pen.stroke()
}
