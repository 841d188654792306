import { expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { plainOf } from '@playhouse/domain/time'
import type { ApiClient } from '#client'
import { code, findEmptiestPerformance, newAddress, register, value } from './visitor.ts'

/** Names of the people of a group: given by its contact or by staff, before and after the booking is paid. */
export function describeGroupNames(visitor: () => ApiClient, staff: () => ApiClient): void {
  /** Books two seats for a group whose contact is signed in. */
  const book = async () => {
    const contact = visitor()
    const email = newAddress()
    value(await register(contact, email))
    value(await staff().counter.reset())
    const [customer] = value(await staff().staff.findCustomers({ body: { query: email } })).customers
    value(await staff().staff.actFor({ body: { customer: customer!.id } }))
    const { id: instance, startsAt, timeZone } = await findEmptiestPerformance(visitor())
    value(await staff().counter.bestAvailable({ params: { instance }, body: { wish: { quantity: 2, together: true } } }))
    const optionUntil = plainOf(Temporal.Instant.from(startsAt).subtract({ minutes: 1 }), timeZone)
    const terms = { kind: 'group' as const, name: 'The Mechanicals', optionUntil, deposit: { percent: 0 }, depositDue: null, note: '' }
    const body = { ...terms, balanceDue: optionUntil.slice(0, 10) }
    const { number } = value(await staff().groupBookings.create({ params: { instance }, body }))
    return { contact, number, params: { number } }
  }
  const leave = async () => void value(await staff().staff.actFor({ body: { customer: null } }))

  it('has names for its seats, which go to the tickets when it is paid, and change afterwards', async () => {
    const { contact, number, params } = await book()
    const empty = value(await staff().groupBookings.names({ params }))
    expect(empty).toMatchObject({ group: 'The Mechanicals', version: 0, isOpen: true, seats: [{ name: '' }, { name: '' }] })
    const [first, second] = empty.seats.map(({ ticket }) => ticket)
    const names = [
      { ticket: first!, name: ' Francis \u202EFlute ' },
      { ticket: second!, name: 'Snug' },
    ]
    const named = value(await contact.me.setNames({ params, body: { version: 0, names } }))
    expect(named).toMatchObject({ version: 1, seats: [{ name: 'Francis Flute' }, { name: 'Snug' }] })
    expect(value(await staff().groupBookings.names({ params }))).toEqual(named)

    const { basket } = value(await staff().counter.takeReserved({ params }))
    const sale = { version: basket.version, way: 'cash' as const, delivery: 'print' as const }
    const { order } = value(await staff().counter.sell({ body: sale }))
    const holders = async () => value(await contact.me.order({ params: { number: order } })).tickets.map(({ holder }) => holder)
    expect((await holders()).toSorted()).toEqual(['Francis Flute', 'Snug'])
    const paid = value(await contact.me.names({ params: { number: order } }))
    expect(paid.seats.map(({ name }) => name)).toEqual(['Francis Flute', 'Snug'])
    const cleared = { version: paid.version, names: [{ ticket: paid.seats[0]!.ticket, name: '' }] }
    value(await staff().groupBookings.setNames({ params, body: cleared }))
    expect(await holders()).toEqual(expect.arrayContaining([undefined, 'Snug']))
    expect(value(await contact.me.orders()).orders.find((each) => each.number === order)).toMatchObject({ isGroup: true })
    expect(number).not.toBe(order)
    await leave()
  })

  it('refuses the second of two editors, unknown tickets and wrong names, and stores nothing of them', async () => {
    const { contact, params } = await book()
    const { seats } = value(await contact.me.names({ params }))
    const [first, second] = seats.map(({ ticket }) => ticket)
    const edit = (version: number, names: readonly [string | undefined, string][]) => ({
      params,
      body: { version, names: names.map(([ticket, name]) => ({ ticket: ticket!, name })) },
    })
    value(await staff().groupBookings.setNames(edit(0, [[first, 'Snug']])))
    const late = await contact.me.setNames(edit(0, [[first, 'Snout']]))
    expect(late).toMatchObject({ error: { code: 'changed-meanwhile', params: { version: 1 } } })
    const unknown = [second, 'Snout'] as [string, string]
    expect(code(await staff().groupBookings.setNames(edit(1, [unknown, [crypto.randomUUID(), 'Bottom']])))).toBe('changed-meanwhile')
    for (const name of ['x'.repeat(81), '\u3164']) expect(code(await contact.me.setNames(edit(1, [[second, name]])))).toBe('invalid-input')
    expect(value(await contact.me.names({ params })).seats.map(({ name }) => name)).toEqual(['Snug', ''])
    await leave()
  })

  it('is for its contact and for staff, of bookings of groups', async () => {
    const { params } = await book()
    expect(code(await visitor().me.names({ params }))).toBe('login-required')
    const other = visitor()
    value(await register(other))
    const body = { version: 0, names: [] }
    for (const call of [other.me.names({ params }), other.me.setNames({ params, body })]) expect(code(await call)).toBe('order-not-found')
    const unknown = { params: { number: 'ZZZZZZZZ' } }
    expect(code(await staff().groupBookings.names(unknown))).toBe('order-not-found')
    expect(code(await staff().groupBookings.setNames({ ...unknown, body }))).toBe('order-not-found')
    value(await staff().groupBookings.cancel({ params, body: { deposit: 'keep', paid: money(0), reason: 'the trip is off' } }))
    expect(value(await staff().groupBookings.names({ params }))).toMatchObject({ isOpen: false, seats: [] })
    expect(code(await staff().groupBookings.setNames({ params, body }))).toBe('reserved-order-locked')
    await leave()
  })
}
