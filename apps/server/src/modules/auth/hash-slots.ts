import { Overloaded } from '#db'

/**
 * Limits the concurrency of expensive work, in the order of calls.
 * @param maxRunning calls that run at the same time
 * @param maxWaiting calls that may wait; more are rejected
 * @throws Overloaded if too many wait
 */
export function createConcurrencyLimit(maxRunning: number, maxWaiting: number): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= maxRunning) {
      if (waiting.length >= maxWaiting) throw new Overloaded('too many passwords wait to be hashed')
      // The finished call passes its slot on.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
