import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type QueueTicket, type WaitingRooms } from './index.ts'
import { configure, inSeconds, openRoom, openProcess, openTheatre, session, pollOptions, states, take } from './testing/queue-process.ts'

describe('queue tickets', () => {
  it('have different numbers without gaps, whichever process assigns them', async () => {
    const theatre = await openTheatre({ ...openRoom, rate: 1 })
    const processes = await Promise.all([1, 2, 3].map(() => openProcess(theatre)))
    const places = await Promise.all(Array.from({ length: 300 }, (_, nth) => take(processes[nth % 3]!)))
    expect(places.map(({ number }) => number).sort((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, number) => number))
  })

  it('are not assigned before the gathering starts, nor without a waiting room', async () => {
    const theatre = await openTheatre({ gathersAt: inSeconds(600), opensAt: inSeconds(900) })
    const rooms = await openProcess(theatre)
    expect(await rooms.join('tonight')).toBeUndefined()
    expect(await rooms.join('tomorrow')).toBeUndefined()
    expect(rooms.of('tomorrow')).toBeUndefined()
  })

  it('enter one draw before the opening, equal in every process, and keep their order after it', async () => {
    const theatre = await openTheatre({ gathersAt: inSeconds(-60), opensAt: inSeconds(600), rate: 1 })
    const [firstProcess, secondProcess] = [await openProcess(theatre), await openProcess(theatre)]
    const earlyTickets = await Promise.all(Array.from({ length: 40 }, (_, nth) => take(nth % 2 ? firstProcess : secondProcess)))
    expect(new Set(states(firstProcess, earlyTickets))).toEqual(new Set(['early']))
    await configure(theatre, 'tonight', { gathersAt: inSeconds(-60), opensAt: inSeconds(-1) })
    await expect.poll(() => firstProcess.of('tonight')!.drawn, pollOptions).toBe(40)
    await expect.poll(() => secondProcess.of('tonight')!.drawn, pollOptions).toBe(40)
    const late = [await take(firstProcess), await take(secondProcess), await take(firstProcess)]
    await firstProcess.refresh()
    await secondProcess.refresh()
    const positions = (rooms: WaitingRooms, places: readonly QueueTicket[]) =>
      places.map((place) => {
        const status = rooms.status(place)
        return status.state === 'waiting' ? status.position - 1 : 0
      })
    expect(positions(firstProcess, earlyTickets)).toEqual(positions(secondProcess, earlyTickets))
    expect(positions(firstProcess, earlyTickets).sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, place) => place))
    expect(positions(firstProcess, late)).toEqual([40, 41, 42])
  })

  it('survive a restart of every process', async () => {
    const theatre = await openTheatre({ ...openRoom, rate: 60 })
    const first = await openProcess(theatre)
    const places = [await take(first), await take(first), await take(first)]
    await first.close()
    const second = await openProcess(theatre)
    await expect.poll(() => states(second, places), pollOptions).toEqual(['admitted', 'admitted', 'admitted'])
    expect((await take(second)).number).toBe(3)
  })

  it('are void in another round, and void if they were never assigned', async () => {
    const theatre = await openTheatre({ ...openRoom, rate: 6_000 })
    const rooms = await openProcess(theatre)
    const place = await take(rooms)
    await configure(theatre, 'tonight', { isAnew: true, opensAt: inSeconds(-1), gathersAt: inSeconds(-2) })
    await rooms.refresh()
    await take(rooms)
    expect(rooms.status(place)).toEqual({ state: 'void' })
    expect(await rooms.enter({ ...place, round: 2, number: 7 }, await session(theatre))).toBeUndefined()
  })
})

