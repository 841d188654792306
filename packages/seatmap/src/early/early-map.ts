import type { Plan } from '@playhouse/domain/plan'
import type { Engine, EngineOptions } from '#engine'
import type { SeatStore } from '#store'

/** Callbacks of an engine. A map that is taken over gets those of its new host. */
export type EngineHandlers = Pick<EngineOptions, 'onPick' | 'onHold' | 'onLasso' | 'onHover' | 'onCamera' | 'onArea' | 'onStandingArea'>

/** The hall of an early map, once its data has arrived. */
export type EarlyHall = { readonly bytes: Uint8Array; readonly plan: Plan; readonly store: SeatStore }

/** A map that a script draws into a page of the server before the shop has arrived. The shop's map takes it over. */
export type EarlyMap = {
  /** Id of the performance. */
  readonly instance: string
  /** The replies of the server, so that the shop does not fetch them again. They are rejected where it should. */
  readonly planBytes: Promise<Uint8Array>
  readonly availability: Promise<{ readonly seats: string; readonly version: number }>
  hall?: EarlyHall
  /** The element with the canvas, which has the gestures too. It fills its parent. */
  readonly host: HTMLElement
  /** Rejected if nothing can be drawn. */
  readonly engine: Promise<Engine>
  readonly setHandlers: (handlers: EngineHandlers) => void
  /** Creates the engine of the next map, so that the shop need not fetch its own copy. */
  readonly createEngine: (options: Omit<EngineOptions, 'makePainter'>) => Promise<Engine>
  readonly destroy: () => void
}

declare global {
  /** The early map of the page; `none` once the shop has started without one. */
  var earlyMap: EarlyMap | 'none' | undefined
}

let createByEarly: EarlyMap['createEngine'] | undefined

/** The early map of a performance. A script that has not begun by now draws none. */
export function earlyMapOf(instance: string): EarlyMap | undefined {
  globalThis.earlyMap ??= 'none'
  const early = globalThis.earlyMap
  return early !== 'none' && early.instance === instance ? early : undefined
}

/** The plan that an early map has read from these bytes. */
export function earlyPlanOf(bytes: Uint8Array): Plan | undefined {
  const early = globalThis.earlyMap
  return early && early !== 'none' && early.hall?.bytes === bytes ? early.hall.plan : undefined
}

/** The store of the early map, if it shows this performance on this plan. */
export function earlyStoreOf(instance: string, plan: Plan): SeatStore | undefined {
  const hall = earlyMapOf(instance)?.hall
  return hall?.plan.hall === plan.hall && hall.plan.version === plan.version ? hall.store : undefined
}

/**
 * Takes over the early map that draws this store, once: it moves into the new host. Its owner destroys it.
 * @returns undefined if there is none, or it can't be drawn
 */
export async function takeOverEarlyMap(
  store: SeatStore,
  newHost: HTMLElement,
  handlers: EngineHandlers,
): Promise<{ readonly engine: Engine; readonly destroy: () => void } | undefined> {
  const early = globalThis.earlyMap
  if (!early || early === 'none') return undefined
  if (early.hall?.store !== store) {
    removeEarlyMap()
    return undefined
  }
  globalThis.earlyMap = 'none'
  const engine = await early.engine.catch(() => undefined)
  if (!engine) return undefined
  createByEarly = early.createEngine
  newHost.prepend(early.host)
  early.setHandlers(handlers)
  handlers.onCamera(engine.camera(), engine.destination())
  return { engine, destroy: early.destroy }
}

/** The engine's code of an early map that was taken over. */
export const createByEarlyEngine = (): EarlyMap['createEngine'] | undefined => createByEarly

/** Removes the early map if no map has taken it over. */
export function removeEarlyMap(): void {
  if (globalThis.earlyMap && globalThis.earlyMap !== 'none') globalThis.earlyMap.destroy()
  globalThis.earlyMap = 'none'
}
