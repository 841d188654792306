import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writePlan } from '../model/draft.ts'
import type { Plan } from '../model/plan.ts'
import { readPlan } from '../model/read-plan.ts'
import type { PlanData } from '../model/schema.ts'
import { anyDraft } from '../testing/draft.arbitrary.ts'
import { encodeEnvelope, decodeEnvelope } from './envelope.ts'
import { readPlanBytes } from './read-plan-bytes.ts'
import { writePlanBytes } from './write-plan-bytes.ts'

/** All data of a plan, with its methods called for each seat. */
function factsOf({ numberOf, idOf, noteOf, indexOf: _, ...facts }: Plan): unknown {
  const seats = Array.from({ length: facts.seatCount }, (_, seat) => [numberOf(seat), idOf(seat), noteOf(seat)])
  return { ...facts, seats }
}

const letters = (text: string): Uint8Array => new TextEncoder().encode(text)

const sample = (): PlanData =>
  writePlan({
    hall: 'sample',
    version: '1',
    name: 'Sample',
    stage: {
      polygon: [
        [0, 0],
        [400, 0],
        [400, 200],
      ],
      z: 90,
      label: 'Stage',
    },
    views: [{ id: 'all', name: 'All', order: 1, viewBox: { x: 0, y: 0, width: 1000, height: 1000 } }],
    areas: [
      {
        id: 'stalls',
        view: 'all',
        name: 'Stalls',
        outline: [],
        floorsAboveStage: 0,
        stepFree: true,
        steps: 0,
        entrance: 'Door 1',
        toiletMetres: 12,
        rows: [
          { label: 'A', seats: [1, 2, 3].map((number) => ({ number: String(number), x: number * 52, y: 500, z: 0 })) },
          { label: 'B', seats: ['1', '2 bis', '1_DA'].map((number, at) => ({ number, x: at * 52, y: 590, z: 15, note: 'Pillar' })) },
        ],
      },
    ],
  })

/** The same with a table and a standing area. */
function withAll(): PlanData {
  const data = sample()
  const table = { round: true, x: 40, y: 600, length: 90, depth: 90, turn: 0 }
  return {
    ...data,
    areas: data.areas.map((area) => ({ ...area, kind: 'standing' as const })),
    rows: data.rows.map((row, at) => (at === 1 ? { ...row, table } : row)),
  }
}

describe('a packed plan', () => {
  it('has the first form, which every map can read, unless it contains a table, a box, a standing area or a photograph', () => {
    expect(decodeEnvelope(writePlanBytes(sample())).form).toBe(1)
    expect(decodeEnvelope(writePlanBytes(withAll())).form).toBe(2)
    const photo = { of: { area: 'stalls' }, file: 'photo/a.webp', width: 8, height: 5, alt: { en: 'The stage' } }
    expect(decodeEnvelope(writePlanBytes({ ...sample(), photos: [photo] })).form).toBe(3)
  })

  it('contains all data of its JSON form', () => {
    fc.assert(
      fc.property(anyDraft, (draft) => {
        const data = writePlan(draft)
        expect(factsOf(readPlanBytes(writePlanBytes(data)))).toEqual(factsOf(readPlan(data)))
      }),
    )
  })

  it('is never read in part: incomplete or damaged bytes are rejected with a reason', () => {
    const bytes = writePlanBytes(sample())
    for (let length = 0; length < bytes.length; length++) expect(() => readPlanBytes(bytes.subarray(0, length))).toThrow(RangeError)
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const damaged = bytes.slice()
        damaged[at]! ^= flip
        expect(() => readPlanBytes(damaged)).toThrow(RangeError)
      }),
    )
    expect(() => readPlanBytes(new Uint8Array([...bytes, 0]))).toThrow('should have')
  })

  it('is read completely or rejected, even with a wrong content and a valid checksum', () => {
    const { body, form } = decodeEnvelope(writePlanBytes(withAll()))
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(body.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }), fc.nat(40), (changes, cut) => {
        const lie = body.slice(0, body.length - Math.max(0, cut - 20))
        for (const [at, byte] of changes) lie[at] = byte
        try {
          const plan = readPlanBytes(encodeEnvelope(lie, form))
          expect(plan.x).toHaveLength(plan.seatCount)
          expect(plan.rows.reduce((sum, row) => sum + row.seatCount, 0)).toBe(plan.seatCount)
          for (let seat = 0; seat < plan.seatCount; seat++) expect(plan.areas[plan.areaOf[seat]!]?.view).toBeTypeOf('string')
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it.each<[string, readonly number[], readonly number[]]>([
    // Of texts there are the number, the length of each, the length of all, then the letters.
    ['too few seat numbers', [3, 1, 5, 4, 10], [2, 1, 9, 10]],
    ['too many seat numbers', [3, 1, 5, 4, 10], [4, 1, 5, 3, 1, 10]],
    ['a view that is missing', [1, 3, 3, ...letters('all')], [1, 3, 3, ...letters('gap')]],
  ])('refuses %s', (_, reason, lie) => {
    const body = [...decodeEnvelope(writePlanBytes(sample())).body]
    const at = body.findLastIndex((__, from) => reason.every((byte, place) => body[from + place] === byte))
    expect(at).toBeGreaterThan(0)
    expect(() => readPlanBytes(encodeEnvelope(Uint8Array.from(body.toSpliced(at, reason.length, ...lie)), 1))).toThrow(
      /seat numbers|isn't there/,
    )
  })

  it('rejects bytes of a future form, other files and empty input', () => {
    const bytes = writePlanBytes(sample())
    bytes[4] = 4
    expect(() => readPlanBytes(bytes)).toThrow('form 4')
    expect(() => readPlanBytes(new TextEncoder().encode(JSON.stringify(sample())))).toThrow('no seat plan')
    expect(() => readPlanBytes(new Uint8Array())).toThrow('no seat plan')
  })

  it('can be read from the middle of a buffer', () => {
    const bytes = writePlanBytes(sample())
    const buffer = new Uint8Array(bytes.length + 7)
    buffer.set(bytes, 3)
    expect(readPlanBytes(buffer.subarray(3, 3 + bytes.length)).seatCount).toBe(6)
  })
})

describe('writing', () => {
  it.each<[string, (data: PlanData) => void]>([
    ['a column that is too short', ({ seats }) => seats.x.pop()],
    ['a place that is no number', ({ seats }) => (seats.y[1] = Number.NaN)],
    ['a place beyond the horizon', ({ seats }) => (seats.z[0] = 1e9)],
    ['a corner beyond the horizon', ({ stage }) => (stage.polygon[0] = [1e9, 0])],
    ['an unknown type', ({ seats }) => (seats.type = [[99, 6]])],
    ['a note that is missing', ({ seats }) => (seats.note = [[7, 6]])],
    ['runs that cover too little', ({ seats }) => (seats.flags = [[0, 5]])],
    ['runs of values that do not fit', ({ seats }) => (seats.flags = [[300, 6]])],
    ['a view that is missing', ({ areas }) => (areas[0]!.view = 'balcony')],
    ['more areas than can be told apart', ({ areas }) => areas.push(...Array.from({ length: 65_536 }, () => areas[0]!))],
    ['an area that is missing', ({ rows }) => (rows[1]!.area = 4)],
    ['a row of more seats than any hall has', ({ rows }) => (rows[1]!.seats = 1e9)],
    ['ids for some seats only', ({ seats }) => (seats.ids = ['a'])],
  ])('refuses %s', (_, bend) => {
    const data = sample()
    bend(data)
    expect(() => writePlanBytes(data)).toThrow(RangeError)
  })
})