describe('a moved queue ticket', () => {
  it('belongs to the new device only, once, in every process', async () => {
    const theatre = await openTheatre({ ...openRoom, rate: 6_000 })
    const [firstProcess, secondProcess] = [await openProcess(theatre), await openProcess(theatre)]
    const place = await take(firstProcess)
    const until = Date.now() + 60_000
    const tries = await Promise.all([firstProcess.move(place, until), secondProcess.move(place, until), secondProcess.move(place, until)])
    const moves = tries.filter((each) => each !== undefined)
    expect(moves).toEqual([{ ...place, generation: 1 }])
    await expect
      .poll(() => [states(firstProcess, [place, moves[0]!]), states(secondProcess, [place, moves[0]!])], pollOptions)
      .toEqual([
        ['moved', 'admitted'],
        ['moved', 'admitted'],
      ])
    expect(await firstProcess.enter(place, await session(theatre))).toBeUndefined()
    expect(await secondProcess.enter(moves[0]!, await session(theatre))).toBeDefined()
    expect(await secondProcess.move(moves[0]!, until), 'who is inside moves no more').toBeUndefined()
  })

  it('can be moved from device to device', async () => {
    const theatre = await openTheatre({ ...openRoom, rate: 1 })
    const rooms = await openProcess(theatre)
    let place = await take(rooms)
    for (let generation = 1; generation < 4; generation++) {
      place = (await rooms.move(place, Date.now() + 60_000))!
      expect(place.generation).toBe(generation)
    }
    expect(await rooms.move({ ...place, generation: 1 }, Date.now() + 60_000)).toBeUndefined()
    expect(await rooms.move({ ...place, generation: 9 }, Date.now() + 60_000)).toBeUndefined()
  })

  it('is not moved by an expired link', async () => {
    const theatre = await openTheatre({ ...openRoom, rate: 1 })
    const rooms = await openProcess(theatre)
    expect(await rooms.move(await take(rooms), Date.now() - 1)).toBeUndefined()
  })
})

describe('a called visitor who does not enter', () => {
  it('loses the ticket in every process; an admitted visitor may return, and a new ticket is last in the queue', async () => {
    const theatre = await openTheatre({ ...openRoom, rate: 6_000 })
    const allow = (seconds: number) => configure(theatre, 'tonight', { patience: seconds })
    const [firstProcess, secondProcess] = [await openProcess(theatre), await openProcess(theatre)]
    const [firstTicket, secondTicket] = [await take(firstProcess), await take(secondProcess)]
    await expect.poll(() => states(firstProcess, [firstTicket, secondTicket]), pollOptions).toEqual(['admitted', 'admitted'])
    const visit = await session(theatre)
    expect(await firstProcess.enter(firstTicket, visit)).toBeTypeOf('number')
    await allow(1)
    await expect
      .poll(() => [...states(firstProcess, [secondTicket]), ...states(secondProcess, [secondTicket])], pollOptions)
      .toEqual(['lapsed', 'lapsed'])
    expect(await secondProcess.enter(secondTicket, await session(theatre))).toBeUndefined()
    // The admitted visitor keeps the ticket long enough.
    expect(await secondProcess.enter(firstTicket, visit)).toBeTypeOf('number')
    const otherTicket = await take(secondProcess)
    expect(otherTicket.number).toBe(2)
    await allow(600)
    await expect.poll(() => states(secondProcess, [otherTicket]), pollOptions).toEqual(['admitted'])
    expect(await secondProcess.enter(otherTicket, await session(theatre))).toBeTypeOf('number')
  })

  it('is never a visitor who joined an empty queue and still has time', async () => {
    const theatre = await openTheatre({ ...openRoom, rate: 6_000 })
    const rooms = await openProcess(theatre)
    await take(rooms)
    await expect.poll(() => rooms.of('tonight')!.calls.length, pollOptions).toBeGreaterThan(0)
    // The queue has long passed the next number.
    await expect.poll(() => rooms.of('tonight')!.turns, pollOptions).toBeGreaterThanOrEqual(2)
    await theatre.db
      .updateTable('queue_call')
      .set({ at: sql`at - interval '1 hour'` })
      .execute()
    const late = await take(rooms)
    expect(rooms.status(late)).toMatchObject({ state: 'admitted' })
    await rooms.refresh()
    expect(rooms.status(late)).toMatchObject({ state: 'admitted' })
  })
})
