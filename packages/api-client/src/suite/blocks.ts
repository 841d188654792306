import { expect, it } from 'vitest'
import { blockOf, readPlan } from '@playhouse/domain/plan'
import { bookable } from '@playhouse/domain/season'
import { seatAvailability, unpackAvailability } from '@playhouse/domain/seat'
import type { ApiClient } from '#client'
import { code, value } from './visitor.ts'

/** Distanced seating: a seat block is held, sold and released as a whole. */
export function describeBlocks(visitor: () => ApiClient): void {
  it('holds and releases only whole seat blocks', async () => {
    const client = visitor()
    const { instance, plan, seats, priceType } = await findFreeBlock(client)
    const requested = seats.map((seat) => ({ seat: plan.idOf(seat), priceType }))
    const half = await client.basket.addTickets({ body: { instance, seats: requested.slice(1) } })
    expect(code(half)).toBe('distanced-block-incomplete')
    expect(value(await client.basket.read()).tickets).toEqual([])
    const wholeBlock = value(await client.basket.addTickets({ body: { instance, seats: requested } }))
    expect(wholeBlock.tickets).toHaveLength(seats.length)
    expect(value(await client.basket.removeTicket({ params: { id: wholeBlock.tickets[0]!.id } }))).toMatchObject({
      tickets: [],
      deadline: null,
    })
  })
}

/** A seat block of a bookable performance, with all its seats free. */
async function findFreeBlock(client: ApiClient) {
  const { events } = value(await client.catalogue.events())
  for (const { id } of events)
    for (const { id: instance, availability } of value(await client.catalogue.event({ params: { event: id } })).instances) {
      if (!bookable(availability)) continue
      const { seatBlocks, priceTypes } = value(await client.catalogue.prices({ params: { instance } }))
      if (!seatBlocks) continue
      const { hall, planVersion } = value(await client.catalogue.instance({ params: { instance } }))
      const plan = readPlan(value(await client.catalogue.plan({ params: { venue: hall, version: planVersion } })))
      const seatValues = unpackAvailability(value(await client.catalogue.availability({ params: { instance } })).seats, plan.seatCount)
      const block = seatBlocks.find(([first]) => blockOf(seatBlocks, first).every((seat) => seatValues[seat] === seatAvailability.free))
      if (block) return { instance, plan, seats: blockOf(seatBlocks, block[0]), priceType: priceTypes[0]!.id }
    }
  throw new Error('no performance is sold in blocks')
}
