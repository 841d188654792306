/** Work in steps: between two of them the main thread may be given to input. It returns the result. */
export type Steps<Result = void> = Generator<void, Result>

/** Milliseconds of work after which other tasks may run. Below a long task (50 ms) by the duration of the longest step. */
const sliceMs = 10

/** Runs all steps at once. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/**
 * Runs steps in slices of a few milliseconds. Between two slices the browser handles input and draws.
 * @param signal stops the work before its next slice
 * @throws the reason of the signal
 */
export async function runInSlices<Result>(steps: Steps<Result>, signal?: AbortSignal): Promise<Result> {
  for (;;) {
    signal?.throwIfAborted()
    const until = performance.now() + sliceMs
    do {
      const { done, value } = steps.next()
      if (done) return value
    } while (performance.now() < until)
    await nextTask()
  }
}

declare const scheduler: { readonly yield?: () => Promise<void> } | undefined

/** Resolves in a new task, before tasks that other code has queued where the browser supports that. */
export function nextTask(): Promise<void> {
  if (typeof scheduler !== 'undefined' && scheduler.yield) return scheduler.yield()
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(undefined)
  })
}

/** Milliseconds of work in idle time, before at most one more step. */
const idleSliceMs = 8

/** Runs steps in idle time, in short slices. `isOver` ends them. */
export function runWhenIdle(steps: Steps, isOver: () => boolean): void {
  const run = (): void => {
    const until = performance.now() + idleSliceMs
    do if (isOver() || steps.next().done) return
    while (performance.now() < until)
    whenIdle(run)
  }
  whenIdle(run)
}

const whenIdle = (work: () => void): void => void ('requestIdleCallback' in globalThis ? requestIdleCallback(work) : setTimeout(work, 200))

/** Frames until the first frame is on the screen: work done before that delays it. */
const framesUntilShown = 3

/** Calls a function once the first frame is on the screen. */
export const whenShown = (work: () => void, frames = framesUntilShown): void =>
  void requestAnimationFrame(frames > 1 ? () => whenShown(work, frames - 1) : work)
