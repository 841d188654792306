import {
  distinctPhrases,
  hasFlag,
  isStandingArea,
  isStandingPlace,
  joinPhrases,
  type Plan,
  type SeatFlag,
  type SeatType,
  typeOf,
} from '@playhouse/domain/plan'
import { bands } from '@playhouse/domain/pricing'
import type { AreaSummary, BandOffer, SeatOffers, SeatWords } from '#props'

/** Names of the seat types other than standard. */
export const typeNames: Readonly<Record<Exclude<SeatType, 'standard'>, string>> = {
  wheelchair: 'Wheelchair space',
  companion: 'Companion seat',
  'audio-described': 'Audio description',
  captioned: 'Good for captions',
  bsl: 'Good for sign language',
  misc: 'On request',
  information: 'Ask the box office',
  'restricted-view': 'Restricted view',
}
const flagNames: Readonly<Partial<Record<SeatFlag, string>>> = {
  endOfRow: 'End of row',
  highSeat: 'High seat',
  barInFront: 'Rail in front',
}

/**
 * All texts of the map in plain English, for a page without translations.
 * @param money formats an amount in minor units: `(pence) => '£' + (pence / 100).toFixed(2)`
 */
export function englishWords(plan: Plan, offers: SeatOffers, money: (amount: number) => string): SeatWords {
  const areaName = (area: number): string => plan.areas[area]!.name
  const rowName = (index: number): string => {
    const { table, label, area } = plan.rows[index]!
    return isStandingArea(plan, area) ? areaName(area) : `${table ? 'Table' : 'Row'} ${label}`
  }
  const place = (seat: number): string =>
    isStandingPlace(plan, seat) ? `${areaName(plan.areaOf[seat]!)}, standing` : `${rowName(plan.rowOf[seat]!)} seat ${plan.numberOf(seat)}`
  const offerOf = (seat: number): BandOffer | undefined => offers.bands.get(bands[offers.bandOf[seat]!]!)
  const sum = (selection: readonly number[]): string => {
    const total = selection.reduce((pence, seat) => pence + (offerOf(seat)?.priceFrom ?? 0), 0)
    return `${selection.length} ${selection.length === 1 ? 'seat' : 'seats'}, ${money(total)}.`
  }
  return {
    mapName: `Seat map of ${plan.name}`,
    areaName,
    areaPrice: (from) => (from === undefined ? 'sold out' : `from ${money(from)}`),
    areaLeft: (free) => `${free} left`,
    standingName: (area) => `${areaName(area)}, standing, ${offerOf(plan.areas[area]!.firstSeat)?.price ?? 'sold out'}`,
    standingCount: (count, most) => `${count} of ${most}`,
    rowName,
    seatName: (seat, status) => {
      const offer = offerOf(seat)
      const facts = status === 'taken' || !offer ? ['taken'] : [offer.price, `band ${offer.letter}`]
      const name = [place(seat), ...facts, ...(status === 'mine' ? ['in your basket'] : [])].join(', ')
      return joinPhrases([name, ...unusual(plan, seat)])
    },
    gridName: (area) => `${areaName(area)} seats`,
    gridSummary: (summary) =>
      `${summary.free} of ${summary.seats} available, ${range(summary, money)}. Arrow keys move, Space selects, question mark for help.`,
    areaShown: (summary) => `${areaName(summary.area)}: ${summary.free} of ${summary.seats} available`,
    takenPassed: (seats) => (seats === 1 ? '1 taken seat passed' : `${seats} taken seats passed`),
    selected: (seats, selection) => `${seats.map(place).join(', ')} selected. ${sum(selection)}`,
    seatsCleared: (seats, selection) => `${seats.map(place).join(', ')} cleared. ${sum(selection)}`,
    seatLost: (seat) => `${place(seat)} has just been taken and is no longer in your selection.`,
    matching: (seats) => (seats === 1 ? '1 seat matches.' : `${seats} seats match.`),
    zoomChanged: (percent, rows) => `Zoom ${percent} per cent${rows ? `, ${rows.map(rowName).join(' to ')}` : ''}`,
    notFound: (name) => `No seat ${name} here.`,
    exploring: (takenToo) => (takenToo ? 'Arrow keys also stop on taken seats' : 'Arrow keys stop only on seats you can choose'),
  }
}

/** "£15.00 to £120.00" */
export const range = ({ from, to }: Pick<AreaSummary, 'from' | 'to'>, money: (amount: number) => string): string =>
  from === undefined ? 'sold out' : to === undefined || to === from ? money(from) : `${money(from)} to ${money(to)}`

/** Its type, facts and note, each once. */
export function unusual(plan: Plan, seat: number): string[] {
  const type = typeOf(plan, seat)
  return distinctPhrases([type !== 'standard' && typeNames[type], ...flagsOf(plan, seat)], plan.noteOf(seat))
}

export const flagsOf = (plan: Plan, seat: number): string[] =>
  Object.entries(flagNames).flatMap(([flag, name]) => (hasFlag(plan, seat, flag as SeatFlag) ? [name] : []))
