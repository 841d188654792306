import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { isBeside, type Plan, readPlan, type SeatType, writePlan } from '@playhouse/domain/plan'
import { bands } from '@playhouse/domain/pricing'
import { seatAvailability } from '@playhouse/domain/seat'
import { assertProperty } from '@playhouse/testing/property'
import { type Choice, totalOf } from './choice.ts'
import { choicesAt, type SeatingModel, hallOccupancy, buildSeatingModel } from '../model/seating-model.ts'
import { findSubstitute } from './substitute.ts'

type Chair = { readonly type: SeatType; readonly band: number; readonly gap: boolean }

/** Rows of seats, with an aisle at each gap; a band without a price isn't sold. */
function houseOf(rows: readonly (readonly Chair[])[]): SeatingModel {
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
        ],
        z: 90,
        label: 'Stage',
      },
      views: [{ id: 'stalls', name: 'Stalls', order: 1, viewBox: { x: -100, y: -400, width: 1600, height: 1400 } }],
      areas: [
        {
          id: 'stalls',
          view: 'stalls',
          name: 'Stalls',
          outline: [],
          floorsAboveStage: 0,
          stepFree: true,
          steps: 0,
          entrance: 'A',
          toiletMetres: 20,
          rows: rows.map((chairs, row) => ({
            label: String(row + 1),
            seats: chairs.map(({ type }, seat) => ({
              number: String(seat + 1),
              x: seat * 55 + chairs.slice(0, seat + 1).filter(({ gap }) => gap).length * 120,
              y: row * 90,
              z: row * 15,
              ...(type === 'standard' ? {} : { type }),
            })),
          })),
        },
      ],
    }),
  )
  const cost = (amount: number) => ({ price: money(amount), fee: money(100) })
  return buildSeatingModel(plan, {
    priceTypes: [
      { id: 'full', name: 'Full price', kind: 'full' },
      { id: 'under-26', name: 'Under 26', kind: 'under-26' },
    ],
    prices: { a: { full: cost(60_00), 'under-26': cost(20_00) }, b: { full: cost(45_00) } },
    seatBands: rows
      .flat()
      .map(({ band }) => [band, 1] as const)
      .map(([band, seats]): [number, number] => [band, seats]),
  })
}

const chair = fc.record({
  type: fc.constantFrom<SeatType>('standard', 'standard', 'standard', 'wheelchair', 'restricted-view'),
  band: fc.constantFrom(bands.indexOf('a'), bands.indexOf('a'), bands.indexOf('b'), bands.indexOf('c')),
  gap: fc.nat(6).map((digit) => digit === 0),
})
const anyHouse = fc.array(fc.array(chair, { minLength: 1, maxLength: 9 }), { minLength: 1, maxLength: 5 }).map(houseOf)

/** A hall, a selection, the lost seats of it, and the other open seats. */
const situation = anyHouse.chain((model) => {
  const seats = [...model.bandOf.keys()]
  const sold = seats.filter((seat) => choicesAt(model, seat).length > 0)
  return fc
    .record({
      model: fc.constant(model),
      chosen: fc.shuffledSubarray(sold, { maxLength: Math.min(4, sold.length) }),
      from: fc.nat(Math.max(0, sold.length - 1)),
      isGroup: fc.boolean(),
      types: fc.array(fc.nat(1), { minLength: 4, maxLength: 4 }),
      goes: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
      taken: fc.subarray(seats),
      filtered: fc.subarray(seats, { maxLength: Math.min(6, seats.length) }),
      mine: fc.subarray(seats, { maxLength: Math.min(3, seats.length) }),
    })
    .map(({ chosen, from, isGroup, types, goes, ...rest }) => {
      const party = isGroup ? sold.slice(from, from + 3) : chosen
      const before: Choice = party.map((seat, i) => {
        const choices = choicesAt(model, seat)
        return { seat: model.plan.idOf(seat), priceType: choices[types[i]! % choices.length]!.priceType.id }
      })
      const unavailable = before.filter((_, i) => goes[i]).map(({ seat }) => seat)
      const keptSeats = new Set(party.filter((_, i) => !goes[i]))
      const lostSeats = new Set(party.filter((_, i) => goes[i]))
      const outlook = Uint8Array.from(seats, (seat) =>
        lostSeats.has(seat) || (rest.taken.includes(seat) && !keptSeats.has(seat)) ? seatAvailability.taken : seatAvailability.free,
      )
      const hall = hallOccupancy(
        model,
        outlook,
        rest.mine.filter((seat) => !keptSeats.has(seat)),
        (seat) => !rest.filtered.includes(seat),
      )
      return { model, before, lost: unavailable, hall }
    })
})

const areTogether = (plan: Plan, seats: readonly number[]): boolean =>
  seats.toSorted((a, b) => a - b).every((seat, i, all) => i === 0 || isBeside(plan, all[i - 1]!, seat))
const indices = (plan: Plan, choice: Choice): number[] => choice.map(({ seat }) => plan.indexOf(seat)!)

