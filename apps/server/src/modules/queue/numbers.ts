import type { Kysely } from 'kysely'
import type { Database } from '#db'
import { assignNumbers, type StoredWaitingRoom } from './waiting-room.ts'

/** A queue number, and the waiting room that assigned it. */
export type AssignedNumber = { readonly number: number; readonly room: StoredWaitingRoom }
type WaitingRequest = { readonly give: (assignedNumber: AssignedNumber | undefined) => void; readonly refuse: (error: unknown) => void }

/**
 * Assigns numbers in batches. Requests that arrive while one batch is written are in the next, which has exactly their number. A
 * rush of thousands per second takes a few writes, no number is left unused, and requests overtake each other by at most one
 * write's time.
 */
export function createNumberBatcher(db: Kysely<Database>): (performance: string) => Promise<AssignedNumber | undefined> {
  const waiting = new Map<string, WaitingRequest[]>()
  const serve = async (performance: string): Promise<void> => {
    for (let askers = waiting.get(performance)!; askers.length > 0; askers = waiting.get(performance)!) {
      waiting.set(performance, [])
      try {
        const block = await assignNumbers(db, performance, askers.length)
        for (const [nth, { give }] of askers.entries()) give(block && { number: block.first + nth, room: block.room })
      } catch (error) {
        for (const { refuse } of askers) refuse(error)
      }
    }
    waiting.delete(performance)
  }
  return (performance) =>
    new Promise((give, refuse) => {
      const askers = waiting.get(performance)
      if (askers) return void askers.push({ give, refuse })
      waiting.set(performance, [{ give, refuse }])
      // After the current turn of the event loop, so that its requests are in the first batch.
      setImmediate(() => void serve(performance))
    })
}
