import { drawnNumber, numberHeight, numberPlace } from '#layers'
import { bandGlyph, drawGlyph, letterInk, tickGlyph, toCss } from '#look'
import { passes, seatState } from '#store'
import type { Core } from '../core.ts'
import type { Theme, Frame } from '../painter.ts'

type Pen = CanvasRenderingContext2D

/** Draws seats with a 2D canvas, in the colours of one theme. Radii and line widths are shares of a seat's diameter, as in the WebGL shader. */
export type SeatBrush = (pen: Pen, frame: Frame) => void

export function createSeatBrush(core: Core, { ink, letterOf, font }: Theme): SeatBrush {
  const { plan } = core
  const bands = ink.bands.map((band) => ({ fill: toCss(band), letter: toCss(letterInk(ink, band)) }))
  const selectedStyle = { fill: toCss(ink.selected), letter: toCss(letterInk(ink, ink.selected)) }
  const [takenColour, houseInk] = [toCss(ink.taken), toCss(ink.houseInk)]
  const unknown = { fill: takenColour, letter: toCss(ink.house) }

  const circle = (pen: Pen, x: number, y: number, radius: number): void => {
    pen.beginPath()
    pen.arc(x, y, radius, 0, 2 * Math.PI)
  }
  const drawDisc = (pen: Pen, x: number, y: number, size: number, state: number, dim: boolean, fill: string): void => {
    pen.globalAlpha = dim ? 0.3 : 1
    if (state === seatState.free) {
      circle(pen, x, y, size * (dim ? 0.3 : 0.5))
      pen.fillStyle = fill
      pen.fill()
    } else if (state === seatState.taken) {
      circle(pen, x, y, size * 0.16)
      pen.lineWidth = Math.max(1, size * 0.08)
      pen.strokeStyle = takenColour
      pen.stroke()
    } else {
      circle(pen, x, y, size * (state === seatState.mine ? 0.44 : 0.6))
      pen.lineWidth = size * (state === seatState.mine ? 0.12 : 0.08)
      pen.strokeStyle = selectedStyle.fill
      pen.stroke()
      if (state === seatState.selected) {
        circle(pen, x, y, size * 0.46)
        pen.fillStyle = selectedStyle.fill
        pen.fill()
      }
    }
    pen.globalAlpha = 1
  }
  const drawMarks = (pen: Pen, seat: number, x: number, y: number, size: number, low: boolean): void => {
    const mark = (glyph: number, right: number): void => {
      const height = size * (low ? 0.33 : 0.6)
      pen.save()
      pen.translate(x - height / 2 + size * right, y - height / 2 - (low ? size * 0.27 : 0))
      drawGlyph(pen, glyph, height, letterOf, font)
      pen.restore()
    }
    const letter = bandGlyph(Math.min(core.offers().bandOf[seat]!, bands.length - 1))
    const type = plan.type[seat]!
    if (core.state[seat] !== seatState.free) mark(tickGlyph, 0)
    // An unknown type is drawn as a plain seat.
    else if (type === 0 || type >= bandGlyph(0)) mark(letter, 0)
    else {
      mark(type, low ? -0.16 : 0)
      if (low) mark(letter, 0.17)
    }
  }
  const drawNumber = (pen: Pen, seat: number, x: number, y: number, size: number, colour: string): void => {
    const text = drawnNumber(plan.numberOf(seat))
    const height = numberHeight(text) * size
    pen.textAlign = 'center'
    pen.textBaseline = 'alphabetic'
    pen.font = `700 ${height}px ${font}`
    pen.fillStyle = colour
    pen.fillText(text, x, y + size * numberPlace.down + height * 0.36)
  }

  return (pen, { camera, size, seatSize, level, mask, spans }) => {
    const { bandOf } = core.offers()
    // Glyphs are smaller and higher in a seat that also shows its number.
    const low = level === 'numbers'
    const drawOne = (seat: number): void => {
      const x = plan.x[seat]! * camera.k + camera.x
      const y = plan.y[seat]! * camera.k + camera.y
      if (x < -seatSize || y < -seatSize || x > size.width + seatSize || y > size.height + seatSize) return
      const state = core.state[seat]!
      if (state === seatState.hidden) return
      const isChosen = state === seatState.selected || state === seatState.mine
      const dim = !isChosen && !passes(mask, plan, bandOf, seat)
      const colours = bands[bandOf[seat]!] ?? unknown
      drawDisc(pen, x, y, seatSize, state, dim, colours.fill)
      if (dim || state === seatState.taken || seatSize < 10) return
      pen.fillStyle = pen.strokeStyle = !isChosen ? colours.letter : state === seatState.mine ? selectedStyle.fill : selectedStyle.letter
      drawMarks(pen, seat, x, y, seatSize, low)
      if (low)
        drawNumber(pen, seat, x, y, seatSize, !isChosen ? colours.letter : state === seatState.mine ? houseInk : selectedStyle.letter)
    }
    for (let span = 0; span < spans.count; span++)
      for (let seat = spans.bounds[span * 2]!; seat < spans.bounds[span * 2 + 1]!; seat++) drawOne(seat)
  }
}
