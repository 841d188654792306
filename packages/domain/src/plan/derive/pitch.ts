import type { Point } from '../model/point.ts'

/** Two neighbours farther apart than this many pitches have an aisle between them. */
export const aislePitches = 1.6

export const distance = (a: Point, b: Point): number => Math.hypot(b.x - a.x, b.y - a.y)

/** Median distance between neighbours in rows, seats at one place left aside; undefined where no row has two. */
export function pitchOf(rows: readonly (readonly Point[])[]): number | undefined {
  const gaps: number[] = []
  for (const seats of rows)
    for (let place = 1; place < seats.length; place++) {
      const gap = distance(seats[place - 1]!, seats[place]!)
      if (gap > 1e-6) gaps.push(gap)
    }
  return gaps.sort((a, b) => a - b)[gaps.length >> 1]
}

/** Rows of fewer seats are too short to measure a pitch. */
const minSeatsForPitch = 4

/** For each seat of a row, whether it is at an aisle or a wall. @param pitch the hall's, for rows too short to measure */
export function rowEnds(seats: readonly Point[], pitch: number): boolean[] {
  const own = seats.length >= minSeatsForPitch ? Math.max(pitch, pitchOf([seats]) ?? pitch) : pitch
  const isFar = (place: number, other: number): boolean => !seats[other] || distance(seats[place]!, seats[other]) > aislePitches * own
  return seats.map((_, place) => isFar(place, place - 1) || isFar(place, place + 1))
}
