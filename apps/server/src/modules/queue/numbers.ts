import type { Kysely } from 'kysely'
import type { Database } from '#db'
import { assignNumbers, type StoredWaitingRoom } from './waiting-room.ts'

/** A number, and the room it was given in. */
export type AssignedNumber = { readonly number: number; readonly room: StoredWaitingRoom }
type WaitingRequest = { readonly give: (given: AssignedNumber | undefined) => void; readonly refuse: (error: unknown) => void }

/**
 * Hands out numbers in blocks: whoever asks while one block is on its way is in the next, which is exactly as large as
 * what waits. So a rush of thousands a second is a few writes, no number is left unused, and nobody overtakes by more
 * than one write's time.
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
      // After this turn of the loop: those who came in with it are in the first block too.
      setImmediate(() => void serve(performance))
    })
}
