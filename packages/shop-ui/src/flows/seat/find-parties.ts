import { bestParties, hasFlag, isWhole, type OpenHall, type Party, type SeatFlag, seatParty, typeOf } from '@playhouse/domain/plan'
import { type Band, bands } from '@playhouse/domain/pricing'
import type { Choice, Room } from './choice.ts'
import type { House } from './house.ts'
import { chooseAll } from './pick.ts'

/** What somebody says who would rather not look for seats themselves. */
export type Wishes = {
  readonly size: number
  readonly band: Band | 'any'
  /** Id of an area, or `any`. */
  readonly area: string
  /** All of them must hold for every seat. */
  readonly flags: ReadonlySet<SeatFlag>
  /** One of them needs a wheelchair space. */
  readonly wheelchair: boolean
  /** Rows one behind the other will do. */
  readonly apart: boolean
}

/** Seats that can be held as they are, and at which price types. */
export type Offer = Party & { readonly choice: Choice }

/** Seats for those wishes that there is room for, best first; no seat in two of them. */
export function findParties(house: House, hall: OpenHall, wishes: Wishes, room: Room, most: number): Offer[] {
  return partiesFor(house, hall, wishes, most)
    .flatMap((party): Offer[] => {
      const chosen = isWhole(house.blocks, party.seats) ? chooseAll([], house, party.seats, room, 'together') : undefined
      return chosen?.ok ? [{ ...party, choice: chosen.value.choice }] : []
    })
    .slice(0, most)
}

/** @param most looked for where the search for each takes its time */
function partiesFor(house: House, hall: OpenHall, wishes: Wishes, most: number): Party[] {
  const { plan, blocks } = house
  const band = wishes.band === 'any' ? undefined : bands.indexOf(wishes.band)
  const accepts = (seat: number): boolean =>
    (band === undefined || house.bandOf[seat] === band) &&
    (wishes.area === 'any' || plan.areas[plan.areaOf[seat]!]!.id === wishes.area) &&
    [...wishes.flags].every((flag) => hasFlag(plan, seat, flag))
  if (wishes.wheelchair) return withWheelchair(hall, wishes.size, accepts)
  if (blocks)
    // A block is sold whole: the smallest that holds everybody, in the house's own order.
    return blocks
      .filter(([first, seats]) => seats >= wishes.size && range(first, seats).every((seat) => hall.isOpen(seat) && accepts(seat)))
      .toSorted((a, b) => a[1] - b[1] || a[0] - b[0])
      .map(([first, seats]) => ({ seats: range(first, seats), how: 'together' }))
  return bestParties(hall, { size: wishes.size, accepts, apart: wishes.apart }, most)
}

const range = (first: number, seats: number): number[] => Array.from({ length: seats }, (_, place) => first + place)

/** Round each wheelchair space that is left: the space, who comes along, and their friends beside them. */
function withWheelchair(hall: OpenHall, size: number, accepts: (seat: number) => boolean): Party[] {
  const { plan, isOpen } = hall
  const taken = new Set<number>()
  const found: Party[] = []
  for (const space of range(0, plan.seatCount)) {
    if (typeOf(plan, space) !== 'wheelchair' || !isOpen(space) || !accepts(space) || taken.has(space)) continue
    const party = seatParty({ ...hall, isOpen: (seat) => isOpen(seat) && !taken.has(seat) }, space, { size, withAccess: true })
    if (!party || party.how === 'fewer') continue
    for (const seat of party.seats) taken.add(seat)
    found.push(party)
  }
  return found
}
