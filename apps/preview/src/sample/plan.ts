import { expandRuns, type PlanData, seatTypes, toRuns } from '@playhouse/domain/plan'
import { hall, halls } from '@playhouse/fixtures'
import { importedHall, type Setting } from '#setting'

/** Seats of each type in the showcase: a pair is easier to see than one. */
const seatsPerType = 2

/** The plan of a setting. An imported one exists in this tab only; without it the first hall is used. */
export function planOf({ hall: id, showcase }: Pick<Setting, 'hall' | 'showcase'>, imported: PlanData | undefined): PlanData {
  const data = id === importedHall && imported ? imported : hall(halls.find((each) => each === id) ?? halls[0]!)
  return showcase ? showEveryType(data) : data
}

/** The same hall with a pair of seats of every type, so that each glyph is visible: each pair in the middle of a row. */
export function showEveryType(data: PlanData): PlanData {
  const count = data.rows.reduce((sum, row) => sum + row.seats, 0)
  const types = expandRuns(data.seats.type, new Uint8Array(count))
  const middles = middleSeats(data)
  seatTypes.forEach((_, type) => {
    if (types.includes(type)) return
    const first = middles[type % middles.length]! + Math.floor(type / middles.length) * seatsPerType
    // Limited by the hall: one of five seats shows five kinds.
    for (let seat = first; seat < Math.min(count, first + seatsPerType); seat++) types[seat] = type
  })
  return { ...data, version: `${data.version}-every-type`, seats: { ...data.seats, type: toRuns(types) } }
}

/** The seat in the middle of every row that has room for a pair, nearest the stage first. */
function middleSeats({ rows }: PlanData): number[] {
  const middles: number[] = []
  let first = 0
  for (const { seats } of rows) {
    if (seats >= seatsPerType) middles.push(first + Math.floor((seats - seatsPerType) / 2))
    first += seats
  }
  return middles.length > 0 ? middles : [0]
}
