import { cameras, type Camera, fitHall, type Phase } from './camera.ts'
import { drain, takeRequestedFrames, takeTime, time } from './clock.ts'
import { buildHall, scatter } from './hall.ts'
import type { Variant, VariantMaker } from './variant/variant.ts'

const makers: Readonly<Record<string, () => Promise<VariantMaker>>> = {
  ours: async () => (await import('./variant/ours.ts')).ours,
  raw: async () => (await import('./variant/raw.ts')).raw,
  empty: async () => (await import('./variant/empty.ts')).empty,
  svg: async () => (await import('./variant/svg.ts')).svg,
  konva: async () => (await import('./variant/konva.ts')).konva,
  'pixi-sprites': async () => (await import('./variant/pixi-sprites.ts')).pixiSprites,
  'seatmap-canvas': async () => (await import('./variant/seatmap-canvas.ts')).seatmapCanvas,
}
const parameters = new URLSearchParams(location.search)
const name = parameters.get('variant') ?? 'ours'
const hall = buildHall(Number(parameters.get('seats') ?? 10_000))
const host = document.querySelector<HTMLElement>('#host')!
const maker = await makers[name]!()
let variant: Variant

/**
 * Maximum duration of a phase in milliseconds, number of warm-up frames, and whether each camera is drawn however long it
 * takes.
 */
type Pace = { readonly longest?: number; readonly warm?: number; readonly paced?: boolean }

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

async function measureSettled(work: () => void): Promise<{ js: number; done: number }> {
  await drain()
  const idle = performance.now()
  await drain()
  takeTime()
  const start = performance.now()
  time(work)
  await drain()
  const js = takeTime()
  // Once more, for what was drawn must also have been composited; a turn in which nothing happens is not theirs to pay.
  await drain()
  return { js, done: performance.now() - start - (start - idle) }
}

const bench = {
  /** Time from a plan in memory to its first complete frame. */
  async start(): Promise<number> {
    await drain()
    const start = performance.now()
    variant = await maker(host, hall)
    variant.look(fitHall(hall))
    await drain()
    await drain()
    return performance.now() - start
  },
  /**
   * Frames of one phase, one at a time: means in milliseconds, and the number of frames within the time. A median would hide
   * slow frames of a contestant whose frames differ.
   */
  async phase(phase: Phase, frames: number, { longest = Infinity, warm = 40, paced = false }: Pace = {}) {
    const path = cameras(hall, phase, frames)
    const js: number[] = []
    const draw = async (camera: Camera): Promise<void> => {
      takeTime()
      time(() => variant.look(camera))
      await drain()
      js.push(takeTime())
    }
    // Measures the steady state, with compiled code and filled caches; slow contestants warm up for half a second at most.
    const warming = performance.now()
    const patience = longest === Infinity ? Infinity : 500
    for (const camera of cameras(hall, phase, 40).slice(0, warm)) if (performance.now() - warming < patience) await draw(camera)
    const warmUpFrames = js.length
    js.length = 0
    const start = performance.now()
    const ends = [start]
    // Slow contestants skip cameras, so that each still walks the whole way.
    for (let i = 0; i < path.length;) {
      await draw(path[i]!)
      ends.push(performance.now())
      const each = (performance.now() - start) / js.length
      i += paced ? 1 : Math.max(1, Math.round((each * frames) / longest))
      if (performance.now() - start > longest * 2) break
    }
    const total = performance.now() - start
    return { frames: js.length, warmUpFrames, interval: total / js.length, js: sum(js) / js.length, total }
  },
  /** So many turns of the loop in which nothing is drawn: what measuring itself costs. */
  async idleFrames(frames: number): Promise<void> {
    for (let frame = 0; frame < frames; frame++) await drain()
  },
  async change(rounds: number) {
    return repeat(rounds, (round) =>
      variant.change(Array.from({ length: 1_000 }, (_, i) => scatter(round * 1_000 + i) % hall.plan.seatCount)),
    )
  },
  async recolour(rounds: number) {
    return repeat(rounds, (round) => variant.recolour(round + 1))
  },
  async filter(rounds: number) {
    const { filter } = variant
    return filter && repeat(rounds, (round) => filter(round + 1))
  },
  pick() {
    const { pick, indexTime } = variant
    if (!pick) return undefined
    const build = indexTime?.() ?? 0
    const { viewBox } = hall.plan
    const queries = Array.from(
      { length: 20_000 },
      (_, i) => [viewBox.x + (scatter(i) % viewBox.width), viewBox.y + (scatter(i + 7) % viewBox.height)] as const,
    )
    for (const [x, y] of queries) pick(x, y)
    const start = performance.now()
    for (const [x, y] of queries) pick(x, y)
    return { build, each: ((performance.now() - start) * 1_000) / queries.length }
  },
  fit: (): Promise<{ js: number; done: number }> => measureSettled(() => variant.look(fitHall(hall))),
  /** Number of animation frames requested during a time without changes. */
  async idle(milliseconds: number): Promise<number> {
    await drain()
    takeRequestedFrames()
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    return takeRequestedFrames()
  },
}

/** Not counted: the first ones are the compiler's. */
const warmRounds = 3

async function repeat(rounds: number, work: (round: number) => void): Promise<{ js: number; done: number }> {
  const results: { js: number; done: number }[] = []
  for (let round = 0; round < rounds + warmRounds; round++) results.push(await measureSettled(() => work(round)))
  results.splice(0, warmRounds)
  return { js: median(results.map(({ js }) => js)), done: median(results.map(({ done }) => done)) }
}

export type Bench = typeof bench
Object.assign(window, { bench })
