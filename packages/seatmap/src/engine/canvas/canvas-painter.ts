import { type Camera, toScreen } from '#camera'
import { type Ink, toCss } from '#look'
import type { Shape } from '#layers'
import type { Core } from '../core.ts'
import type { Dress, Frame, Painter, PainterMaker } from '../painter.ts'
import { createSeatBrush, type SeatBrush } from './seat-brush.ts'

type Pen = CanvasRenderingContext2D

/** Draws the same core with a 2D canvas, for browsers without WebGL. Every frame is drawn whole; levels of detail keep it cheap. */
export const makeCanvasPainter: PainterMaker = async (core: Core): Promise<Painter> => {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d', { alpha: false })
  if (!pen) throw new Error('no 2D canvas')
  let resolution = 1
  let dress: Dress | undefined
  let drawSeats: SeatBrush | undefined

  return {
    kind: 'canvas',
    canvas,
    software: true,
    resize: (next, pixels) => {
      resolution = pixels
      canvas.width = Math.round(next.width * pixels)
      canvas.height = Math.round(next.height * pixels)
      canvas.style.width = `${next.width}px`
      canvas.style.height = `${next.height}px`
    },
    dress: (next) => {
      dress = next
      drawSeats = createSeatBrush(core, next)
    },
    refresh: () => {},
    learn: () => {},
    *prepare() {},
    paint: (frame) => {
      if (!dress) return
      const { ink } = dress
      pen.setTransform(resolution, 0, 0, resolution, 0, 0)
      pen.fillStyle = toCss(frame.ground)
      pen.fillRect(0, 0, frame.size.width, frame.size.height)
      for (const shape of frame.light.items) drawShape(pen, shape, frame.camera, ink)
      for (const shape of frame.below.items) drawShape(pen, shape, frame.camera, ink)
      drawSeats?.(pen, frame)
      drawLabels(pen, frame, dress)
      for (const shape of frame.above.items) drawShape(pen, shape, frame.camera, ink)
    },
    destroy: () => canvas.remove(),
  }
}

function drawShape(pen: Pen, shape: Shape, camera: Camera, ink: Ink): void {
  pen.beginPath()
  if (shape.kind === 'polygon') {
    shape.points.forEach(([x, y], i) => (i === 0 ? pen.moveTo(...toScreen(camera, x, y)) : pen.lineTo(...toScreen(camera, x, y))))
    pen.closePath()
  } else {
    const [x, y] = toScreen(camera, shape.x, shape.y)
    const radius = shape.kind === 'ring' ? shape.pixels / 2 : shape.radius * camera.k
    pen.arc(x, y, radius, 0, 2 * Math.PI)
    if (shape.kind === 'glow') {
      const [red, green, blue, alpha] = shape.fill(ink)
      const light = pen.createRadialGradient(x, y, 0, x, y, radius)
      for (const step of [0, 0.25, 0.5, 0.75, 1]) light.addColorStop(step, toCss([red, green, blue, alpha * (1 - step) ** 2]))
      pen.fillStyle = light
      pen.fill()
      return
    }
  }
  if (shape.fill) {
    pen.fillStyle = toCss(shape.fill(ink))
    pen.fill()
  }
  if (shape.stroke) {
    pen.strokeStyle = toCss(shape.stroke.colour(ink))
    pen.lineWidth = shape.stroke.width
    pen.stroke()
  }
}

function drawLabels(pen: Pen, frame: Frame, { ink, font }: Dress): void {
  pen.textAlign = 'center'
  pen.textBaseline = 'alphabetic'
  for (const { text, x, y, right, down, size, weight, colour, turn = 0 } of frame.labels.items) {
    const [left, top] = toScreen(frame.camera, x, y)
    pen.font = `${weight} ${size}px ${font}`
    pen.fillStyle = toCss(colour(ink))
    pen.save()
    pen.translate(left + right, top + down)
    pen.rotate((turn * Math.PI) / 2)
    pen.fillText(text, 0, size * 0.36)
    pen.restore()
  }
}
