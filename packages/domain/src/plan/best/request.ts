import type { OrphanPolicy } from '../../brand/brand.ts'
import type { SeatBlocks } from '../model/block.ts'
import type { Plan } from '../model/plan.ts'
import { type SeatFlag, type SeatType, seatFlag, seatTypes } from '../model/seat-type.ts'

/** A hall with what a search for the best seats needs. */
export type BookableHall = {
  readonly plan: Plan
  /** One number per seat; equal for seats of one price band. */
  readonly bandOf: Readonly<Uint8Array>
  /** Availability for this visitor, a value of {@link seatStatus} per seat. */
  readonly seats: Readonly<Uint8Array>
  /** Seats sold only whole blocks at a time. */
  readonly blocks?: SeatBlocks | undefined
  /** The policy for orphan seats. It does not apply where seats are sold in blocks. */
  readonly orphans: OrphanPolicy
}

/** `closed`: hidden from this visitor or not for sale to them; never shown as taken. */
export const seatStatus = { free: 0, taken: 1, closed: 2 } as const

/** Required properties of the seats. The wheelchair space and the companion seat beside it are found together. */
export const seatNeeds = [
  'wheelchair',
  'companion',
  'step-free',
  'end-of-row',
  'hearing-loop',
  'audio-described',
  'captioned',
  'bsl',
] as const
export type SeatNeed = (typeof seatNeeds)[number]

export type BestSeatsRequest = {
  /** Number of people; 1 or more. */
  readonly size: number
  /** The most seats there may be, for blocks of more than come; as many as come where absent. */
  readonly maxSeats?: number
  /** Only these price bands; any where absent. */
  readonly bands?: ReadonlySet<number> | undefined
  /** Index of the only area searched; absent for the whole hall. */
  readonly area?: number | undefined
  readonly needs?: readonly SeatNeed[] | undefined
  /** Whether only adjacent seats are accepted; otherwise rows one behind the other, if there are not enough adjacent seats. */
  readonly together: boolean
  /** Seats that it must not be, though they are free: the ones already seen. */
  readonly excludedSeats?: readonly number[] | undefined
}

/** Seats for a request. `score` compares results of the same request; less is better. Seats are in the plan's order. */
export type BestSeatsResult = { readonly seats: readonly number[]; readonly how: 'together' | 'split'; readonly score: number }

/** Facts that every seat must have, by the need. */
const flagByNeed = { 'step-free': 'stepFree', 'hearing-loop': 'hearingLoop' } as const satisfies Partial<Record<SeatNeed, SeatFlag>>
/** Kinds of seat of which at least one must be among them, the more the better. */
const kinds = ['audio-described', 'captioned', 'bsl'] as const satisfies readonly (SeatNeed & SeatType)[]

/** Penalty of a seat type in centimetres of additional distance: seats reserved for access needs, and those with a worse view. */
const typePenaltyCm: Readonly<Record<SeatType, number>> = {
  standard: 0,
  wheelchair: 0,
  companion: 300,
  'audio-described': 400,
  captioned: 400,
  bsl: 400,
  misc: 800,
  information: 2_000,
  'restricted-view': 1_500,
}
/** Not to be of the kind that is needed. */
const otherTypePenaltyCm = 400

/** The needs of a request, compiled for a lookup seat by seat. */
export type CompiledNeeds = {
  /** Bits of `seatFlag` that every seat must have. */
  readonly flags: number
  /** By index of the seat's type: whether it may be among them, and what it counts as farther away. */
  readonly mayBe: Uint8Array
  readonly extra: Int32Array
  readonly wheelchair: boolean
  readonly companion: boolean
  readonly endOfRow: boolean
  /** Indices into `seatTypes`. */
  readonly kinds: readonly number[]
}

export function compileNeeds(needs: readonly SeatNeed[] = []): CompiledNeeds {
  const wheelchair = needs.includes('wheelchair')
  const neededKinds = kinds.filter((kind) => needs.includes(kind))
  const isAccess = (type: SeatType): boolean => type === 'wheelchair' || type === 'companion'
  return {
    flags: needs.reduce((bits, need) => bits | (need in flagByNeed ? seatFlag[flagByNeed[need as keyof typeof flagByNeed]] : 0), 0),
    mayBe: Uint8Array.from(seatTypes, (type) => Number(wheelchair || !isAccess(type))),
    extra: Int32Array.from(seatTypes, (type) =>
      neededKinds.length === 0
        ? typePenaltyCm[type]
        : neededKinds.some((kind) => kind === type)
          ? 0
          : typePenaltyCm[type] + otherTypePenaltyCm,
    ),
    wheelchair,
    companion: needs.includes('companion'),
    endOfRow: needs.includes('end-of-row'),
    kinds: neededKinds.map((kind) => seatTypes.indexOf(kind)),
  }
}
