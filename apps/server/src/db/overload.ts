import { AsyncLocalStorage } from 'node:async_hooks'

/** Thrown where more work waits than will be done in time: the caller is answered 503 at once and may retry later. */
export class Overloaded extends Error {
  override name = 'Overloaded'
  readonly code = 'overloaded'
}

/** Milliseconds for which a statement waits for a lock. */
export const maxLockWaitMs = 1_000

/**
 * Maximum total wait of one request for connections, locks and batches. Concurrent waits count once; time spent working does
 * not count.
 */
export class WaitBudget {
  #left: number
  #waits = 0
  #since = 0

  /** @param milliseconds in all */
  constructor(milliseconds: number) {
    this.#left = milliseconds
  }

  /** Milliseconds that are left; never less than 0. */
  get left(): number {
    return Math.max(0, this.#left - (this.#waits > 0 ? performance.now() - this.#since : 0))
  }

  spend(milliseconds: number): void {
    this.#left -= milliseconds
  }

  /** Counts the time until `wait` has settled. */
  async trackWait<Value>(wait: Promise<Value>): Promise<Value> {
    if (this.#waits++ === 0) this.#since = performance.now()
    try {
      return await wait
    } finally {
      if (--this.#waits === 0) this.spend(performance.now() - this.#since)
    }
  }
}

const budgets = new AsyncLocalStorage<WaitBudget | undefined>()

/** The budget of the request that is being answered; undefined for background work, which may wait. */
export const currentBudget = (): WaitBudget | undefined => budgets.getStore()

/** Does `work` within a budget, or without one where it is undefined. */
export const withBudget = <Value>(budget: WaitBudget | undefined, work: () => Value): Value => budgets.run(budget, work)
