import { describe, expect, it } from 'vitest'
import { seatAvailability } from '@playhouse/domain/seat'
import { createSeatStore } from '@playhouse/seatmap/store'
import { sampleModel, samplePlan } from './sample-model.ts'
import { createVisitorSeats } from './visitor-seats.ts'

const seat = (id: string): number => samplePlan.indexOf(`stalls.${id}`)!

function open(model = sampleModel, mine: readonly number[] = []) {
  const store = createSeatStore(samplePlan)
  store.load(new Uint8Array(samplePlan.seatCount), 1)
  const takeSeat = (id: string): void => void store.apply([[seat(id), seatAvailability.taken]], store.version() + 1)
  return { take: takeSeat, seats: createVisitorSeats(model, store, mine) }
}

describe('the seats of a visitor', () => {
  it('are free, chosen, in the basket, or unavailable, as the store changes', () => {
    const { take: takeSeat, seats } = open(sampleModel, [seat('A.1')])
    const statuses = (): string[] => ['A.1', 'A.2', 'A.3', 'C.4'].map((id) => seats.statusOf(seat(id), [seat('A.2')]))
    expect(statuses()).toEqual(['mine', 'selected', 'free', 'taken'])
    takeSeat('A.3')
    expect(statuses()).toEqual(['mine', 'selected', 'taken', 'taken'])
  })

  it('are open when they are free, for sale, not in the basket, and accepted by the filter', () => {
    const { take: takeSeat, seats } = open(sampleModel, [seat('A.1')])
    takeSeat('A.2')
    const { isOpen } = seats.occupancy((index) => index !== seat('A.3'))
    expect(['A.1', 'A.2', 'A.3', 'A.4', 'C.4'].map((id) => isOpen(seat(id)))).toEqual([false, false, false, true, false])
  })

  it('are available only with their whole block', () => {
    const { take: takeSeat, seats } = open({ ...sampleModel, blocks: [[seat('B.1'), 2]] })
    expect(seats.isAvailable('stalls.B.2')).toBe(true)
    takeSeat('B.1')
    expect(['stalls.B.2', 'stalls.B.3', 'other.Z.1'].map(seats.isAvailable)).toEqual([false, true, false])
  })
})
