import type { Kysely } from 'kysely'
import type { Database } from '#db'
import { drawLots, type QueueStatus, queueStatusOf } from '@playhouse/domain/queue'
import { type HeldPlace, movePlace, spendPlace } from './entry.ts'
import { createNumberDesk } from './numbers.ts'
import { countTurns, readRooms, type Room } from './waiting-room.ts'

/** Where the holder of a place stands; `void` where the place means nothing here, `moved` where another device has it. */
export type PlaceStanding = QueueStatus | { readonly state: 'void' } | { readonly state: 'moved' }

/** The waiting rooms as one server process knows them: a copy of their rows not older than a second. */
export interface WaitingRooms {
  /** The waiting room that stands before a performance, its own or its production's, where there is one. No question to the database. */
  of(performance: string): Room | undefined
  /** All there are. */
  all(): readonly Room[]
  /** No question to the database either. */
  standing(place: HeldPlace): PlaceStanding
  /** A new place, at the end of the line or in the draw; undefined where nobody can take one now. */
  take(performance: string): Promise<HeldPlace | undefined>
  /** Spends a place whose turn has come on a session: until when it may stay at most, undefined where it may not go in. */
  enter(place: HeldPlace, session: string): Promise<number | undefined>
  /** The place for the device that redeems a link to it; undefined where it can't be had any more. */
  move(place: HeldPlace, until: number): Promise<HeldPlace | undefined>
  /** The database's clock in epoch milliseconds. */
  now(): number
  /** Looks at the database now. */
  look(): Promise<void>
  close(): Promise<void>
}

export type WaitingRoomOptions = {
  readonly sessionIdleSeconds: number
  /** Milliseconds between two looks. */
  readonly lookEvery?: number
  readonly onFailure?: (error: unknown) => void
}

/** What is known of a room beside its row. The draw is made once in each process, some 20 ms for a million people. */
type Known = { readonly room: Room; readonly lots: Uint32Array | undefined; readonly moved: Map<number, number> }

/** Opens the waiting rooms in this process. Rejects where they can't be read: a shop that doesn't know them lets nobody in wrongly. */
export async function openWaitingRooms(
  db: Kysely<Database>,
  { sessionIdleSeconds, lookEvery = 1_000, onFailure = () => {} }: WaitingRoomOptions,
): Promise<WaitingRooms> {
  let known = new Map<string, Known>()
  /** By performance the room it has in common with others. */
  let shared = new Map<string, string>()
  let clockAhead = 0
  let movedSince = 0
  const giveNumber = createNumberDesk(db)

  const know = (room: Room): Known => {
    const before = known.get(room.performance)
    const isSame = before?.room.round === room.round
    // Answers may overtake each other; within a round both only ever grow.
    const newest = isSame
      ? {
          ...room,
          joined: Math.max(room.joined, before.room.joined),
          turns: Math.max(room.turns, before.room.turns),
          ...(room.before.length === 0 && { before: before.room.before, calls: before.room.calls }),
        }
      : room
    const hasDraw = isSame && before.lots && before.room.drawKey === room.drawKey
    return {
      room: newest,
      lots: hasDraw ? before.lots : room.drawKey === undefined ? undefined : drawLots(room.drawKey, room.drawn!),
      moved: isSame ? before.moved : new Map(),
    }
  }
  const look = async (): Promise<void> => {
    await countTurns(db)
    const { now, rooms, moves } = await readRooms(db, movedSince)
    clockAhead = now - Date.now()
    // Longer than any statement may take, so that what commits late is still seen.
    movedSince = now - 30_000
    known = new Map(rooms.map((room) => [room.performance, know(room)]))
    shared = new Map(rooms.flatMap(({ before, performance }) => before.map((each) => [each, performance] as const)))
    for (const { performance, round, number, generation } of moves) {
      const at = known.get(performance)
      if (at?.room.round === round) at.moved.set(number, Math.max(generation, at.moved.get(number) ?? 0))
    }
  }
  await look()

  let isClosed = false
  let wake = (): void => {}
  const looking = (async () => {
    while (!isClosed) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, lookEvery)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      if (!isClosed) await look().catch(onFailure)
    }
  })()

  const rooms: WaitingRooms = {
    of: (performance) => known.get(known.has(performance) ? performance : (shared.get(performance) ?? performance))?.room,
    all: () => [...known.values()].map(({ room }) => room),
    standing: (place) => {
      const at = known.get(place.performance)
      if (!at || at.room.round > place.round) return { state: 'void' }
      // Another process has seen the new round already.
      if (at.room.round < place.round) return { state: 'early', askAgainIn: 2 }
      if ((at.moved.get(place.number) ?? 0) > place.generation) return { state: 'moved' }
      return queueStatusOf(at.room, at.lots, place.number, rooms.now())
    },
    take: async (performance) => {
      const given = await giveNumber(performance)
      if (!given) return undefined
      const { room, number } = given
      known.set(performance, know(room))
      return { performance, round: room.round, number, generation: 0 }
    },
    enter: async (place, session) => {
      const { state } = rooms.standing(place)
      if (state !== 'admitted' && state !== 'lapsed') return undefined
      return spendPlace(db, place, session, { idleSeconds: sessionIdleSeconds, isOnlyBack: state === 'lapsed' })
    },
    move: async (place, until) => {
      const moved = await movePlace(db, place, until)
      if (moved) known.get(place.performance)?.moved.set(place.number, moved.generation)
      return moved
    },
    now: () => Date.now() + clockAhead,
    look,
    close: async () => {
      isClosed = true
      wake()
      await looking
    },
  }
  return rooms
}
