import { describe, expect, it } from 'vitest'
import { seatOutlook } from '@playhouse/domain/seat'
import type { Room } from './choice.ts'
import { findParties, type Offer, type Wishes } from './find-parties.ts'
import { openHall } from './house.ts'
import { sampleHouse as house, samplePlan as plan } from './sample-house.ts'

const anything: Wishes = { size: 2, band: 'any', area: 'any', flags: new Set(), wheelchair: false, apart: false }
const room: Room = { maximum: 9, left: 9, inBasket: {} }
const offersFor = (wishes: Partial<Wishes>, taken: readonly string[] = [], at = house, beside = room): Offer[] => {
  const outlook = new Uint8Array(plan.seatCount)
  for (const id of taken) outlook[plan.indexOf(`stalls.${id}`)!] = seatOutlook.taken
  return findParties(at, openHall(at, outlook, []), { ...anything, ...wishes }, beside, 9)
}
const find = (...asked: Parameters<typeof offersFor>): string[] =>
  offersFor(...asked).map(({ seats }) => seats.map((seat) => plan.idOf(seat).replace('stalls.', '')).join(' '))

describe('seats by price', () => {
  it('are of the price asked for', () => {
    expect(find({ band: 'b' })).toEqual(['B.1 B.2', 'C.2 C.3'])
    expect(find({ band: 'a', size: 4 })).toEqual(['A.1 A.2 A.3 A.4'])
    expect(find({ band: 'premium' })).toEqual([])
  })

  it('have every fact asked for', () => {
    expect(find({ flags: new Set(['stepFree']) })).toEqual(['C.2 C.3'])
    expect(find({ flags: new Set(['stepFree', 'endOfRow']) })).toEqual([])
  })

  it('begin at the wheelchair space where one is needed', () => {
    expect(find({ wheelchair: true, size: 3 })).toEqual(['C.1 C.2 C.3'])
    expect(find({ wheelchair: true }, ['C.1'])).toEqual([])
  })

  it('are in two rows only for who says so', () => {
    const crowded = ['A.1', 'A.4', 'B.1', 'B.4', 'C.2', 'C.3']
    expect(find({ size: 4 }, crowded)).toEqual([])
    expect(find({ size: 4, apart: true }, crowded)).toEqual(['A.2 A.3 B.2 B.3'])
  })

  it('are whole blocks where seats are sold in blocks', () => {
    const blocked = { ...house, blocks: [[0, 2] as const, [4, 3] as const] }
    expect(find({ size: 2 }, [], blocked)).toEqual(['A.1 A.2', 'B.1 B.2 B.3'])
    expect(find({ size: 3 }, ['B.3'], blocked)).toEqual([])
  })

  it('are never a part of a block, round a wheelchair space either', () => {
    const spaceAt = plan.indexOf('stalls.C.1')!
    const blocked = { ...house, blocks: [[spaceAt, 3] as const] }
    expect(find({ wheelchair: true, size: 2 }, [], blocked)).toEqual([])
    expect(find({ wheelchair: true, size: 3 }, [], blocked)).toEqual(['C.1 C.2 C.3'])
  })

  it('are no more than the order has room for', () => {
    const blocked = { ...house, blocks: [[0, 2] as const, [4, 3] as const] }
    expect(find({ size: 1 }, [], blocked, { ...room, left: 2 })).toEqual(['A.1 A.2'])
  })

  it('are offered at price types that have room for them', () => {
    const [full, young] = house.priceTypes
    const limited = { ...house, priceTypes: [{ ...full!, limit: 3 }, young!] }
    const [offer] = offersFor({ size: 3, band: 'b' }, [], limited, { ...room, inBasket: { full: 2 } })
    expect(offer?.choice.map(({ priceType }) => priceType)).toEqual(['full', 'under-26', 'under-26'])
    expect(find({ size: 2, band: 'a' }, [], limited, { ...room, inBasket: { full: 2 } })).toEqual([])
  })
})
