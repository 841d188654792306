import { setTimeout as pause } from 'node:timers/promises'
import { usualWait } from './time-limit.mjs'

type Options = {
  /** Milliseconds after which it fails: `longestWait` at most, or `timeLimit(…)` for the start of a process. */
  readonly timeout?: number
  /** Milliseconds between two looks. */
  readonly interval?: number
}

/** The condition did not hold in time. */
export class NotInTime extends Error {}

/**
 * Waits until a condition holds, for tests and their support outside of `expect.poll`.
 * @returns what the condition returned: the first value that is not `undefined` or `false`
 * @throws {NotInTime} with `what` when the condition does not hold in time, and whatever the condition throws
 */
export async function until<Value>(
  what: string,
  condition: () => Value | Promise<Value>,
  { timeout = usualWait, interval = 20 }: Options = {},
): Promise<Exclude<Value, undefined | false>> {
  const end = performance.now() + timeout
  for (;;) {
    const value = await condition()
    if (value !== undefined && value !== false) return value as Exclude<Value, undefined | false>
    if (performance.now() > end) throw new NotInTime(`${what}: not within ${timeout / 1000} s`)
    await pause(interval)
  }
}
