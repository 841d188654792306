import { expect, it } from 'vitest'
import { faultOf, faultsOfMoment, planningRules, productionRules } from './field-fault.ts'

it('states that a required field is empty, and else what its kind of field allows', () => {
  expect(faultOf(productionRules.title, ' ')).toEqual({ kind: 'empty' })
  expect(faultOf(productionRules.title, 'a'.repeat(301))).toEqual({ kind: 'line', most: 300 })
  expect(faultOf(productionRules.runningTime, 'long')).toEqual({ kind: 'whole', least: 1, most: 1_440 })
  expect(faultOf(productionRules.runningTime, '')).toEqual({ kind: 'empty' })
  expect(faultOf(planningRules.focalPoint, '150')).toEqual({ kind: 'whole', least: 0, most: 100 })
  expect(faultOf(planningRules.perCustomer, '-2')).toEqual({ kind: 'whole', least: 1, most: 500 })
  expect(faultOf(planningRules.time, '25:00')).toEqual({ kind: 'time' })
  expect(faultOf(planningRules.choices, '')).toEqual({ kind: 'choices' })
})

it('asks a name for a letter that its short name can have', () => {
  expect(faultOf(planningRules.name, '???')).toEqual({ kind: 'no-letters' })
  expect(faultOf(planningRules.name, 'a'.repeat(81))).toEqual({ kind: 'line', most: 80 })
})

it('marks the first wrong field of a moment, and none where both are filled in as they should be', () => {
  expect(faultsOfMoment('', '25:00')).toEqual({ day: { kind: 'empty' } })
  expect(faultsOfMoment('2027-03-01', '')).toEqual({ time: { kind: 'empty' } })
  expect(faultsOfMoment('2027-03-01', '25:00')).toEqual({ time: { kind: 'time' } })
  expect(faultsOfMoment('2027-03-01', ' 19:30 ')).toBeUndefined()
})
