import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createEngine, type Engine, loadPainter } from '#engine'
import { wordsOf } from '#fixture'
import { paletteAt } from '#look'
import { seatPitch } from '#plan-index'
import { SeatMap } from '../../src/SeatMap.tsx'
import { type Hall, halls } from './hall.ts'
import { palettes } from './palette.ts'

export type Opening = {
  readonly hall?: string
  /** `system`: as the page's own colours say, forced ones among them. */
  readonly palette?: keyof typeof palettes | 'system'
  /** Device pixels a CSS pixel at most. */
  readonly maxPixelRatio?: number
}

const host = document.querySelector<HTMLElement>('#host')!
let engine: Engine
let hall: Hall
const reports = { ready: [] as string[], undrawable: 0 }

const theatre = {
  /** Draws a hall without React. @returns how it is drawn. */
  async open({ hall: name = 'theatre', palette = 'dark', maxPixelRatio }: Opening = {}): Promise<string> {
    await document.fonts.load('700 16px Test')
    hall = halls[name]!()
    const makePainter = await loadPainter()
    if (!makePainter) return 'nothing'
    engine = await createEngine({
      host,
      ...hall,
      palette: palette === 'system' ? paletteAt(host) : palettes[palette],
      words: wordsOf(hall.plan),
      makePainter,
      ...(maxPixelRatio === undefined ? {} : { maxPixelRatio }),
      onPick: () => {},
      onHover: () => {},
      onCamera: () => {},
      onArea: () => {},
    })
    engine.setReducedMotion(true)
    await theatre.settle()
    return engine.painter
  },
  /** The same through React, mounted twice as its strict mode does. */
  async mount(name = 'theatre'): Promise<void> {
    const firstFrame = Promise.withResolvers<void>()
    hall = halls[name]!()
    const root = createRoot(host)
    root.render(
      <StrictMode>
        <SeatMap
          {...hall}
          words={wordsOf(hall.plan)}
          palette={palettes.dark}
          selection={[]}
          onToggle={() => {}}
          onReady={(painter) => {
            reports.ready.push(painter)
            firstFrame.resolve()
          }}
          onUndrawable={() => {
            reports.undrawable += 1
            firstFrame.resolve()
          }}
        />
      </StrictMode>,
    )
    await firstFrame.promise
    await theatre.settle()
  },
  /** The theatre as a layer of a scene of `@pixi/react`, its `seat` in the middle. */
  async compose(seat: number, seatSize: number): Promise<void> {
    await document.fonts.load('700 16px Test')
    hall = halls['theatre']!()
    const k = seatSize / (seatPitch(hall.plan) * 0.84)
    if (!hasScenes) throw new Error('scenes are on another page')
    const { composeScene } = await import('./scene.tsx')
    const [x, y] = [host.clientWidth / 2 - hall.plan.x[seat]! * k, host.clientHeight / 2 - hall.plan.y[seat]! * k]
    const draw = await composeScene(host, hall, { x, y, k })
    await theatre.settle()
    draw()
    await theatre.settle()
  },
  told: () => reports,
  engine: () => engine,
  hall: () => hall,
  /** Diameter of a seat, plan units. */
  seatSize: () => seatPitch(hall.plan) * 0.84,
  /** Until what was asked for is drawn. */
  async settle(): Promise<void> {
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
  },
  /** Seats of this diameter, this seat in the middle. */
  async lookAt(seat: number, seatSize: number): Promise<void> {
    engine.setFraming({ x: hall.plan.x[seat]!, y: hall.plan.y[seat]!, seatSize })
    await theatre.settle()
  },
  /** So many frames of a camera that walks to and fro, `reach` plan units away at most. */
  async walk(frames: number, reach: number): Promise<void> {
    const { x, y, seatSize } = engine.framing()
    for (let frame = 0; frame < frames; frame++) {
      engine.setFraming({ x: x + Math.sin(frame / 10) * reach, y: y + Math.cos(frame / 10) * reach, seatSize })
      await new Promise(requestAnimationFrame)
    }
  },
}
export type Theatre = typeof theatre
Object.assign(window, { theatre })
