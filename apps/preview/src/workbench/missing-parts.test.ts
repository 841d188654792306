import { readPlan } from '@playhouse/domain/plan'
import { hall } from '@playhouse/fixtures'
import { expect, test, vi } from 'vitest'
import { importedHall, standard } from '#setting'
import { missingParts } from './missing-parts.ts'

vi.mock('#brand', () => ({ brands: [{ id: 'bridge' }] }))

const plan = readPlan(hall('bridge-end-on'))

test('nothing is missing from a view that is all here', () => {
  expect(missingParts(standard, plan)).toEqual([])
  expect(missingParts({ ...standard, view: plan.views[1]!.id, chosen: [plan.idOf(3)] }, plan)).toEqual([])
  expect(missingParts({ ...standard, hall: importedHall }, plan)).toEqual([])
})

test('lists what a link names and this preview lacks, each by its name', () => {
  const old = { ...standard, hall: 'pulled-down', brand: 'sold', view: 'gods', chosen: [plan.idOf(0), 'stalls.Z.99'] }
  expect(missingParts(old, plan)).toEqual(['hall=pulled-down', 'brand=sold', 'view=gods', 'chosen=stalls.Z.99'])
})
