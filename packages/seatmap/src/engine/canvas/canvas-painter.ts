import { type Camera, type Size, toScreen } from '#camera'
import { bandGlyph, drawGlyph, type Ink, letterInk, tickGlyph, toCss } from '#look'
import type { Shape } from '#layers'
import { passes, seatState } from '#store'
import type { Core } from '../core.ts'
import type { Dress, Frame, Painter, PainterMaker } from '../painter.ts'

type Pen = CanvasRenderingContext2D

/** Draws the same core with a 2D canvas, for browsers without WebGL. Every frame is drawn whole; levels of detail keep it cheap. */
export const makeCanvasPainter: PainterMaker = async (core: Core, size: Size): Promise<Painter> => {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d', { alpha: false })
  if (!pen) throw new Error('no 2D canvas')
  let extent = size
  let resolution = 1
  let dress: Dress | undefined

  return {
    kind: 'canvas',
    canvas,
    software: true,
    resize: (next, pixels) => {
      extent = next
      resolution = pixels
      canvas.width = Math.round(next.width * pixels)
      canvas.height = Math.round(next.height * pixels)
      canvas.style.width = `${next.width}px`
      canvas.style.height = `${next.height}px`
    },
    dress: (next) => {
      dress = next
    },
    refresh: () => {},
    paint: (frame) => {
      if (!dress) return
      pen.setTransform(resolution, 0, 0, resolution, 0, 0)
      pen.fillStyle = toCss(dress.ink.house)
      pen.fillRect(0, 0, extent.width, extent.height)
      for (const shape of frame.below) drawShape(pen, shape, frame.camera)
      drawSeats(pen, core, frame, extent, dress)
      drawLabels(pen, frame, dress.font)
      for (const shape of frame.above) drawShape(pen, shape, frame.camera)
    },
    destroy: () => canvas.remove(),
  }
}

function drawShape(pen: Pen, shape: Shape, camera: Camera): void {
  pen.beginPath()
  if (shape.kind === 'polygon') {
    shape.points.forEach(([x, y], i) => (i === 0 ? pen.moveTo(...toScreen(camera, x, y)) : pen.lineTo(...toScreen(camera, x, y))))
    pen.closePath()
  } else {
    const [x, y] = toScreen(camera, shape.x, shape.y)
    const radius = shape.kind === 'ring' ? shape.pixels / 2 : shape.radius * camera.k
    pen.arc(x, y, radius, 0, 2 * Math.PI)
    if (shape.kind === 'glow') {
      const [red, green, blue, alpha] = shape.colour
      const light = pen.createRadialGradient(x, y, 0, x, y, radius)
      for (const step of [0, 0.25, 0.5, 0.75, 1]) light.addColorStop(step, toCss([red, green, blue, alpha * (1 - step) ** 2]))
      pen.fillStyle = light
      pen.fill()
      return
    }
  }
  if (shape.fill) {
    pen.fillStyle = toCss(shape.fill)
    pen.fill()
  }
  if (shape.stroke) {
    pen.strokeStyle = toCss(shape.stroke.colour)
    pen.lineWidth = shape.stroke.width
    pen.stroke()
  }
}

function drawSeats(pen: Pen, core: Core, frame: Frame, extent: Size, { ink, letterOf, font }: Dress): void {
  const { plan } = core
  const { camera, seatSize } = frame
  const { bandOf } = core.offers()
  const inks = ink.bands.map((band) => ({ fill: toCss(band), letter: toCss(letterInk(ink, band)) }))
  for (const [from, to] of frame.ranges)
    for (let seat = from; seat < to; seat++) {
      const [x, y] = toScreen(camera, plan.x[seat]!, plan.y[seat]!)
      if (x < -seatSize || y < -seatSize || x > extent.width + seatSize || y > extent.height + seatSize) continue
      const state = core.state[seat]!
      if (state === seatState.hidden) continue
      const dim = state !== seatState.selected && state !== seatState.mine && !passes(frame.mask, plan, bandOf, seat)
      drawSeat(pen, x, y, seatSize, state, dim, inks[bandOf[seat]!]?.fill ?? toCss(ink.taken), ink)
      if (dim || state === seatState.taken || seatSize < 10) continue
      pen.fillStyle = pen.strokeStyle =
        state === seatState.free
          ? (inks[bandOf[seat]!]?.letter ?? toCss(ink.house))
          : toCss(state === seatState.mine ? ink.selected : letterInk(ink, ink.selected))
      const low = frame.level === 'numbers'
      const mark = (glyph: number, right: number): void => {
        const height = seatSize * (low ? 0.33 : 0.6)
        pen.save()
        pen.translate(x - height / 2 + seatSize * right, y - height / 2 - (low ? seatSize * 0.27 : 0))
        drawGlyph(pen, glyph, height, letterOf, font)
        pen.restore()
      }
      const letter = bandGlyph(bandOf[seat]!)
      const type = plan.type[seat]!
      if (state !== seatState.free) mark(tickGlyph, 0)
      else if (type === 0) mark(letter, 0)
      else {
        mark(type, low ? -0.16 : 0)
        if (low) mark(letter, 0.17)
      }
    }
}

function drawSeat(pen: Pen, x: number, y: number, size: number, state: number, dim: boolean, fill: string, ink: Ink): void {
  const circle = (share: number): void => {
    pen.beginPath()
    pen.arc(x, y, size * share, 0, 2 * Math.PI)
  }
  pen.globalAlpha = dim ? 0.3 : 1
  if (state === seatState.taken) {
    circle(0.16)
    pen.lineWidth = Math.max(1, size * 0.08)
    pen.strokeStyle = toCss(ink.taken)
    pen.stroke()
  } else if (state === seatState.free) {
    circle(dim ? 0.3 : 0.5)
    pen.fillStyle = fill
    pen.fill()
  } else {
    const chosen = toCss(ink.selected)
    circle(state === seatState.mine ? 0.44 : 0.6)
    pen.lineWidth = size * (state === seatState.mine ? 0.12 : 0.08)
    pen.strokeStyle = chosen
    pen.stroke()
    if (state === seatState.selected) {
      circle(0.46)
      pen.fillStyle = chosen
      pen.fill()
    }
  }
  pen.globalAlpha = 1
}

function drawLabels(pen: Pen, frame: Frame, font: string): void {
  pen.textAlign = 'center'
  pen.textBaseline = 'alphabetic'
  for (const { text, x, y, size, weight, colour } of frame.labels) {
    pen.font = `${weight} ${size}px ${font}`
    pen.fillStyle = toCss(colour)
    pen.fillText(text, x, y + size * 0.36)
  }
}
