import { useMemo } from 'react'
import {
  accessOf,
  distinctPhrases,
  factsOf,
  hasFlag,
  isBeside,
  isStandingPlace,
  type Plan,
  type Seating,
  seatingOf,
  type SeatFlag,
  typeOf,
} from '@playhouse/domain/plan'
import type { Band } from '@playhouse/domain/pricing'
import { type Formats, useFormats, useWords, type Words } from '#i18n'
import { bandAt, type SeatingModel, priceAt } from '../model/seating-model.ts'
import { isolate } from './isolate.ts'
import { useLength } from './useLength.ts'

/** Describes the seats of a hall in the visitor's locale. */
export type SeatVoice = {
  /** "Row C seat 14", "Table 5 seat 3", "Pit, standing" */
  readonly seat: (index: number) => string
  /** "Row C seats 14 to 17", or one by one if they are not adjacent. */
  readonly seats: (indices: readonly number[]) => string
  /** "Row C seat 14, taken" */
  readonly takenSeat: (index: number) => string
  /** "Stalls, row C, seat 14"; "Tables, table 5, seat 3"; "Pit, standing" */
  readonly seatInHall: (index: number) => string
  /** "Row C seat 14, £45.00, Band B" */
  readonly seatWithPrice: (index: number) => string
  /** "Band B" */
  readonly band: (band: Band) => string
  /** The companion seats beside a wheelchair space; empty for other seats. */
  readonly companions: (index: number) => string
  /** Unusual facts for the seat's name and label: type, end of row …, note. Each once. */
  readonly unusual: (index: number) => readonly string[]
  /** Its type, unless the view column or the note has it; empty for a standard seat. */
  readonly listedType: (index: number) => string
  /** Facts for the list's column: companions, step-free, end of row …, note. Each once. */
  readonly listedFacts: (index: number) => readonly string[]
  /** Facts for the chips of a card: rows in front, view, step-free, end of row … */
  readonly facts: (index: number) => readonly string[]
  /** All facts, for the details dialog. */
  readonly allFacts: (index: number) => readonly string[]
  readonly view: (index: number) => string
  /** The price of the default price type; empty if the seat isn't sold. */
  readonly price: (index: number) => string
}

/** i18n keys below `yours.` for a seat in a row, at a table, or a standing place. */
export const seatWordKeys = { row: 'seat', table: 'table', standing: 'standing' } as const satisfies Record<Seating, string>

/** Letters of a band in its seats; the same in every locale, so that tickets and map agree. */
export const bandLetters: Readonly<Record<Band, string>> = {
  'premium-2': 'P2',
  premium: 'P',
  a: 'A',
  b: 'B',
  c: 'C',
  d: 'D',
  e: 'E',
  f: 'F',
  standing: 'S',
}

export function useSeatVoice(model: SeatingModel): SeatVoice {
  const t = useWords('seat')
  const formats = useFormats()
  const length = useLength()
  return useMemo(() => seatVoice(model, t, formats, length), [model, t, formats, length])
}

