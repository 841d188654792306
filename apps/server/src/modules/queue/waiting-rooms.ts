import type { Kysely } from 'kysely'
import type { Database } from '#db'
import { drawLots, type QueueStatus, queueStatusOf } from '@playhouse/domain/queue'
import { type QueueTicket, moveQueueTicket, redeemQueueTicket } from './entry.ts'
import { createNumberBatcher } from './numbers.ts'
import { advanceQueues, readWaitingRooms, type StoredWaitingRoom } from './waiting-room.ts'

/** Where the holder of a place stands; `void` where the place means nothing here, `moved` where another device has it. */
export type QueueTicketStatus = QueueStatus | { readonly state: 'void' } | { readonly state: 'moved' }

/** The waiting rooms as one server process knows them: a copy of their rows not older than a second. */
export interface WaitingRooms {
  /** The waiting room that stands before a performance, its own or its production's, where there is one. No question to the database. */
  of(performance: string): StoredWaitingRoom | undefined
  /** All there are. */
  all(): readonly StoredWaitingRoom[]
  /** No question to the database either. */
  status(place: QueueTicket): QueueTicketStatus
  /** A new place, at the end of the line or in the draw; undefined where nobody can take one now. */
  join(performance: string): Promise<QueueTicket | undefined>
  /** Spends a place whose turn has come on a session: until when it may stay at most, undefined where it may not go in. */
  enter(place: QueueTicket, session: string): Promise<number | undefined>
  /** The place for the device that redeems a link to it; undefined where it can't be had any more. */
  move(place: QueueTicket, until: number): Promise<QueueTicket | undefined>
  /** The database's clock in epoch milliseconds. */
  now(): number
  /** Looks at the database now. */
  refresh(): Promise<void>
  close(): Promise<void>
}

export type WaitingRoomOptions = {
  readonly sessionIdleSeconds: number
  /** Milliseconds between two looks. */
  readonly refreshIntervalMs?: number
  readonly onFailure?: (error: unknown) => void
}

/** What is known of a room beside its row. The draw is made once in each process, some 20 ms for a million people. */
type CachedRoom = { readonly room: StoredWaitingRoom; readonly lots: Uint32Array | undefined; readonly moved: Map<number, number> }

/** Opens the waiting rooms in this process. Rejects where they can't be read: a shop that doesn't know them lets nobody in wrongly. */
export async function openWaitingRooms(
  db: Kysely<Database>,
  { sessionIdleSeconds, refreshIntervalMs = 1_000, onFailure = () => {} }: WaitingRoomOptions,
): Promise<WaitingRooms> {
  let cachedRooms = new Map<string, CachedRoom>()
  /** By performance the room it has in common with others. */
  let roomByPerformance = new Map<string, string>()
  let clockAhead = 0
  let movedSince = 0
  const assignNumber = createNumberBatcher(db)

  const toCachedRoom = (room: StoredWaitingRoom): CachedRoom => {
    const before = cachedRooms.get(room.performance)
    const isSame = before?.room.round === room.round
    // Answers may overtake each other; within a round both only ever grow.
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
      moved: isSame ? before.moved : new Map(),
    }
  }
  const refresh = async (): Promise<void> => {
    await advanceQueues(db)
    const { now, rooms, moves } = await readWaitingRooms(db, movedSince)
    clockAhead = now - Date.now()
    // Longer than any statement may take, so that what commits late is still seen.
    movedSince = now - 30_000
    cachedRooms = new Map(rooms.map((room) => [room.performance, toCachedRoom(room)]))
    roomByPerformance = new Map(rooms.flatMap(({ performances, performance }) => performances.map((each) => [each, performance] as const)))
    for (const { performance, round, number, generation } of moves) {
      const at = cachedRooms.get(performance)
      if (at?.room.round === round) at.moved.set(number, Math.max(generation, at.moved.get(number) ?? 0))
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
      // Another process has seen the new round already.
      if (at.room.round < place.round) return { state: 'early', askAgainIn: 2 }
      if ((at.moved.get(place.number) ?? 0) > place.generation) return { state: 'moved' }
      return queueStatusOf(at.room, at.lots, place.number, rooms.now())
    },
    join: async (performance) => {
      const given = await assignNumber(performance)
      if (!given) return undefined
      const { room, number } = given
      cachedRooms.set(performance, toCachedRoom(room))
      return { performance, round: room.round, number, generation: 0 }
    },
    enter: async (place, session) => {
      const { state } = rooms.status(place)
      if (state !== 'admitted' && state !== 'lapsed') return undefined
      return redeemQueueTicket(db, place, session, { idleSeconds: sessionIdleSeconds, isOnlyBack: state === 'lapsed' })
    },
    move: async (place, until) => {
      const moved = await moveQueueTicket(db, place, until)
      if (moved) cachedRooms.get(place.performance)?.moved.set(place.number, moved.generation)
      return moved
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
