import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { until } from '@playhouse/testing/until'
import { newId } from '#db'
import { endSession } from '#modules/session'
import { type QueueTicket, readWaitingRoom } from './index.ts'
import { configure, inSeconds, openRoom, openProcess, openTheatre, session, pollOptions, states, take } from './testing/queue-process.ts'

describe('visitors are admitted', () => {
  it('not faster than the rate, however many processes count', async () => {
    const theatre = await openTheatre({ gathersAt: inSeconds(-60), opensAt: inSeconds(60), rate: 600 })
    const processes = await Promise.all([1, 2, 3, 4].map(() => openProcess(theatre, 5)))
    await configure(theatre, 'tonight', { opensAt: inSeconds(0.5) })
    await Promise.all(Array.from({ length: 200 }, () => take(processes[0]!)))
    const snapshots: { readonly at: number; readonly turns: number }[] = []
    // Until 1.5 times the rate of a second have been called, however often the machine stalls.
    const isOpen = async (): Promise<boolean> => {
      const row = await theatre.db.selectFrom('queue').select(['counted_at', 'turns']).executeTakeFirstOrThrow()
      // The first visitor is called at the opening, independent of the rate.
      if (row.turns > 0) snapshots.push({ at: row.counted_at.getTime(), turns: row.turns })
      return row.turns >= 16
    }
    await until('sixteen turns', isOpen, { interval: 10 })
    for (const [nth, later] of snapshots.entries())
      for (const snapshot of snapshots.slice(0, nth))
        expect(later.turns - snapshot.turns).toBeLessThanOrEqual(((later.at - snapshot.at) * 600) / 60_000 + 0.02)
  })

  it('in the order of the queue', async () => {
    const theatre = await openTheatre({ ...openRoom, rate: 300 })
    const rooms = await openProcess(theatre)
    const places: QueueTicket[] = []
    for (let nth = 0; nth < 8; nth++) places.push(await take(rooms))
    for (let isOver = false; !isOver;) {
      const statuses = states(rooms, places)
      expect(statuses.lastIndexOf('admitted')).toBeLessThan(statuses.includes('waiting') ? statuses.indexOf('waiting') : statuses.length)
      isOver = !statuses.includes('waiting')
      await rooms.refresh()
    }
  })

  it('not while the queue is paused, and not all at once afterwards', async () => {
    const theatre = await openTheatre({ ...openRoom, rate: 60, isPaused: true })
    const rooms = await openProcess(theatre)
    const places = await Promise.all(Array.from({ length: 30 }, () => take(rooms)))
    await rooms.refresh()
    // An hour later.
    await theatre.db
      .updateTable('queue')
      .set({
        counted_at: sql`counted_at - interval '1 hour'`,
        opens_at: sql`opens_at - interval '1 hour'`,
        gathers_at: sql`gathers_at - interval '1 hour'`,
      })
      .execute()
    await rooms.refresh()
    expect(new Set(states(rooms, places))).toEqual(new Set(['waiting']))
    expect(rooms.status(places[20]!)).toMatchObject({ estimatedWait: undefined })
    await configure(theatre, 'tonight', { isPaused: false })
    await rooms.refresh()
    expect(states(rooms, places).filter((state) => state === 'admitted').length).toBeLessThan(15)
    await configure(theatre, 'tonight', { rate: 6_000 })
    await expect.poll(() => states(rooms, places).includes('waiting'), pollOptions).toBe(false)
  })

  it('immediately if no visitors wait, one at a time', async () => {
    const theatre = await openTheatre({ ...openRoom, rate: 1 })
    const rooms = await openProcess(theatre)
    expect(states(rooms, [await take(rooms), await take(rooms)])).toEqual(['admitted', 'waiting'])
  })

  it('with one session per ticket at a time', async () => {
    const theatre = await openTheatre({ ...openRoom, rate: 6_000 })
    const rooms = await openProcess(theatre)
    const place = await take(rooms)
    const sessions = await Promise.all(Array.from({ length: 16 }, () => session(theatre)))
    const entered = await Promise.all(sessions.map((each) => rooms.enter(place, each)))
    expect(entered.filter((until) => until !== undefined)).toHaveLength(1)
    const winner = sessions[entered.findIndex((until) => until !== undefined)]!
    expect(await rooms.enter(place, winner)).toBe(entered.find((until) => until !== undefined))
    await endSession(theatre.db, winner)
    const next = sessions.find((each) => each !== winner)!
    expect(await rooms.enter(place, next), 'a session that ended gives its place back').toBeDefined()
    expect(await readWaitingRoom(theatre.db, 'tonight')).toMatchObject({ entered: 1 })
  })

  it('only on their turn', async () => {
    const theatre = await openTheatre({ ...openRoom, rate: 1 })
    const rooms = await openProcess(theatre)
    const places = [await take(rooms), await take(rooms), await take(rooms)]
    expect(await rooms.enter(places[2]!, await session(theatre))).toBeUndefined()
    expect(await rooms.enter(places[0]!, await session(theatre))).toBeDefined()
  })
})

