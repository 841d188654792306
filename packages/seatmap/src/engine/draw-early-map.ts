import { type Plan, readPlanBytes } from '@playhouse/domain/plan'
import { unpackAvailability } from '@playhouse/domain/seat'
import type { EarlyMap } from '#early'
import { paletteAt } from '#look'
import type { Inset, SeatOffers } from '#props'
import { createSeatStore } from '#store'
import { createEngine, type Engine, type EngineOptions } from './engine.ts'
import type { PainterMaker } from './painter.ts'
import { nextTask, runInSlices } from './slices.ts'
import { createWebglContext, enableExtensions } from './webgl-context.ts'
import { makeWebglPainter } from './webgl/webgl-painter.ts'

export type EarlyMapOptions = {
  readonly instance: string
  readonly planBytes: Promise<Uint8Array>
  readonly availability: EarlyMap['availability']
  /** Takes the element with the canvas once its styles have loaded. */
  readonly slot: Promise<Pick<Element, 'append'>>
  readonly offersOf: (plan: Plan) => SeatOffers
  readonly wordsOf: (plan: Plan) => EngineOptions['words']
  /** The id of the view to show; `undefined` draws nothing. */
  readonly viewOf: (plan: Plan) => string | undefined
  /** Measured when the styles have loaded. */
  readonly measureInset: (plan: Plan) => Inset
}

const makePainter: PainterMaker = async (core, redraw) => {
  const context = globalThis.earlyContext ?? createWebglContext()
  globalThis.earlyContext = undefined
  if (!context) throw new Error('no WebGL context')
  return makeWebglPainter(context, core, redraw)
}

/** While the replies of the server arrive, the main thread has time. */
const prepareContext = async (signal: AbortSignal): Promise<void> =>
  globalThis.earlyContext && runInSlices(enableExtensions(globalThis.earlyContext), signal)

const ignore = (): void => {}

/** Draws the map of a page whose shop has not arrived yet, and leaves it to the shop's map. */
export function drawEarlyMap({ instance, planBytes, availability, slot, ...options }: EarlyMapOptions): EarlyMap {
  const stop = new AbortController()
  const host = document.createElement('div')
  Object.assign(host.style, { position: 'absolute', inset: '0', overflow: 'clip', touchAction: 'none', userSelect: 'none' })
  const handlers = { onPick: ignore, onHover: ignore, onCamera: ignore, onArea: ignore } as unknown as EngineOptions
  const draw = async (): Promise<Engine> => {
    const [bytes, { seats, version }] = await Promise.all([planBytes, availability, prepareContext(stop.signal)])
    const plan = readPlanBytes(bytes)
    await nextTask()
    const store = createSeatStore(plan)
    store.load(unpackAvailability(seats, plan.seatCount), version)
    early.hall = { bytes, plan, store }
    const place = await slot
    stop.signal.throwIfAborted()
    const view = options.viewOf(plan)
    if (view === undefined) throw new Error('no such view')
    place.append(host)
    const state = { selection: [], mine: [], view, inset: options.measureInset(plan) }
    const { signal } = stop
    Object.assign(handlers, { host, plan, store, signal, makePainter, initial: state })
    Object.assign(handlers, { offers: options.offersOf(plan), words: options.wordsOf(plan), palette: paletteAt(host) })
    await nextTask()
    return createEngine(handlers)
  }
  const early: EarlyMap = {
    ...{ instance, planBytes, availability, host },
    engine: Promise.resolve().then(draw),
    setHandlers: (next) => void Object.assign(handlers, next),
    createEngine: (next) => createEngine({ ...next, makePainter }),
    destroy: () => {
      stop.abort()
      host.remove()
      early.engine.then((engine) => engine.destroy(), ignore)
    },
  }
  early.engine.catch(() => host.remove())
  return early
}
