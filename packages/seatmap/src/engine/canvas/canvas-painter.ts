import { type Camera, toScreen } from '#camera'
import { type Ink, toCss } from '#look'
import type { Shape } from '#layers'
import type { Core } from '../core.ts'
import type { Theme, Frame, Painter, PainterMaker } from '../painter.ts'
import { createSeatBrush, type SeatBrush } from './seat-brush.ts'

type Context2d = CanvasRenderingContext2D

/** Draws the same core with a 2D canvas, for browsers without WebGL. Every frame is drawn whole; levels of detail keep it cheap. */
export const makeCanvasPainter: PainterMaker = async (core: Core): Promise<Painter> => {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('no 2D canvas')
  let resolution = 1
  let theme: Theme | undefined
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
    setTheme: (next) => {
      theme = next
      drawSeats = createSeatBrush(core, next)
    },
    refresh: () => {},
    prefetch: () => {},
    *write() {},
    *prepare() {},
    paint: (frame) => {
      if (!theme) return
      const { ink } = theme
      context.setTransform(resolution, 0, 0, resolution, 0, 0)
      context.fillStyle = toCss(frame.ground)
      context.fillRect(0, 0, frame.size.width, frame.size.height)
      for (const shape of frame.light.items) drawShape(context, shape, frame.camera, ink)
      for (const shape of frame.shapesBelow.items) drawShape(context, shape, frame.camera, ink)
      drawSeats?.(context, frame)
      drawLabels(context, frame, theme)
      for (const shape of frame.shapesAbove.items) drawShape(context, shape, frame.camera, ink)
    },
    destroy: () => canvas.remove(),
  }
}

function drawShape(context: Context2d, shape: Shape, camera: Camera, ink: Ink): void {
  context.beginPath()
  if (shape.kind === 'polygon') {
    shape.points.forEach(([x, y], i) => (i === 0 ? context.moveTo(...toScreen(camera, x, y)) : context.lineTo(...toScreen(camera, x, y))))
    context.closePath()
  } else {
    const [x, y] = toScreen(camera, shape.x, shape.y)
    const radius = shape.kind === 'ring' ? shape.pixels / 2 : shape.radius * camera.k
    context.arc(x, y, radius, 0, 2 * Math.PI)
    if (shape.kind === 'glow') {
      const [red, green, blue, alpha] = shape.fill(ink)
      const light = context.createRadialGradient(x, y, 0, x, y, radius)
      for (const step of [0, 0.25, 0.5, 0.75, 1]) light.addColorStop(step, toCss([red, green, blue, alpha * (1 - step) ** 2]))
      context.fillStyle = light
      context.fill()
      return
    }
  }
  if (shape.fill) {
    context.fillStyle = toCss(shape.fill(ink))
    context.fill()
  }
  if (shape.stroke) {
    context.strokeStyle = toCss(shape.stroke.colour(ink))
    context.lineWidth = shape.stroke.width
    context.stroke()
  }
}

function drawLabels(context: Context2d, frame: Frame, { ink, font }: Theme): void {
  context.textAlign = 'center'
  context.textBaseline = 'alphabetic'
  for (const { text, x, y, right, down, size, weight, colour, turn = 0 } of frame.labels.items) {
    const [left, top] = toScreen(frame.camera, x, y)
    context.font = `${weight} ${size}px ${font}`
    context.fillStyle = toCss(colour(ink))
    context.save()
    context.translate(left + right, top + down)
    context.rotate((turn * Math.PI) / 2)
    context.fillText(text, 0, size * 0.36)
    context.restore()
  }
}
