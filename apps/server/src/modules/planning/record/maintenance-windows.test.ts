import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestTheatre } from '#testing'
import { createMaintenance } from '#modules/maintenance'
import { instantOf, plainOf } from '@playhouse/domain/time'
import { undoChange } from '../undo.ts'
import { saveRecord, setRecordSale } from './edit-records.ts'

let theatre: Awaited<ReturnType<typeof openTestTheatre>>
beforeAll(async () => {
  theatre = await openTestTheatre()
})
afterAll(() => theatre[Symbol.asyncDispose]())

const planner = { staff: null, actor: { name: 'test' } }
const of = { kind: 'maintenance-window', id: 'new-stage' } as const
const minuteMs = 60_000

it('closes the shop during a window at the wall-clock time of the theatre, until staff end it', async () => {
  const { db, brand } = theatre
  /** As a process reads it that has no copy. */
  const closedUntil = async () => (await createMaintenance(db, brand).closedUntil())?.getTime()
  const wallClock = (minutes: number) => plainOf(Temporal.Instant.fromEpochMilliseconds(Date.now() + minutes * minuteMs), brand.timeZone)
  const save = (version: number | null, from: string, until: string) =>
    saveRecord(theatre, planner, of, { version, record: { name: 'A new stage', from, until, position: 1 } })
  const at = (plain: string) => instantOf(plain, brand.timeZone).epochMilliseconds
  const [before, soon, late] = [wallClock(-5), wallClock(20), wallClock(90)]

  expect((await save(null, soon, late)).ok).toBe(true)
  expect(await closedUntil(), 'before its start').toBe(undefined)
  const begun = await save(1, before, soon)
  if (!begun.ok) throw new Error(begun.error.code)
  expect(await closedUntil()).toBe(at(soon))
  expect(await save(2, wallClock(-4), soon)).toMatchObject({ error: { code: 'invalid-input', params: { fields: ['record.from'] } } })
  expect(await save(2, before, wallClock(-1))).toMatchObject({ error: { code: 'invalid-input', params: { fields: ['record.until'] } } })
  const longer = await save(2, before, late)
  if (!longer.ok) throw new Error(longer.error.code)
  expect(await closedUntil()).toBe(at(late))
  expect((await undoChange(theatre, planner, longer.value.changeSet!, undefined)).ok).toBe(true)
  expect(await closedUntil()).toBe(at(soon))
  expect((await setRecordSale(theatre, planner, of, { version: 4, isWithdrawn: true })).ok).toBe(true)
  expect(await closedUntil(), 'ended').toBe(undefined)
})
