import { afterEach } from 'vitest'
import { openDatabase } from '#db'
import { beginSession } from '#modules/session'
import { type TestTheatre, openTestTheatre } from '#testing'
import { type QueueTicket, configureWaitingRoom, type WaitingRoomSettings, openWaitingRooms, type WaitingRooms } from '../index.ts'

export const pollOptions = { interval: 20 }
export const configure = (theatre: TestTheatre, performance: string, settings: WaitingRoomSettings) =>
  configureWaitingRoom(theatre.db, performance, settings, 'operator')
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

export async function openTheatre(order: WaitingRoomSettings): Promise<TestTheatre> {
  const theatre = await openTestTheatre()
  closing.push(theatre.database.drop)
  await configure(theatre, 'tonight', order)
  return theatre
}

/** Another server process, as far as waiting rooms are concerned: its own pool and memory. */
export async function openProcess(theatre: TestTheatre, refreshIntervalMs = 20): Promise<WaitingRooms> {
  const db = openDatabase(theatre.database.address, { size: 4 })
  const rooms = await openWaitingRooms(db, { sessionIdleSeconds: 1_200, refreshIntervalMs })
  closing.push(async () => {
    await rooms.close()
    await db.destroy()
  })
  return rooms
}

export const inSeconds = (seconds: number): Date => new Date(Date.now() + seconds * 1_000)
export const openRoom: WaitingRoomSettings = { gathersAt: inSeconds(-60), opensAt: inSeconds(-30) }
export const session = async ({ db }: TestTheatre): Promise<string> => (await beginSession(db)).key
export const take = async (rooms: WaitingRooms): Promise<QueueTicket> => (await rooms.join('tonight'))!
export const states = (rooms: WaitingRooms, places: readonly QueueTicket[]): string[] => places.map((place) => rooms.status(place).state)
