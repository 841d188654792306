import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestTheatre } from '#testing'
import { configureWaitingRoom, openWaitingRooms } from '#modules/queue'
import { plainOf } from '@playhouse/domain/time'
import { undoChange } from '../undo.ts'
import { readRecord, saveRecord, setRecordSale } from './edit-records.ts'

let theatre: Awaited<ReturnType<typeof openTestTheatre>>
beforeAll(async () => {
  theatre = await openTestTheatre()
})
afterAll(() => theatre[Symbol.asyncDispose]())

const planner = { staff: null, actor: { name: 'test' } }
const of = { kind: 'waiting-room', id: 'tonight' } as const
/** The wall-clock time of the theatre in some minutes. */
const wallClock = (minutes: number) =>
  plainOf(Temporal.Instant.fromEpochMilliseconds(Date.now() + minutes * 60_000), theatre.brand.timeZone)
const recordAt = (gathersAt: string, opensAt: string) => ({
  ...{ performance: 'tonight', gathersAt, opensAt, rate: 60, patienceMinutes: 10, isOfProduction: false, isPaused: false },
})
const save = (version: number | null, record: object) => saveRecord(theatre, planner, of, { version, record })
const setOf = (saved: Awaited<ReturnType<typeof save>>): string => {
  if (!saved.ok) throw new Error(saved.error.code)
  return saved.value.changeSet!
}
const undo = (changeSet: string) => undoChange(theatre, planner, changeSet, undefined)
const versionNow = async (): Promise<number> => (await readRecord(theatre, of))!.version

it('opens a waiting room in every process, counts only changes of its settings as versions, and keeps the tickets of visitors', async () => {
  const rooms = await openWaitingRooms(theatre.db, { sessionIdleSeconds: 60, refreshIntervalMs: 3_600_000 })
  try {
    expect(rooms.of('tonight')).toBe(undefined)
    const first = wallClock(60)
    const created = setOf(await save(null, recordAt(wallClock(-5), first)))
    await rooms.refresh()
    const ticket = (await rooms.join('tonight'))!
    expect(rooms.status(ticket).state).toBe('early')
    // Visitors who join change the row, and not the settings.
    expect(await versionNow()).toBe(1)
    expect(await undo(created)).toMatchObject({ error: { code: 'change-has-dependents' } })

    const moved = setOf(await save(1, recordAt(wallClock(-5), wallClock(90))))
    await rooms.refresh()
    expect(rooms.status(ticket).state).toBe('early')
    expect(await undo(moved)).toMatchObject({
      error: { code: 'change-has-dependents', params: { dependents: [{ kind: 'reference', id: 'queue', count: expect.any(Number) }] } },
    })

    // The draw: the opening stays until the waiting room has ended. Then another opening begins a new round.
    await theatre.db
      .updateTable('queue')
      .set({ opens_at: new Date(Date.now() - 1_000) })
      .execute()
    await rooms.refresh()
    expect(['waiting', 'admitted']).toContain(rooms.status(ticket).state)
    const next = recordAt(wallClock(-5), wallClock(120))
    expect(await save(await versionNow(), next)).toMatchObject({ error: { code: 'invalid-input', params: { fields: ['record.opensAt'] } } })
    const ended = await setRecordSale(theatre, planner, of, { version: await versionNow(), isWithdrawn: true })
    expect(ended.ok).toBe(true)
    await rooms.refresh()
    expect(rooms.of('tonight')).toBe(undefined)
    const anew = setOf(await save(await versionNow(), next))
    setOf(await setRecordSale(theatre, planner, of, { version: await versionNow(), isWithdrawn: false }))
    await rooms.refresh()
    expect(rooms.of('tonight')).toMatchObject({ round: 2, joined: 0 })
    expect(rooms.status(ticket).state).toBe('void')
    // No visitor has a ticket of the new round yet.
    expect((await undo(anew)).ok).toBe(true)
  } finally {
    await rooms.close()
  }
})

it('shows what the command changed, and gives a production one common waiting room', async () => {
  await configureWaitingRoom(theatre.db, 'tonight', { isOfProduction: true, rate: 90 }, 'operator')
  const stored = (await readRecord(theatre, of))!
  expect(stored.record).toMatchObject({ performance: 'tonight', isOfProduction: true, rate: 90, patienceMinutes: 10 })
  const other = await theatre.db
    .selectFrom('performance')
    .select('id')
    .where('id', '<>', 'tonight')
    .where('starts_at', '>', new Date())
    .executeTakeFirstOrThrow()
  const second = { ...recordAt(wallClock(5), wallClock(10)), performance: other.id, isOfProduction: true }
  const saveSecond = (record: object) => saveRecord(theatre, planner, { kind: 'waiting-room', id: other.id }, { version: null, record })
  expect(await saveSecond(second)).toMatchObject({ error: { code: 'invalid-input', params: { fields: ['record.isOfProduction'] } } })
  const created = setOf(await saveSecond({ ...second, isOfProduction: false }))
  expect((await undo(created)).ok).toBe(true)
})

it('opens no waiting room for a draft before it is published', async () => {
  await theatre.db.updateTable('performance').set({ state: 'draft' }).where('id', '=', 'tonight').execute()
  const rooms = await openWaitingRooms(theatre.db, { sessionIdleSeconds: 60, refreshIntervalMs: 3_600_000 })
  try {
    expect(rooms.of('tonight')).toBe(undefined)
    await theatre.db.updateTable('performance').set({ state: 'published' }).where('id', '=', 'tonight').execute()
    await rooms.refresh()
    expect(rooms.of('tonight')).toBeDefined()
  } finally {
    await rooms.close()
  }
})
