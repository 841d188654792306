import { expect, it } from 'vitest'
import { readPlan } from '@playhouse/domain/plan'
import { bands } from '@playhouse/domain/pricing'
import type { SeatLock } from '@playhouse/domain/seat-lock'
import { readUploadedPlan } from '@playhouse/domain/uploaded-plan'
import { drawnBandOf, locksAfter, locksInUse, paintingOf, savedLocks, withStep } from './painted-locks.ts'

const seats = ['A', 'B'].flatMap((row, nth) => [1, 2, 3].map((number) => ({ area: 'Stalls', row, number, x: number * 20, y: nth * 25 })))
const uploaded = readUploadedPlan(new TextEncoder().encode(JSON.stringify(seats)), { hall: 'barn', name: 'Barn', languages: [] })
if (!uploaded.ok) throw new Error(uploaded.error.params.reason)
const plan = readPlan(uploaded.value.data)
const id = (seat: number): string => plan.idOf(seat)
const house: SeatLock = { type: 'house', note: '', release: null }
const press: SeatLock = { type: 'press', note: 'Post', release: { kind: 'minutes-before', minutes: 60 } }
const planned = { ...house, id: 'x', releaseAt: null, placedBy: '', placedAt: '' }
const saved = savedLocks(plan, { locks: [{ ...planned, seats: [id(0), id(1)] }] })
const noCustomers: ReadonlySet<number> = new Set()

it('sends only what differs from the saved locks, one part for each lock', () => {
  const steps = [
    { lock: press, seats: [1, 2, 3] },
    { lock: null, seats: [0, 3] },
    { lock: house, seats: [0] },
  ]
  const painted = locksAfter(saved, steps)
  expect(paintingOf(plan, saved, painted)).toEqual([{ lock: press, seats: [id(1), id(2)] }])
  expect(paintingOf(plan, saved, locksAfter(saved, [{ lock: null, seats: [0] }]))).toEqual([{ lock: null, seats: [id(0)] }])
  expect(locksInUse(painted)).toEqual([house, press])
  expect([...drawnBandOf(plan, painted)].map((band) => bands[band])).toEqual(['b', 'c', 'c', 'a', 'a', 'a'])
})

it('adds no step that changes nothing, and leaves out the seats of customers', () => {
  expect(withStep(saved, [], { lock: house, seats: [0, 1] }, noCustomers)).toEqual([])
  expect(withStep(saved, [], { lock: press, seats: [1, 2] }, new Set([2]))).toEqual([{ lock: press, seats: [1] }])
})
