import { setTimeout as wait } from 'node:timers/promises'
import { isBusy } from './transact.ts'

type RetryOptions = {
  /** Milliseconds from the first attempt after which no other one begins. */
  readonly forMs?: number
  /** Milliseconds between two attempts. */
  readonly pauseMs?: number
}

/** The driver's words for a connection that the database did not open in time. */
const lateConnection = /connection timeout/i

/**
 * Runs a step of a process's start, and repeats it while the database has too much work: processes that start at once wait for the locks of
 * one another, and for a machine that is under load. The step may run several times, so it must write nothing twice.
 * @throws the error of the last attempt; any other error than of a busy database at once, as of one that refuses connections
 */
export async function retryWhileBusy<Result>(
  step: () => Promise<Result>,
  { forMs = 60_000, pauseMs = 500 }: RetryOptions = {},
): Promise<Result> {
  const end = performance.now() + forMs
  for (;;) {
    try {
      return await step()
    } catch (error) {
      const mayPass = isBusy(error) || (error instanceof Error && lateConnection.test(error.message))
      if (!mayPass || performance.now() > end) throw error
      await wait(pauseMs)
    }
  }
}