function seatVoice(model: SeatingModel, t: Words, { money, list }: Formats, length: (metres: number) => string): SeatVoice {
  const { plan } = model
  const rowAndNumber = (index: number) => ({ row: isolate(plan.rows[plan.rowOf[index]!]!.label), number: isolate(plan.numberOf(index)) })
  const areaName = (index: number): string => isolate(plan.areas[plan.areaOf[index]!]!.name)
  /** i18n keys for a seat in a row, at a table, and for a standing place. */
  const wordsFor = { row: 'seat', table: 'tableSeat', standing: 'standing' } as const
  const pricedAs = { row: 'seatPriced', table: 'tablePriced', standing: 'standingPriced' } as const
  const takenAs = { row: 'taken', table: 'tableTaken', standing: 'standingTaken' } as const
  const nameParams = (index: number) => ({ ...rowAndNumber(index), area: areaName(index) })
  const nameSeat = (index: number): string => t(`map.${wordsFor[seatingOf(plan, index)]}`, nameParams(index))
  const takenSeat = (index: number): string => t(`map.${takenAs[seatingOf(plan, index)]}`, nameParams(index))
  const nameRun = (run: readonly number[]): string => {
    const seating = seatingOf(plan, run[0]!)
    if (seating === 'standing') return t('map.standingPlaces', { count: run.length, area: areaName(run[0]!) })
    if (run.length === 1) return nameSeat(run[0]!)
    const ends = { from: plan.numberOf(run[0]!), to: plan.numberOf(run.at(-1)!) }
    return t(seating === 'table' ? 'map.tableSeats' : 'map.seats', { ...rowAndNumber(run[0]!), ...ends })
  }
  const price = (index: number): string => {
    const price = priceAt(model, index)
    return price ? money(price.price) : ''
  }
  const view = (index: number): string => t(`fact.${factsOf(plan, index).viewOfStage}`)
  const rowsInFront = (index: number): string => {
    const { seating, rowsInFront: count, positionInRow, seatsInRow } = factsOf(plan, index)
    if (seating === 'standing') return t('fact.standing')
    if (seating === 'table') return t('fact.atTable', { position: positionInRow, seats: seatsInRow })
    return count === 0 ? t('fact.frontRow') : t('fact.rows', { count })
  }
  const flagWords = (index: number, flags: readonly SeatFlag[]): string[] =>
    flags.filter((flag) => hasFlag(plan, index, flag)).map((flag) => t(`fact.${flag}`))
  const comforts = (index: number): string[] => flagWords(index, ['stepFree', 'endOfRow', 'highSeat', 'barInFront'])
  const companions = (index: number): string => {
    if (typeOf(plan, index) !== 'wheelchair') return ''
    const companionSeats = [index - 1, index + 1].filter((other) => isBeside(plan, index, other) && typeOf(plan, other) === 'companion')
    return companionSeats.length > 0 ? t('fact.companion', { numbers: list(companionSeats.map(plan.numberOf)) }) : ''
  }
  const band = (name: Band): string => t(`band.${name}`)
  /** The seat type; a restricted view is part of the view's text. */
  const kind = (index: number): string => {
    const type = typeOf(plan, index)
    return type === 'standard' || type === 'restricted-view' ? '' : t(`type.${type}`)
  }
  return {
    seat: nameSeat,
    takenSeat,
    seats: (indices) => list(runsOf(plan, indices).map(nameRun)),
    seatInHall: (index) => t(`yours.${seatWordKeys[seatingOf(plan, index)]}`, nameParams(index)),
    seatWithPrice: (index) => {
      const name = bandAt(model, index)
      return name
        ? t(`map.${pricedAs[seatingOf(plan, index)]}`, { ...nameParams(index), price: price(index), band: band(name) })
        : takenSeat(index)
    },
    band,
    price,
    view,
    companions,
    listedType: (index) => distinctPhrases([kind(index)], plan.noteOf(index)).find((phrase) => phrase === kind(index)) ?? '',
    listedFacts: (index) => distinctPhrases([companions(index), ...comforts(index)], plan.noteOf(index)),
    unusual: (index) => {
      const type = typeOf(plan, index)
      const phrases = [
        type !== 'standard' && t(`type.${type}`),
        companions(index),
        ...flagWords(index, ['endOfRow', 'highSeat', 'barInFront']),
      ]
      return distinctPhrases(phrases, plan.noteOf(index))
    },
    facts: (index) => {
      return presentOnly(kind(index), rowsInFront(index), view(index), ...comforts(index))
    },
    allFacts: (index) => {
      const { seating, positionInRow, seatsInRow, metresToStage, floorsAboveStage, stepFree } = factsOf(plan, index)
      return presentOnly(
        kind(index),
        seating === 'row' && t('fact.place', { position: positionInRow, seats: seatsInRow }),
        rowsInFront(index),
        view(index),
        t('fact.distance', { length: length(metresToStage) }),
        floorsAboveStage > 0 ? t('fact.floors', { count: floorsAboveStage }) : t(floorsAboveStage < 0 ? 'fact.below' : 'fact.sameFloor'),
        !stepFree && accessOf(plan.areas[plan.areaOf[index]!]!) !== 'unknown' && t('fact.steps'),
        companions(index),
        ...comforts(index),
        ...flagWords(index, ['hearingLoop']),
      )
    },
  }
}

/** Groups of adjacent seats, in the order of the plan. */
function runsOf(plan: Plan, seats: readonly number[]): number[][] {
  const runs: number[][] = []
  for (const seat of seats.toSorted((a, b) => a - b)) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    // At a round table the last number is next to the first, but a range does not wrap.
    const goesOn = before !== undefined && (isBeside(plan, before, seat) || areOneFloor(plan, before, seat)) && !skips(plan, before, seat)
    if (run && goesOn) run.push(seat)
    else runs.push([seat])
  }
  return runs
}

const areOneFloor = (plan: Plan, a: number, b: number): boolean => isStandingPlace(plan, a) && plan.areaOf[a] === plan.areaOf[b]
const skips = (plan: Plan, before: number, seat: number): boolean => seat !== before + 1 && !areOneFloor(plan, before, seat)

const presentOnly = (...words: readonly (string | false | undefined)[]): string[] => words.filter((word): word is string => Boolean(word))
