import { Overloaded } from '#db'

/**
 * Does expensive work a few at a time, first come first served.
 * @param most under way at the same time
 * @param mostWaiting that wait for those; more are refused
 * @throws Overloaded where too many wait
 */
export function createSlots(most: number, mostWaiting: number): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let underWay = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (underWay >= most) {
      if (waiting.length >= mostWaiting) throw new Overloaded('too many passwords wait to be hashed')
      // The slot is handed over by the one who leaves it.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else underWay += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else underWay -= 1
    }
  }
}
