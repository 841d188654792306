import type { Kysely } from 'kysely'
import type { Database } from '#db'
import { drawLots, type QueueStatus, queueStatusOf } from '@playhouse/domain/queue'
import { type QueueTicket, moveQueueTicket, redeemQueueTicket } from './entry.ts'
import { createNumberBatcher } from './numbers.ts'
import { advanceQueues, readWaitingRooms, type StoredWaitingRoom } from './waiting-room.ts'

/** The status of a queue ticket. `void`: it is not valid here. `moved`: another device has it. */
export type QueueTicketStatus = QueueStatus | { readonly state: 'void' } | { readonly state: 'moved' }

/** The waiting rooms in the memory of one server process: a copy of their rows that is at most a second old. */
export interface WaitingRooms {
  /** The waiting room of a performance, its own or its production's, from memory; undefined if there is none. */
  of(performance: string): StoredWaitingRoom | undefined
  /** All waiting rooms. */
  all(): readonly StoredWaitingRoom[]
  /** The status of a ticket, from memory. */
  status(place: QueueTicket): QueueTicketStatus
  /** Assigns a new ticket, at the end of the queue or for the draw; undefined if visitors can't join now. */
  join(performance: string): Promise<QueueTicket | undefined>
  /** Redeems a ticket for a session. Returns the end of the visit; undefined if the ticket does not admit it. */
  enter(place: QueueTicket, session: string): Promise<number | undefined>
  /** The ticket for the device that opens a transfer link; undefined if it can't be moved any more. */
  move(place: QueueTicket, until: number): Promise<QueueTicket | undefined>
  /** The database's clock in epoch milliseconds. */
  now(): number
  /** Reads the database now. */
  refresh(): Promise<void>
  close(): Promise<void>
}

export type WaitingRoomOptions = {
  readonly sessionIdleSeconds: number
  /** Milliseconds between two reads. */
  readonly refreshIntervalMs?: number
  readonly onFailure?: (error: unknown) => void
}

/** A waiting room in memory. The draw is computed once per process: about 20 ms for a million visitors. */
type CachedRoom = { readonly room: StoredWaitingRoom; readonly lots: Uint32Array | undefined; readonly movedTickets: Map<number, number> }

/**
 * Opens the waiting rooms in this process.
 * @throws if they can't be read: without them visitors would be admitted wrongly
 */
export async function openWaitingRooms(
  db: Kysely<Database>,
  { sessionIdleSeconds, refreshIntervalMs = 1_000, onFailure = () => {} }: WaitingRoomOptions,
): Promise<WaitingRooms> {
  let cachedRooms = new Map<string, CachedRoom>()
  /** By performance the one whose waiting room it shares. */
  let roomByPerformance = new Map<string, string>()
  let clockAhead = 0
  let movedSince = 0
  const assignNumber = createNumberBatcher(db)

  const toCachedRoom = (room: StoredWaitingRoom): CachedRoom => {
    const before = cachedRooms.get(room.performance)
    const isSame = before?.room.round === room.round
    // Results may arrive out of order. Within a round both values only grow.
    const newest = isSame
      ? {
          ...room,
          joined: Math.max(room.joined, before.room.joined),
          turns: Math.max(room.turns, before.room.turns),
          ...(room.performances.length === 0 && { performances: before.room.performances, calls: before.room.calls }),
        }
      : room
    const hasDraw = isSame && before.lots && before.room.drawKey === room.drawKey
    return {
      room: newest,
      lots: hasDraw ? before.lots : room.drawKey === undefined ? undefined : drawLots(room.drawKey, room.drawn!),
      movedTickets: isSame ? before.movedTickets : new Map(),
    }
  }
  const refresh = async (): Promise<void> => {
    await advanceQueues(db)
    const { now, rooms, moves } = await readWaitingRooms(db, movedSince)
    clockAhead = now - Date.now()
    // Longer than any statement may take, so that late commits are seen.
    movedSince = now - 30_000
    cachedRooms = new Map(rooms.map((room) => [room.performance, toCachedRoom(room)]))
    roomByPerformance = new Map(rooms.flatMap(({ performances, performance }) => performances.map((each) => [each, performance] as const)))
    for (const { performance, round, number, generation } of moves) {
      const at = cachedRooms.get(performance)
      if (at?.room.round === round) at.movedTickets.set(number, Math.max(generation, at.movedTickets.get(number) ?? 0))
    }
  }
  await refresh()

  let isClosed = false
  let wake = (): void => {}
  const refreshing = (async () => {
    while (!isClosed) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, refreshIntervalMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      if (!isClosed) await refresh().catch(onFailure)
    }
  })()

  const rooms: WaitingRooms = {
    of: (performance) =>
      cachedRooms.get(cachedRooms.has(performance) ? performance : (roomByPerformance.get(performance) ?? performance))?.room,
    all: () => [...cachedRooms.values()].map(({ room }) => room),
    status: (place) => {
      const at = cachedRooms.get(place.performance)
      if (!at || at.room.round > place.round) return { state: 'void' }
      // Another process has read the new round already.
      if (at.room.round < place.round) return { state: 'early', askAgainIn: 2 }
      if ((at.movedTickets.get(place.number) ?? 0) > place.generation) return { state: 'moved' }
      return queueStatusOf(at.room, at.lots, place.number, rooms.now())
    },
    join: async (performance) => {
      const assignedNumber = await assignNumber(performance)
      if (!assignedNumber) return undefined
      const { room, number } = assignedNumber
      cachedRooms.set(performance, toCachedRoom(room))
      return { performance, round: room.round, number, generation: 0 }
    },
    enter: async (place, session) => {
      const { state } = rooms.status(place)
      if (state !== 'admitted' && state !== 'lapsed') return undefined
      return redeemQueueTicket(db, place, session, { idleSeconds: sessionIdleSeconds, isOnlyBack: state === 'lapsed' })
    },
    move: async (place, until) => {
      const movedTicket = await moveQueueTicket(db, place, until)
      if (movedTicket) cachedRooms.get(place.performance)?.movedTickets.set(place.number, movedTicket.generation)
      return movedTicket
    },
    now: () => Date.now() + clockAhead,
    refresh,
    close: async () => {
      isClosed = true
      wake()
      await refreshing
    },
  }
  return rooms
}
