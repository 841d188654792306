import { canFind, findBest } from './find-best.ts'
import { type BookableHall, type BestSeatsRequest, type BestSeatsResult, seatStatus } from './request.ts'

/** Whether the performances of one plan get the same seats: `preferred` where possible, `required` or nothing. */
export const sameSeatsPolicies = ['no', 'preferred', 'required'] as const
export type SameSeatsPolicy = (typeof sameSeatsPolicies)[number]

/** The hall of one performance with the request in its indices. */
export type SearchedPerformance = { readonly hall: BookableHall; readonly request: BestSeatsRequest }

/** Performances that get the same seats, by their place in the request, and the best seats for all of them, best first. */
export type SameSeatsGroup = { readonly members: readonly number[]; readonly results: readonly BestSeatsResult[] }

/**
 * The best seats for a request in several performances. Performances in one group get the same seats. With `required` each plan is
 * one group, which has no results if no seats are free in all of its performances. With `preferred` a performance in which none of
 * the common seats are free begins another group. Equal requests have equal results.
 * @param most maximum number of results of a group
 */
export function findInSeveral(performances: readonly SearchedPerformance[], policy: SameSeatsPolicy, most = 1): SameSeatsGroup[] {
  const places = performances.map((_, place) => place)
  if (policy === 'no') return places.map((place) => searchGroup(performances, [place], most))
  return [...Map.groupBy(places, (place) => hallKeyOf(performances[place]!.hall)).values()].flatMap((members) => {
    const all = searchGroup(performances, members, most)
    if (policy === 'required' || all.results.length > 0) return [all]
    return splitGroups(performances, members).map((group) => searchGroup(performances, group, most))
  })
}

/** The performances of one plan in groups that have common seats. Each performance joins the first group with common seats. */
export function splitGroups(performances: readonly SearchedPerformance[], members: readonly number[]): number[][] {
  const groups: { members: number[]; common: SearchedPerformance }[] = []
  for (const place of members) {
    const own = performances[place]!
    const joined = groups.some((group) => {
      const common = combine([group.common, own])
      if (!canFind(common.hall, common.request)) return false
      group.members.push(place)
      group.common = common
      return true
    })
    if (!joined) groups.push({ members: [place], common: own })
  }
  return groups.map((group) => group.members)
}

function searchGroup(performances: readonly SearchedPerformance[], members: readonly number[], most: number): SameSeatsGroup {
  const { hall, request } = combine(members.map((place) => performances[place]!))
  return { members, results: findBest(hall, request, most) }
}

/** Performances with the same key have the same seats, sold in the same blocks. */
const hallKeyOf = ({ plan, blocks }: BookableHall): string => JSON.stringify([plan.hall, plan.version, blocks ?? null])

/** The hall in which only seats are free that are free, and in a requested price band, in every performance. */
function combine(performances: readonly SearchedPerformance[]): SearchedPerformance {
  const [first, ...others] = performances
  if (others.length === 0) return first!
  const seats = Uint8Array.from(first!.hall.seats)
  for (const { hall, request } of performances)
    for (let seat = 0; seat < seats.length; seat++) {
      const isRequested = request.bands === undefined || request.bands.has(hall.bandOf[seat]!)
      seats[seat] = Math.max(seats[seat]!, isRequested ? hall.seats[seat]! : seatStatus.closed)
    }
  const requests = performances.map(({ request }) => request)
  return {
    hall: { ...first!.hall, seats },
    request: {
      ...first!.request,
      bands: undefined,
      maxSeats: Math.min(...requests.map(({ maxSeats, size }) => maxSeats ?? size)),
      excludedSeats: [...new Set(requests.flatMap(({ excludedSeats = [] }) => excludedSeats))],
    },
  }
}
