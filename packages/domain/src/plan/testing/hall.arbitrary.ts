import fc from 'fast-check'
import { writePlan } from '../model/draft.ts'
import type { HallOccupancy } from '../adjacency/orphan.ts'
import { readPlan } from '../model/read-plan.ts'
import type { SeatType } from '../model/schema.ts'

const types: readonly SeatType[] = ['standard', 'standard', 'standard', 'standard', 'wheelchair', 'companion', 'restricted-view']

/** Rows of up to twelve seats in one area, with aisles, access seats and taken seats anywhere. */
export const anyOpenHall: fc.Arbitrary<HallOccupancy> = fc
  .array(
    fc.array(fc.record({ aisle: fc.nat(9), type: fc.constantFrom(...types), open: fc.nat(3), band: fc.nat(3) }), {
      minLength: 1,
      maxLength: 12,
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((rows) =>
    openHall(
      rows.map((row) => row.map(({ aisle, type, open, band }) => ({ aisle: aisle === 0, type, open: open > 0, band: band > 0 ? 1 : 2 }))),
    ),
  )

type TestSeat = { readonly aisle: boolean; readonly type: SeatType; readonly open: boolean; readonly band: number }

function openHall(rows: readonly (readonly TestSeat[])[]): HallOccupancy {
  const plan = readPlan(
    writePlan({
      hall: 'any',
      version: '1',
      name: 'Any',
      stage: {
        polygon: [
          [0, -300],
          [600, -300],
          [600, -100],
          [0, -100],
        ],
        z: 90,
        label: 'Stage',
      },
      views: [{ id: 'all', name: 'All', order: 0, viewBox: { x: -100, y: -400, width: 1_000, height: 1_000 } }],
      areas: [
        {
          id: 'a',
          view: 'all',
          name: 'A',
          outline: [],
          floorsAboveStage: 0,
          stepFree: true,
          steps: 0,
          entrance: '',
          toiletMetres: 0,
          rows: rows.map((row, index) => {
            let x = 0
            return {
              label: String(index + 1),
              seats: row.map(({ aisle, type }, place) => ({
                number: String(place + 1),
                x: (x += aisle ? 170 : 52),
                y: index * 90,
                z: 0,
                type,
              })),
            }
          }),
        },
      ],
    }),
  )
  const seats = rows.flat()
  return { plan, isOpen: (seat) => seats[seat]?.open ?? false, bandOf: seats.map(({ band }) => band) }
}

/**
 * A hall drawn in letters, one line per row: `.` free, `x` taken, `w` wheelchair space, `c` companion seat, `2` free in the
 * second band, a blank an aisle.
 */
export const drawnHall = (...rows: readonly string[]): HallOccupancy =>
  openHall(
    rows.map((row) =>
      [...row].flatMap((sign, place): TestSeat[] =>
        sign === ' '
          ? []
          : [
              {
                aisle: row[place - 1] === ' ',
                type: sign === 'w' ? 'wheelchair' : sign === 'c' ? 'companion' : 'standard',
                open: sign !== 'x',
                band: sign === '2' ? 2 : 1,
              },
            ],
      ),
    ),
  )