describe('substitutes for lost seats', () => {
  it('are open, not chosen, of the same kind and of exactly the same price', () => {
    assertProperty(
      [situation.filter(({ model, before, lost, hall }) => findSubstitute(before, lost, model, hall) !== undefined)],
      (skip, { model, before, lost, hall }) => {
        const offer = findSubstitute(before, lost, model, hall)
        if (!offer) return skip()
        const next = indices(model.plan, offer.choice)
        expect(new Set(next).size).toBe(before.length)
        expect(offer.seats.every(hall.isOpen)).toBe(true)
        expect(offer.choice.some(({ seat }) => lost.includes(seat))).toBe(false)
        expect(totalOf(offer.choice, model)).toBe(totalOf(before, model))
        const kinds = (choice: Choice): string[] =>
          choice
            .map(
              ({ seat, priceType }) =>
                `${model.bandOf[model.plan.indexOf(seat)!]} ${model.plan.type[model.plan.indexOf(seat)!]} ${priceType}`,
            )
            .sort()
        expect(kinds(offer.choice)).toEqual(kinds(before))
        const stays = before.filter(({ seat }) => !lost.includes(seat))
        if (!offer.movesAll) expect(offer.choice).toEqual(expect.arrayContaining(stays))
        expect(offer.seats).toHaveLength(offer.movesAll ? before.length : lost.length)
      },
      { numRuns: 150 },
    )
  })

  it('are side by side for a party that sat side by side', () => {
    const side = situation.filter(({ model, before }) => before.length > 1 && areTogether(model.plan, indices(model.plan, before)))
    fc.assert(
      fc.property(side, ({ model, before, lost, hall }) => {
        const offer = findSubstitute(before, lost, model, hall)
        expect(offer ? areTogether(model.plan, indices(model.plan, offer.choice)) : true).toBe(true)
      }),
    )
  })

  it('are the nearest for a single seat, and exist whenever an equal seat is open', () => {
    const singleSeat = situation.filter(({ before, lost }) => before.length === 1 && lost.length === 1)
    fc.assert(
      fc.property(singleSeat, ({ model, before, lost, hall }) => {
        const { plan, bandOf } = model
        const home = plan.indexOf(lost[0]!)!
        const distanceOf = (seat: number): number =>
          Math.hypot(plan.x[seat]! - plan.x[home]!, plan.y[seat]! - plan.y[home]!, plan.z[seat]! - plan.z[home]!)
        const equal = [...bandOf.keys()].filter(
          (seat) => hall.isOpen(seat) && bandOf[seat] === bandOf[home] && plan.type[seat] === plan.type[home],
        )
        const offer = findSubstitute(before, lost, model, hall)
        expect(offer?.seats.map(distanceOf)).toEqual(equal.length > 0 ? [Math.min(...equal.map(distanceOf))] : undefined)
      }),
    )
  })

  it('are none when the seating rules reject the selection', () => {
    fc.assert(
      fc.property(situation, ({ model, before, lost, hall }) => {
        expect(findSubstitute(before, lost, model, hall, () => false)).toBeUndefined()
      }),
    )
  })
})

describe('in a hall of three rows', () => {
  const plain = (band: 'a' | 'b'): Chair => ({ type: 'standard', band: bands.indexOf(band), gap: false })
  const model = houseOf(['a', 'a', 'b'].map((band) => Array.from({ length: 6 }, () => plain(band as 'a' | 'b'))))
  const { plan } = model
  const choiceOf = (...ids: string[]): Choice => ids.map((id) => ({ seat: `stalls.${id}`, priceType: 'full' }))
  const ids = (seats: readonly number[] | undefined): string[] | undefined => seats?.map((seat) => plan.idOf(seat).replace('stalls.', ''))
  const offer = (before: Choice, unavailable: string[], ...taken: string[]) => {
    const outlook = new Uint8Array(plan.seatCount)
    for (const id of [...unavailable, ...taken]) outlook[plan.indexOf(`stalls.${id}`)!] = seatAvailability.taken
    return findSubstitute(
      before,
      unavailable.map((id) => `stalls.${id}`),
      model,
      hallOccupancy(model, outlook, []),
    )
  }

  it('the other person keeps their seat when the seat on their other side is open', () => {
    const offered = offer(choiceOf('1.3', '1.4'), ['1.4'])
    expect([ids(offered?.seats), offered?.movesAll]).toEqual([['1.2'], false])
  })

  it('both persons move when there is none', () => {
    const offered = offer(choiceOf('1.3', '1.4'), ['1.4'], '1.2')
    expect([ids(offered?.seats), offered?.movesAll]).toEqual([['2.3', '2.4'], true])
  })

  it('three persons who lost their seats move together', () => {
    expect(ids(offer(choiceOf('1.1', '1.2', '1.3'), ['1.1', '1.2', '1.3'])?.seats)).toEqual(['2.1', '2.2', '2.3'])
  })

  it('no person moves to another price', () => {
    const row = ['1', '2'].flatMap((label) => [1, 2, 3, 4, 5, 6].map((seat) => `${label}.${seat}`))
    expect(offer(choiceOf('1.1'), ['1.1'], ...row.slice(1))).toBeUndefined()
  })

  it('a seat of another hall has no substitute', () => {
    expect(
      findSubstitute([{ seat: 'balcony.Z.1', priceType: 'full' }], ['balcony.Z.1'], model, hallOccupancy(model, new Uint8Array(18), [])),
    ).toBeUndefined()
  })
})
