import { Worker } from 'node:worker_threads'

/** The outcome of a task: its result or the error that the worker threw. */
export type Outcome<Result> = { readonly result: Result } | { readonly error: unknown }

export type WorkerPool<Task, Result> = {
  /** Runs a task in a worker thread, as soon as one is free. @throws the worker's error; Error on a crash or a timeout */
  readonly run: (task: Task) => Promise<Result>
  readonly close: () => Promise<void>
}

type Job<Task, Result> = { readonly task: Task; readonly done: PromiseWithResolvers<Result> }

/**
 * Creates worker threads that run one task at a time each. They start on demand and do not keep the process alive. A worker that
 * crashes or exceeds the timeout fails only its task, and is replaced for the next one.
 * @param script a module that receives tasks as messages and posts an {@link Outcome} for each
 */
export function createWorkerPool<Task, Result>(
  script: URL,
  { size, maxSeconds }: { readonly size: number; readonly maxSeconds: number },
): WorkerPool<Task, Result> {
  const idle: Worker[] = []
  const all = new Set<Worker>()
  const waiting: Job<Task, Result>[] = []

  const start = (): Worker => {
    const worker = new Worker(script)
    worker.unref()
    all.add(worker)
    // Without a listener the error of an idle worker would end the process; its `exit` follows.
    worker.on('error', () => {})
    worker.once('exit', () => {
      all.delete(worker)
      const at = idle.indexOf(worker)
      if (at >= 0) idle.splice(at, 1)
    })
    return worker
  }

  const runOn = (worker: Worker, { task, done }: Job<Task, Result>): void => {
    const timer = setTimeout(() => finish(() => done.reject(new Error(`worker timed out after ${maxSeconds} s`)), true), maxSeconds * 1000)
    const onMessage = (outcome: Outcome<Result>): void =>
      finish(() => ('error' in outcome ? done.reject(outcome.error) : done.resolve(outcome.result)), false)
    const onError = (error: Error): void => finish(() => done.reject(error), true)
    const onExit = (code: number): void => finish(() => done.reject(new Error(`worker ended with exit code ${code}`)), true)
    const finish = (settle: () => void, isBroken: boolean): void => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      worker.unref()
      if (isBroken) {
        all.delete(worker)
        void worker.terminate()
      } else idle.push(worker)
      settle()
      startWaiting()
    }
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.ref()
    try {
      worker.postMessage(task)
    } catch (error) {
      // The task cannot be copied to another thread.
      finish(() => done.reject(error), false)
    }
  }

  const startWaiting = (): void => {
    while (waiting.length > 0 && (idle.length > 0 || all.size < size)) runOn(idle.pop() ?? start(), waiting.shift()!)
  }

  return {
    run: (task) => {
      const done = Promise.withResolvers<Result>()
      waiting.push({ task, done })
      startWaiting()
      return done.promise
    },
    close: async () => {
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
  }
}
