import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { customerOf, openTestTheatre } from '#testing'
import { announceBallot, drawBallots, enterBallot, readBallot } from '#modules/ballot'
import { undoChange } from '../undo.ts'
import { readRecord, saveRecord, setRecordSale } from './edit-records.ts'

let theatre: Awaited<ReturnType<typeof openTestTheatre>>
beforeEach(async () => {
  theatre = await openTestTheatre()
})
afterEach(() => theatre[Symbol.asyncDispose]())

const planner = { staff: null, actor: { name: 'test' } }
const of = { kind: 'ballot', id: 'last-weekend' } as const
const record = {
  ...{ name: 'Last weekend', kind: 'choices', opensAt: '2020-05-02T10:00', closesAt: '2040-05-02T10:00', drawsAt: '2040-05-03T10:00' },
  ...{ holdHours: 48, maxQuantity: 4, performances: [{ performance: 'tonight', seats: 20 }] },
}
const save = (version: number | null, values: object) => saveRecord(theatre, planner, of, { version, record: values })
const withdraw = (version: number, isWithdrawn = true) => setRecordSale(theatre, planner, of, { version, isWithdrawn })
const setOf = (saved: Awaited<ReturnType<typeof save>>): string => {
  if (!saved.ok) throw new Error(JSON.stringify(saved.error))
  return saved.value.changeSet!
}
const undo = (changeSet: string) => undoChange(theatre, planner, changeSet, undefined)
const dependent = (id: string) => ({
  error: { code: 'change-has-dependents', params: { dependents: expect.arrayContaining([{ kind: 'reference', id, count: 1 }]) } },
})

it('keeps the terms of a ballot once a customer has entered, and lets its end move back only', async () => {
  const { id: customer } = await customerOf(theatre)
  const created = setOf(await save(null, record))
  const two = [{ performance: 'tomorrow', seats: 5 }, ...record.performances]
  const other = setOf(await save(1, { ...record, performances: two }))
  expect((await readRecord(theatre, of))!.record).toMatchObject({ performances: two })
  expect((await undo(other)).ok).toBe(true)
  setOf(await save(3, { ...record, maxQuantity: 2 }))
  const { seedHash } = (await readBallot(theatre, 'tonight', customer))!
  expect((await enterBallot(theatre.db, 'tonight', customer, { quantity: 2, choices: ['tonight'] }, { name: 'test' })).ok).toBe(true)
  const entered = dependent('ballot_entry')
  expect(await save(4, record)).toMatchObject(entered)
  expect(await save(4, { ...record, maxQuantity: 2, drawsAt: '2040-05-02T11:00' })).toMatchObject(entered)
  expect(await withdraw(4)).toMatchObject(entered)
  const later = setOf(await save(4, { ...record, name: 'The last days', maxQuantity: 2, closesAt: '2040-05-03T09:00' }))
  expect(await undo(later)).toMatchObject(entered)
  expect(await undo(created)).toMatchObject(entered)
  expect(await readBallot(theatre, 'tonight', customer)).toMatchObject({ seedHash, state: 'open', entry: { quantity: 2 } })
  expect((await readRecord(theatre, of))!.record).toMatchObject({ name: 'The last days', maxQuantity: 2 })
})

it('takes no entries and draws nothing while it is withdrawn, and cannot change once it was drawn', async () => {
  const { db } = theatre
  const { id: customer } = await customerOf(theatre)
  const enter = async () => {
    const entered = await enterBallot(db, 'tonight', customer, { quantity: 1, choices: ['tonight'] }, { name: 'test' })
    return entered.ok ? 'ok' : entered.error.code
  }
  setOf(await save(null, record))
  setOf(await withdraw(1))
  expect([await enter(), await readBallot(theatre, 'tonight', customer)]).toEqual(['instance-unavailable', undefined])
  await sql`update ballot set closes_at = now() - interval '1 minute', draws_at = now() - interval '1 second'`.execute(db)
  expect(await drawBallots(db)).toBe(0)
  setOf(await withdraw((await readRecord(theatre, of))!.version, false))
  expect(await drawBallots(db)).toBe(1)
  const { version, record: stored } = (await readRecord(theatre, of))!
  const { isWithdrawn: _, ...drawn } = stored
  expect(await withdraw(version)).toMatchObject(dependent('ballot'))
  expect(await save(version, { ...drawn, maxQuantity: 1 })).toMatchObject(dependent('ballot'))
  setOf(await save(version, { ...drawn, name: 'Drawn' }))
})

it('names a ballot that staff have not saved by title and day of its first performance', async () => {
  const { db } = theatre
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  const times = { opensAt: inDays(-1), closesAt: inDays(1), drawsAt: inDays(2) }
  const ballot = { ...times, id: 'seeded', kind: 'choices' as const, holdHours: 48, maxQuantity: 2 }
  await announceBallot(
    db,
    {
      ...ballot,
      seats: new Map([
        ['tomorrow', 4],
        ['tonight', 4],
      ]),
    },
    { name: 'test' },
  )
  const { title, day } = await db
    .selectFrom('performance as f')
    .innerJoin('production as e', 'e.id', 'f.production_id')
    .select([sql<string>`e.data ->> 'title'`.as('title'), sql<string>`left(f.starts_local, 10)`.as('day')])
    .where('f.id', '=', 'tonight')
    .executeTakeFirstOrThrow()
  expect((await readRecord(theatre, { kind: 'ballot', id: 'seeded' }))!.record).toMatchObject({ name: `${title}, ${day}` })
})
