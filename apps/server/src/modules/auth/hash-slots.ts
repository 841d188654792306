import { Overloaded } from '#db'

/**
 * Does expensive work a few at a time, first come first served.
 * @param maxRunning under way at the same time
 * @param maxWaiting that wait for those; more are refused
 * @throws Overloaded where too many wait
 */
export function createConcurrencyLimit(maxRunning: number, maxWaiting: number): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= maxRunning) {
      if (waiting.length >= maxWaiting) throw new Overloaded('too many passwords wait to be hashed')
      // The slot is handed over by the one who leaves it.
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
