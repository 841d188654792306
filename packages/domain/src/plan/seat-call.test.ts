import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assertProperty } from '@playhouse/testing/property'
import { readPlan } from './model/read-plan.ts'
import type { Plan } from './model/plan.ts'
import { placeName, seatingOf } from './seating.ts'
import { type SeatCallContext, readSeatCall } from './seat-call.ts'
import { writePlan } from './model/draft.ts'

const area = (id: string, name: string, labels: readonly string[], numbers: readonly string[], kind?: 'standing') => ({
  id,
  view: 'house',
  name,
  ...(kind && { kind }),
  outline: [
    [-50, -50],
    [900, -50],
    [900, 900],
    [-50, 900],
  ] as [number, number][],
  floorsAboveStage: 0,
  stepFree: true,
  steps: 0,
  entrance: 'Door',
  toiletMetres: 20,
  rows: labels.map((label, at) => ({ label, seats: numbers.map((number, seat) => ({ number, x: seat * 55, y: at * 90, z: 0 })) })),
})

const plan: Plan = readPlan(
  writePlan({
    hall: 'called',
    version: '1',
    name: 'Called',
    stage: {
      polygon: [
        [0, -400],
        [600, -400],
        [600, -100],
      ],
      z: 0,
      label: 'Stage',
    },
    views: [{ id: 'house', name: 'House', order: 1, viewBox: { x: -100, y: -500, width: 1200, height: 1600 } }],
    areas: [
      area('stalls', 'Stalls', ['A', 'B', 'AA', '27'], ['5', '3', '1', '2', '4', '6']),
      area('g1', 'Gallery 1', ['A', 'C'], ['1', '2', '3', '4', '5', '6']),
      area('pit', 'The Pit', ['Pit'], ['1', '2', '3', '4'], 'standing'),
    ],
  }),
)
const hearing: SeatCallContext = { plan, nearArea: undefined, isOpen: () => true }
const names = (text: string, context: Partial<SeatCallContext> = {}): string[] | string => {
  const result = readSeatCall(text, { ...hearing, ...context })
  return result.ok ? result.value.flatMap(({ seats }) => seats.map(plan.idOf)) : result.error.kind
}

it('reads abbreviated calls', () => {
  expect(names('b1-2')).toEqual(['stalls.B.1', 'stalls.B.2'])
  expect(names('B 1,6')).toEqual(['stalls.B.1', 'stalls.B.6'])
  expect(names('b5-1')).toEqual(['stalls.B.5', 'stalls.B.3', 'stalls.B.1'])
  expect(names('aa3')).toEqual(['stalls.AA.3'])
  expect(names('27/4')).toEqual(['stalls.27.4'])
  expect(names('c2; b1')).toEqual(['g1.C.2', 'stalls.B.1'])
  expect(names('c2, b1')).toEqual(['g1.C.2', 'stalls.B.1'])
  expect(names('pit*2')).toHaveLength(2)
  expect(names('pit*2', { isOpen: (seat) => seat % 2 === 0 })).toHaveLength(2)
})

it('reports an ambiguous row, unless the last area resolves it', () => {
  expect(names('a1')).toBe('several')
  for (const call of ['st a1', 'stalls a1', 'STA a1']) expect(names(call)).toEqual(['stalls.A.1'])
  for (const call of ['g1 a1', 'gal a1', 'gallery 1 a1', '1 a1']) expect(names(call)).toEqual(['g1.A.1'])
  expect(names('a1', { nearArea: 1 })).toEqual(['g1.A.1'])
  expect(names('a1', { nearArea: 2 })).toBe('several')
})

it('reports the unreadable part of a call', () => {
  expect([names('z9'), names('b99'), names('b1-99'), names('st c1')]).toEqual(['unknown', 'unknown', 'unknown', 'unknown'])
  expect([names(''), names('hello'), names('14')]).toEqual(['unreadable', 'unreadable', 'unreadable'])
  expect([names('pit*5'), names('pit*0')]).toEqual(['too-few', 'too-few'])
})

it('reads the price type', () => {
  const result = readSeatCall('b1-2=conc; c2 = under', hearing)
  expect(result.ok && result.value.map(({ price }) => price)).toEqual(['conc', 'under'])
})

it('finds every seat by its full name, and never throws for any text', () => {
  assertProperty([fc.nat(plan.seatCount - 1)], (skip, seat) => {
    if (seatingOf(plan, seat) === 'standing') return skip()
    const { area: areaName, row, number } = placeName(plan, seat)
    expect(readSeatCall(`${areaName} ${row}/${number}`, hearing)).toEqual({ ok: true, value: [{ seats: [seat], price: undefined }] })
  })
  fc.assert(fc.property(fc.string({ maxLength: 40 }), (text) => void readSeatCall(text, hearing)))
})
