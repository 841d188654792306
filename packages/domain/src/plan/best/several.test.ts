import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertProperty } from '@playhouse/testing/property'
import { anyBestHall, anyBestWish } from '../testing/best-hall.arbitrary.ts'
import { drawnHall } from '../testing/hall.arbitrary.ts'
import { type BookableHall, findBest, findInSeveral, type SearchedPerformance, sameSeatsPolicies, seatStatus } from './index.ts'

/** Performances of one hall, a drawing of its rows for each: `x` is a taken seat. */
function performancesOf(...drawings: readonly string[]): SearchedPerformance[] {
  const { plan, bandOf } = drawnHall('.'.repeat(drawings[0]!.length))
  return drawings.map((drawing) => ({
    request: { size: 2, together: true },
    hall: {
      plan,
      bandOf: Uint8Array.from(bandOf),
      seats: Uint8Array.from(drawing, (seat) => (seat === 'x' ? seatStatus.taken : seatStatus.free)),
      orphans: 'off' as const,
    },
  }))
}
const seatsOf = (performances: readonly SearchedPerformance[], policy: (typeof sameSeatsPolicies)[number]) =>
  findInSeveral(performances, policy).map(({ members, results }) => ({ members, seats: results[0]?.seats }))

describe('the best seats in several performances', () => {
  it('are the same in all of them where they should be, and the best of each otherwise', () => {
    const performances = performancesOf('...........', 'xxxxxxx....')
    expect(seatsOf(performances, 'no')).toEqual([
      { members: [0], seats: [4, 5] },
      { members: [1], seats: [7, 8] },
    ])
    for (const policy of ['preferred', 'required'] as const)
      expect(seatsOf(performances, policy)).toEqual([{ members: [0, 1], seats: [7, 8] }])
  })

  it('are none where they must be the same, and the same in most of them where that is preferred', () => {
    const performances = performancesOf('..xxxx', 'xxxx..', '...xxx')
    expect(seatsOf(performances, 'required')).toEqual([{ members: [0, 1, 2], seats: undefined }])
    expect(seatsOf(performances, 'preferred')).toEqual([
      { members: [0, 2], seats: [0, 1] },
      { members: [1], seats: [4, 5] },
    ])
  })

  it('are in a requested price band of each performance', () => {
    const [first, second] = performancesOf('......', '......')
    const bandOf = Uint8Array.from([1, 1, 2, 2, 2, 2])
    const bands = new Set([bandOf[0]!])
    const banded = { hall: { ...second!.hall, bandOf }, request: { ...second!.request, bands } }
    expect(seatsOf([first!, banded], 'required')).toEqual([{ members: [0, 1], seats: [0, 1] }])
  })

  it('are free in every performance of their group, which together are all performances once', () => {
    assertProperty(
      [anyBestHall, anyBestWish, fc.constantFrom(...sameSeatsPolicies), fc.array(fc.nat(40), { maxLength: 20 })],
      (_skip, hall, request, policy, takenSeats) => {
        const seats = Uint8Array.from(hall.seats)
        for (const seat of takenSeats) if (seat < seats.length) seats[seat] = seatStatus.taken
        const other: BookableHall = { ...hall, seats }
        const performances = [hall, other].map((each) => ({ hall: each, request }))
        const groups = findInSeveral(performances, policy)
        expect(groups.flatMap(({ members }) => members).toSorted()).toEqual([0, 1])
        for (const { members, results } of groups)
          for (const result of results)
            for (const place of members)
              for (const seat of result.seats) expect(performances[place]!.hall.seats[seat]).toBe(seatStatus.free)
        if (policy === 'no')
          expect(groups.map(({ results }) => results)).toEqual(performances.map((each) => findBest(each.hall, each.request)))
      },
    )
  })
})
