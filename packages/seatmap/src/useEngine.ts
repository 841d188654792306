import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { createByEarlyEngine, type EngineHandlers, takeOverEarlyMap } from '#early'
import type { Engine, EngineOptions } from '#engine'
import { paletteAt } from '#look'
import type { Inset, SeatMapProps, SeatSpot } from '#props'
import { reducedMotionWanted, watchMedia } from './media.ts'

type Events = {
  readonly onPick: (seat: number) => void
  readonly onHold: (seat: number) => void
  readonly onLasso: (seats: readonly number[]) => void
  readonly onHover: (spot: SeatSpot | undefined) => void
  readonly onCamera: EngineOptions['onCamera']
  readonly onArea: (area: number) => void
  readonly onStandingArea: (area: number) => void
}

const noSeats: readonly number[] = []
const noInset: Inset = { top: 0, right: 0, bottom: 0, left: 0 }

type CreateEngine = (options: Omit<EngineOptions, 'makePainter'>) => Promise<Engine>

/** Loads the engine. Returns undefined where nothing can be drawn. */
async function loadEngine(): Promise<CreateEngine | undefined> {
  const { createEngine, loadPainter } = await import('#engine')
  const makePainter = await loadPainter()
  return makePainter && ((options) => createEngine({ ...options, makePainter }))
}

/**
 * The engine of a mounted map: loaded lazily, created once per plan and store, or taken over from a
 * script that drew it before the shop had arrived; updated by every prop that changes.
 * `undefined` until it draws. React may unmount and mount the map while it loads; an engine that arrives after that is
 * destroyed.
 */
export function useEngine(host: RefObject<HTMLElement | null>, props: SeatMapProps, events: Events): Engine | undefined {
  const { plan, store, offers, selection, mine, filters, view, words, palette, inset, reducedMotion, lasso } = props
  const [engine, setEngine] = useState<Engine>()
  const onPick = useEffectEvent(events.onPick)
  const onHold = useEffectEvent(events.onHold)
  const onLasso = useEffectEvent(events.onLasso)
  const onHover = useEffectEvent(events.onHover)
  const onCamera = useEffectEvent(events.onCamera)
  const onArea = useEffectEvent(events.onArea)
  const onStandingArea = useEffectEvent(events.onStandingArea)
  const start = useEffectEvent(() => ({
    offers,
    words,
    palette: palette ?? paletteAt(host.current!),
    initial: { selection, mine: mine ?? noSeats, view: view ?? 'all', inset: inset ?? noInset },
  }))
  const lassoHandler = useEffectEvent((): Partial<EngineHandlers> => (props.onLasso ? { onLasso } : {}))
  // What changed while the first frame was written. The effects below run after that frame.
  const placeCamera = useEffectEvent((engine: Engine) => {
    engine.setChosen(selection, mine ?? noSeats)
    engine.setView(view ?? 'all')
    if (inset) engine.setInset(inset)
  })
  const ready = useEffectEvent((painter: Engine['painter']) => props.onReady?.(painter))
  const handleFailure = useEffectEvent((reason?: unknown) => props.onUndrawable?.(reason))

  useEffect(() => {
    const unmounting = new AbortController()
    const { signal } = unmounting
    let destroy = (): void => {}
    const begin = async (): Promise<void> => {
      const handlers = { onPick, onHold, onHover, onCamera, onArea, onStandingArea, ...lassoHandler() }
      const early = await takeOverEarlyMap(store, host.current!, handlers)
      const create = createByEarlyEngine() ?? (await loadEngine())
      const element = host.current
      if (signal.aborted || !element) return early?.destroy()
      if (!create) return handleFailure()
      const created = early?.engine ?? (await create({ host: element, plan, store, signal, ...start(), ...handlers }))
      destroy = early?.destroy ?? created.destroy
      if (signal.aborted) return destroy()
      placeCamera(created)
      setEngine(created)
    }
    begin().catch((error: unknown) => void (signal.aborted || handleFailure(error)))
    return () => {
      unmounting.abort()
      destroy()
      setEngine(undefined)
    }
  }, [plan, store, host])

  useEffect(() => {
    if (!engine) return
    const heed = (): void => engine.setReducedMotion(reducedMotion ?? reducedMotionWanted())
    heed()
    return watchMedia(['(prefers-reduced-motion: reduce)'], heed)
  }, [engine, reducedMotion])
  useEffect(() => engine?.setLasso(lasso ?? false), [engine, lasso])
  useEffect(() => engine?.setOffers(offers), [engine, offers])
  useEffect(() => engine?.setChosen(selection, mine ?? noSeats), [engine, selection, mine])
  useEffect(() => engine?.setFilters(filters ?? {}), [engine, filters])
  useEffect(() => engine?.setView(view ?? 'all'), [engine, view])
  useEffect(() => engine?.setWords(words), [engine, words])
  const { top, right, bottom, left } = inset ?? { top: 0, right: 0, bottom: 0, left: 0 }
  useEffect(() => engine?.setInset({ top, right, bottom, left }), [engine, top, right, bottom, left])
  useEffect(() => {
    const element = host.current
    if (!engine || !element) return
    // The system's colours have precedence in forced colours, which recolour everything but canvas pixels.
    const applyPalette = (): void =>
      engine.setPalette(palette && !matchMedia('(forced-colors: active)').matches ? palette : paletteAt(element))
    applyPalette()
    return watchMedia(['(forced-colors: active)', '(prefers-color-scheme: dark)'], applyPalette)
  }, [engine, palette, host])
  // Last of all: the host may move the camera in `onReady`, so the handle and the view must be in place.
  useEffect(() => void (engine && ready(engine.painter)), [engine])
  return engine
}
