import type { Measurement } from '#channel'

/** One frame in which script ran: when it began and how long it took, milliseconds. */
type Frame = { readonly at: number; readonly script: number }

export type FrameCounter = {
  /** Frames that began since a moment of `performance.now()`. */
  readonly since: (moment: number) => readonly Frame[]
  readonly measure: (fly: () => Promise<void>) => Promise<Measurement>
}

/** Max frames kept: half a minute at sixty a second. */
const maxFrames = 1800

/**
 * Counts animation frames in which script ran, and how long it ran in each. Call it before the code to be counted,
 * because it replaces `requestAnimationFrame`. The map requests frames only while something moves, so a still map counts
 * none.
 */
export function countFrames(): FrameCounter {
  const frames: { at: number; script: number }[] = []
  const request = requestAnimationFrame.bind(globalThis)
  globalThis.requestAnimationFrame = (run) =>
    request((at) => {
      const startedAt = performance.now()
      run(at)
      const script = performance.now() - startedAt
      const last = frames.at(-1)
      if (last?.at === at) last.script += script
      else frames.push({ at, script })
      if (frames.length > maxFrames) frames.shift()
    })
  const since = (moment: number): readonly Frame[] => frames.filter(({ at }) => at >= moment)
  return {
    since,
    measure: async (fly) => {
      const startedAt = performance.now()
      await fly()
      return summarise(since(startedAt), (performance.now() - startedAt) / 1000)
    },
  }
}

export function summarise(frames: readonly Frame[], seconds: number): Measurement {
  const scripts = frames.map(({ script }) => script).sort((a, b) => a - b)
  return { frames: frames.length, seconds, medianScript: scripts[scripts.length >> 1] ?? 0, worstScript: scripts.at(-1) ?? 0 }
}