describe('configureWaitingRoom', () => {
  it('changes the given settings only, and writes an audit entry', async () => {
    const theatre = await openTheatre({ ...openRoom, rate: 120 })
    expect(await configure(theatre, 'tonight', { isPaused: true })).toMatchObject({
      rate: 120,
      isPaused: true,
      joined: 0,
    })
    expect(await configure(theatre, 'tonight', { rate: 30 })).toMatchObject({ rate: 30, isPaused: true })
    const audited = await theatre.db
      .selectFrom('audit')
      .select(['actor', 'verb', 'detail'])
      .where('subject', '=', 'queue')
      .orderBy('at')
      .execute()
    expect(audited.map(({ verb }) => verb)).toEqual(['opened', 'ordered', 'ordered'])
    expect(audited[2]).toMatchObject({ actor: 'operator', detail: { rate: 30 } })
  })

  it('rejects moving a past opening, and an unknown performance', async () => {
    const theatre = await openTheatre({ ...openRoom })
    const rooms = await openProcess(theatre)
    await rooms.refresh()
    await expect(configure(theatre, 'tonight', { opensAt: inSeconds(60) })).rejects.toThrow('new round')
    await expect(configure(theatre, newId(), {})).rejects.toThrow('no performance')
    await expect(configure(theatre, 'tomorrow', { opensAt: inSeconds(1), gathersAt: inSeconds(2) })).rejects.toThrow('before')
  })

  it('admits all visitors by ending the queue', async () => {
    const theatre = await openTheatre({ ...openRoom })
    const rooms = await openProcess(theatre)
    expect(rooms.of('tonight')).toBeDefined()
    await configure(theatre, 'tonight', { isOver: true })
    await expect.poll(() => rooms.of('tonight'), pollOptions).toBeUndefined()
  })
})

it('violates no invariant', async () => {
  const theatre = await openTheatre({ ...openRoom, rate: 6_000 })
  const rooms = await openProcess(theatre)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom('take', 'enter', 'move', 'pause', 'resume'), { maxLength: 30 }), async (verbs) => {
      const places: QueueTicket[] = []
      for (const verb of verbs) {
        const place = places.at(-1)
        if (verb === 'take') places.push(await take(rooms))
        else if (verb === 'pause' || verb === 'resume') await configure(theatre, 'tonight', { isPaused: verb === 'pause' })
        else if (place && verb === 'enter') await rooms.enter(place, await session(theatre))
        else if (place) places.push((await rooms.move(place, Date.now() + 60_000)) ?? place)
        await rooms.refresh()
      }
      const room = rooms.of('tonight')!
      expect(room.turns).toBeLessThanOrEqual(room.joined + 1)
      const { rows } = await theatre.db.executeQuery(
        theatre.db
          .selectFrom('invariant_queue_number_never_given' as 'queue')
          .selectAll()
          .compile(),
      )
      expect(rows).toEqual([])
    }),
    { numRuns: 10 },
  )
})

describe('a waiting room for a whole production', () => {
  it('applies to all of its performances in every process, except those with their own waiting room', async () => {
    const theatre = await openTheatre({ ...openRoom, rate: 60, isOfProduction: true })
    await configure(theatre, 'few-each', { ...openRoom, rate: 1 })
    const [firstProcess, secondProcess] = [await openProcess(theatre), await openProcess(theatre)]
    for (const rooms of [firstProcess, secondProcess]) {
      expect(rooms.of('tomorrow')).toMatchObject({ performance: 'tonight', rate: 60 })
      expect(rooms.of('few-each')).toMatchObject({ performance: 'few-each', rate: 1 })
      expect(
        rooms
          .all()
          .map(({ performance }) => performance)
          .sort(),
      ).toEqual(['few-each', 'tonight'])
    }
    const place = await take(firstProcess)
    expect(secondProcess.of('kept-back')).toMatchObject({ performance: place.performance })
    await expect(configure(theatre, 'tomorrow', { ...openRoom, isOfProduction: true })).rejects.toThrow('under tonight')
    await configure(theatre, 'tonight', { isOfProduction: false })
    await secondProcess.refresh()
    expect(secondProcess.of('tomorrow')).toBeUndefined()
    expect(secondProcess.status(place).state).toBe('admitted')
  })
})
