import fc from 'fast-check'
import { orphanPolicies } from '../../brand/brand.ts'
import { type BookableHall, type BestSeatsRequest, seatNeeds, seatStatus } from '../best/index.ts'
import type { SeatBlocks } from '../model/block.ts'
import { writePlan } from '../model/draft.ts'
import { readPlan } from '../model/read-plan.ts'
import type { SeatFlag, SeatType } from '../model/schema.ts'

const types: readonly SeatType[] = ['standard', 'standard', 'standard', 'wheelchair', 'companion', 'captioned', 'restricted-view']
const flags: readonly SeatFlag[] = ['endOfRow', 'stepFree', 'barInFront']

const seat = fc.record({
  aisle: fc.nat(7),
  type: fc.constantFrom(...types),
  flags: fc.subarray([...flags]),
  standing: fc.constantFrom(seatStatus.free, seatStatus.free, seatStatus.free, seatStatus.taken, seatStatus.closed),
  band: fc.constantFrom(1, 1, 1, 2),
})
const area = fc.array(fc.array(seat, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 })

/** Two areas at most, each of a few short rows; seats of any kind, taken or not, with aisles and now and then in blocks. */
export const anyBestHall: fc.Arbitrary<BookableHall> = fc
  .record({
    areas: fc.array(area, { minLength: 1, maxLength: 2 }),
    orphans: fc.constantFrom(...orphanPolicies),
    blocks: fc.option(fc.array(fc.tuple(fc.nat(5), fc.integer({ min: 2, max: 4 })), { minLength: 1, maxLength: 6 })),
  })
  .map(({ areas, orphans, blocks }) => {
    let y = 0
    const plan = readPlan(
      writePlan({
        hall: 'any',
        version: '1',
        name: 'Any',
        stage: {
          polygon: [
            [0, -300],
            [400, -300],
            [400, -100],
            [0, -100],
          ],
          z: 90,
          label: 'Stage',
        },
        views: [{ id: 'all', name: 'All', order: 0, viewBox: { x: -100, y: -400, width: 1_000, height: 1_000 } }],
        areas: areas.map((rows, index) => ({
          id: String(index),
          view: 'all',
          name: String(index),
          outline: [],
          floorsAboveStage: index,
          stepFree: true,
          steps: 0,
          entrance: '',
          toiletMetres: 0,
          rows: rows.map((row, place) => {
            let x = 0
            y += 90
            return {
              label: String(place + 1),
              seats: row.map(({ aisle, ...each }, number) => ({
                number: String(number + 1),
                x: (x += aisle === 0 ? 170 : 52),
                y,
                z: index * 300,
                type: each.type,
                flags: each.flags,
              })),
            }
          }),
        })),
      }),
    )
    const seats = areas.flat(2)
    return {
      plan,
      bandOf: Uint8Array.from(seats, ({ band }) => band),
      seats: Uint8Array.from(seats, (each) => each.standing),
      orphans,
      ...(blocks ? { blocks: blocksOf(blocks, seats.length) } : {}),
    }
  })

/** Blocks one after the other, with some single seats between. */
function blocksOf(lengths: readonly (readonly [number, number])[], seatCount: number): SeatBlocks {
  let at = 0
  return lengths.flatMap(([skip, seats]) => {
    const first = at + skip
    at = first + seats
    return at <= seatCount ? [[first, seats] as const] : []
  })
}

export const anyBestWish: fc.Arbitrary<BestSeatsRequest> = fc
  .record({
    size: fc.integer({ min: 1, max: 7 }),
    more: fc.nat(2),
    band: fc.option(fc.constantFrom(1, 2)),
    area: fc.option(fc.constant(0)),
    needs: fc.oneof(fc.constant([]), fc.subarray([...seatNeeds], { maxLength: 2 })),
    together: fc.boolean(),
    excludedSeats: fc.array(fc.nat(20), { maxLength: 4 }),
  })
  .map(({ size, more, band, area: only, needs, together, excludedSeats }) => ({
    size,
    maxSeats: size + more,
    together,
    needs,
    excludedSeats,
    ...(band === null ? {} : { bands: new Set([band]) }),
    ...(only === null ? {} : { area: only }),
  }))
