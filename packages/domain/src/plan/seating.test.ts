import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertProperty } from '@playhouse/testing/property'
import { neighboursOf, isBeside } from './adjacency/adjacent.ts'
import { bestParties } from './adjacency/best-party.ts'
import { checkPlan } from './check/check-plan.ts'
import { writePlan } from './model/draft.ts'
import { type HallOccupancy, orphansOf } from './adjacency/orphan.ts'
import { seatParty } from './adjacency/party.ts'
import type { Plan } from './model/plan.ts'
import { readPlan } from './model/read-plan.ts'
import { isStandingPlace, placeName, seatingOf, standingPlaces } from './seating.ts'
import { anyCabaret, tableRow } from './testing/cabaret.arbitrary.ts'

const cabaret = anyCabaret.map((draft) => readPlan(writePlan(draft)))
const anyHall: fc.Arbitrary<HallOccupancy> = fc.tuple(cabaret, fc.infiniteStream(fc.nat(2))).map(([plan, taken]) => {
  const open = Array.from({ length: plan.seatCount }, () => taken.next().value !== 0)
  return { plan, bandOf: new Uint8Array(plan.seatCount), isOpen: (seat) => open[seat] === true }
})
const pitOf = (plan: Plan): number => plan.areas.findIndex(({ kind }) => kind === 'standing')
const oneTable = (seats: number, round: boolean): Plan =>
  readPlan(
    writePlan({
      hall: 'one',
      version: '1',
      name: 'One',
      stage: {
        polygon: [
          [0, -500],
          [400, -500],
          [400, -300],
        ],
        z: 0,
        label: 'Stage',
      },
      views: [{ id: 'all', name: 'All', order: 0, viewBox: { x: -500, y: -600, width: 1_000, height: 1_200 } }],
      areas: [
        {
          id: 'floor',
          view: 'all',
          name: 'Floor',
          outline: [],
          floorsAboveStage: 0,
          stepFree: true,
          steps: 0,
          entrance: 'Door',
          toiletMetres: 9,
          rows: [tableRow('5', 0, 0, seats, round)],
        },
      ],
    }),
  )

describe('at a table', () => {
  it('every seat has two neighbours, and the last is adjacent to the first', () => {
    for (const round of [true, false])
      for (const seats of [3, 4, 6, 8]) {
        const plan = oneTable(seats, round)
        for (let seat = 0; seat < seats; seat++) expect(neighboursOf(plan, seat)).toHaveLength(2)
        expect(isBeside(plan, 0, seats - 1)).toBe(true)
      }
    expect(neighboursOf(oneTable(2, true), 0)).toEqual([1])
  })

  it('a party may span the last and the first number', () => {
    const hall = { plan: oneTable(6, true), bandOf: new Uint8Array(6), isOpen: (seat: number) => seat !== 2 && seat !== 3 }
    expect(seatParty(hall, 0, { size: 4 })).toEqual({ seats: [0, 1, 4, 5], how: 'together' })
    expect(bestParties(hall, { size: 4 }, 3)).toEqual([{ seats: [0, 1, 4, 5], how: 'together' }])
  })

  it('no seat is an orphan, because other people sit there', () => {
    expect(orphansOf({ plan: oneTable(4, true), bandOf: new Uint8Array(4), isOpen: () => true }, [0, 1, 2])).toEqual([])
  })

  it('a row of high seats along one side is not closed', () => {
    const { rows, ...plan } = oneTable(6, false)
    const bar = { ...plan, rows, x: Float32Array.from([0, 60, 120, 180, 240, 300]), y: new Float32Array(6) }
    expect(isBeside(bar, 0, 5)).toBe(false)
  })
})

describe('places', () => {
  it('pass the check, and have names that a person can find', () => {
    fc.assert(
      fc.property(anyCabaret, (draft) => {
        const plan = readPlan(writePlan(draft))
        expect(checkPlan(plan).findings.filter(({ severity }) => severity !== 'note')).toEqual([])
        for (let seat = 0; seat < plan.seatCount; seat++) {
          const { seating, area, row, number } = placeName(plan, seat)
          expect(seating).toBe(seatingOf(plan, seat))
          expect(area).not.toBe('')
          expect(row === '' && number === '').toBe(seating === 'standing')
        }
        expect(new Set(Array.from({ length: plan.seatCount }, (_, seat) => plan.idOf(seat))).size).toBe(plan.seatCount)
      }),
    )
  })

  it('for standing are as many as requested and available, each once', () => {
    fc.assert(
      fc.property(anyHall, fc.nat(120), fc.array(fc.nat(200), { maxLength: 9 }), fc.nat(500), ({ plan, isOpen }, count, picks, begin) => {
        const area = pitOf(plan)
        const { firstSeat, seatCount } = plan.areas[area]!
        const chosen = [...new Set(picks.map((pick) => pick % plan.seatCount))].filter(isOpen)
        const places = standingPlaces(plan, area, count, chosen, isOpen, begin)
        const free = Array.from({ length: seatCount }, (_, place) => firstSeat + place).filter(isOpen).length
        expect(places).toHaveLength(Math.min(count, free))
        expect(new Set(places).size).toBe(places.length)
        expect(places.every((seat) => isOpen(seat) && isStandingPlace(plan, seat))).toBe(true)
        const ofArea = chosen.filter((seat) => plan.areaOf[seat] === area)
        expect(places.slice(0, ofArea.length)).toEqual(ofArea.slice(0, count))
      }),
    )
  })

  it('for standing are together even with people between, and have no orphans', () => {
    assertProperty([anyHall, fc.integer({ min: 1, max: 9 })], (skip, hall, size) => {
      const { firstSeat, seatCount } = hall.plan.areas[pitOf(hall.plan)]!
      const free = Array.from({ length: seatCount }, (_, place) => firstSeat + place).filter(hall.isOpen)
      const first = free[0]
      if (first === undefined) return skip()
      const party = seatParty(hall, first, { size })!
      expect(party.seats).toHaveLength(Math.min(size, free.length))
      expect(party.how === 'together').toBe(free.length >= size)
      expect(orphansOf(hall, party.seats)).toEqual([])
    })
  })

  it('at tables are open and adjacent for a party', () => {
    fc.assert(
      fc.property(anyHall, fc.integer({ min: 1, max: 8 }), (hall, size) => {
        for (const { seats, how } of bestParties(hall, { size }, 20)) {
          expect(how).toBe('together')
          expect(seats).toHaveLength(size)
          expect(seats.every(hall.isOpen)).toBe(true)
          expect(new Set(seats.map((seat) => hall.plan.rowOf[seat])).size).toBe(1)
          if (isStandingPlace(hall.plan, seats[0]!) || size === 1) continue
          const adjacentSeats = seats.filter((seat) => neighboursOf(hall.plan, seat).some((other) => seats.includes(other)))
          expect(adjacentSeats).toHaveLength(size)
        }
      }),
    )
  })
})
