import { expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { bands } from '@playhouse/domain/pricing'
import { plainOf } from '@playhouse/domain/time'
import type { ApiClient } from '#client'
import { describeGroupNames } from './group-names.ts'
import { readReportDay, readTakingsSince } from './takings.ts'
import { code, findEmptiestPerformance, newAddress, value } from './visitor.ts'

/** Bookings of groups and schools: reserved at the counter with terms, listed, and paid like other reserved orders. */
export function describeGroupBookings(visitor: () => ApiClient, staff: () => ApiClient): void {
  describeGroupNames(visitor, staff)
  /** Holds two seats for a new customer, with terms that are valid for them. */
  const hold = async () => {
    value(await staff().counter.reset())
    const email = newAddress()
    value(await staff().staff.registerCustomer({ body: { email, title: '', firstName: 'Peter', lastName: 'Quince', phone: '' } }))
    const { id: instance, startsAt, timeZone } = await findEmptiestPerformance(visitor())
    // The best band may have one price type only.
    const { prices } = value(await visitor().catalogue.prices({ params: { instance } }))
    const band = bands.find((each) => Object.keys(prices[each] ?? {}).length > 1)
    const body = { wish: { quantity: 2, together: true, ...(band && { band }) } }
    const { desk } = value(await staff().counter.bestAvailable({ params: { instance }, body }))
    // The performance may begin in an hour.
    const optionUntil = plainOf(Temporal.Instant.from(startsAt).subtract({ minutes: 1 }), timeZone)
    const day = optionUntil.slice(0, 10)
    const terms = {
      ...{ kind: 'school' as const, name: 'Athens Academy', optionUntil, deposit: { percent: 25 } },
      ...{ depositDue: day, balanceDue: day, note: '30 pupils, 3 teachers' },
    }
    return { email, params: { instance }, terms, total: desk.basket.totals.total }
  }
  const list = async () => value(await staff().groupBookings.list()).bookings

  it('reserves seats for a school with a deposit and due dates, lists it, and shows it paid with its order', async () => {
    const { email, params, terms, total } = await hold()
    const { number, desk } = value(await staff().groupBookings.create({ params, body: terms }))
    expect(desk.basket.tickets).toEqual([])
    expect(desk.customer?.orders).toMatchObject([{ number, state: 'reserved', count: 2 }])
    const { kind, name, note, depositDue, balanceDue } = terms
    const read = async () => (await list()).find((booking) => booking.number === number)
    const booked = await read()
    expect(booked).toMatchObject({
      ...{ kind, name, note, depositDue, balanceDue, total, state: 'option', count: 2, paid: 0, order: null },
      ...{ deposit: Math.round(total / 4), contact: { name: 'Peter Quince', email }, performance: params },
      due: { what: 'deposit', on: depositDue, isOverdue: false },
    })
    const taken = value(await staff().counter.takeReserved({ params: { number } })).basket
    expect(await read(), 'while it is in a basket').toMatchObject({ state: 'option' })
    const body = { version: taken.version, way: 'cash' as const, delivery: 'print' as const }
    const { order } = value(await staff().counter.sell({ body }))
    expect(await read()).toMatchObject({ state: 'paid', paid: total, due: null, order })
    value(await staff().staff.actFor({ body: { customer: null } }))
  })

  it('takes a deposit and an instalment, never more than is due, and sets them off when the rest is paid', async () => {
    const { params, terms: usual, total } = await hold()
    // Half of the cheapest seats is more than the least amount of a gift voucher.
    const terms = { ...usual, deposit: { percent: 50 } }
    const { number } = value(await staff().groupBookings.create({ params, body: terms }))
    const read = async () => (await list()).find((booking) => booking.number === number)!
    const { account, deposit } = await read()
    const add = (amount: number, booking?: string) =>
      staff().counter.addItem({ body: { kind: 'voucher-top-up', voucher: account, amount: money(amount), ...(booking && { booking }) } })
    const sell = async (way: 'cash' | 'invoice' = 'cash') => {
      const { basket } = value(await staff().staff.desk())
      return staff().counter.sell({ body: { version: basket.version, way, delivery: 'print' } })
    }
    // A quarter of two cheap tickets is less than a gift voucher takes.
    expect(code(await add(Math.max(deposit, 10_00))), 'as a gift voucher').toBe('order-not-found')
    expect(code(await add(deposit, 'ZZZZZZZZ'))).toBe('order-not-found')
    expect(code(await add(total + 1, number))).toBe('invalid-input')
    const { basket } = value(await add(deposit, number))
    expect(basket.items).toMatchObject([{ kind: 'voucher-top-up', amount: deposit, detail: { group: terms.name, hint: number } }])
    const first = value(await sell())
    expect(value(await staff().afterSale.order({ params: { number: first.order } })).order.items).toMatchObject([
      { amount: deposit, detail: { group: terms.name } },
    ])
    expect(await read()).toMatchObject({ state: 'deposit-paid', paid: deposit, due: { what: 'balance', on: terms.balanceDue } })
    expect(code(await add(total - deposit + 1, number)), 'more than is left').toBe('invalid-input')
    value(await add(1_00, number))
    value(await sell())
    expect(await read()).toMatchObject({ paid: deposit + 1_00 })

    const taken = value(await staff().counter.takeReserved({ params: { number } })).basket
    expect(taken.totals).toMatchObject({ total, leftToPay: total - deposit - 1_00 })
    value(await staff().counter.removeGiftVoucher())
    const { basket: kept } = value(await staff().staff.desk())
    expect(kept.totals.leftToPay, 'a deposit stays').toBe(total - deposit - 1_00)
    const { order } = value(await sell())
    expect(await read()).toMatchObject({ state: 'paid', paid: total, order })
    expect(code(await add(1_00, number)), 'after it was paid').toBe('reserved-order-locked')
    value(await staff().staff.actFor({ body: { customer: null } }))
  })

  it('moves its dates, and names the wrong ones', async () => {
    const { params, terms } = await hold()
    const { number } = value(await staff().groupBookings.create({ params, body: terms }))
    const { optionUntil, depositDue, balanceDue } = terms
    const dates = { optionUntil, depositDue, balanceDue }
    const move = (changed: Partial<Record<keyof typeof dates, string | null>>, of = number) =>
      staff().groupBookings.moveDates({ params: { number: of }, body: { ...dates, ...changed } as typeof dates })
    expect(value(await move({})).booking, 'as before').toMatchObject({ number, depositDue, balanceDue })
    const wrong = await move({ optionUntil: '2099-01-01T10:00', depositDue: '2099-01-02', balanceDue: '2020-01-01' })
    expect(wrong.ok || wrong.error.params).toEqual({ fields: ['optionUntil', 'depositDue', 'balanceDue'] })
    expect(code(await move({ depositDue: null })), 'a deposit without a day').toBe('invalid-input')
    expect(code(await move({}, 'ZZZZZZZZ'))).toBe('order-not-found')
    const { startsAt, timeZone } = (await list()).find((booking) => booking.number === number)!.performance
    const start = plainOf(Temporal.Instant.from(startsAt), timeZone)
    const { booking } = value(await move({ optionUntil: start }))
    expect(booking.optionUntil).toBe(new Date(Math.floor(Date.parse(startsAt) / 60_000) * 60_000).toISOString())
    value(await staff().staff.actFor({ body: { customer: null } }))
  })

  it('is cancelled: its seats are free, and a deposit is returned or kept, for the amount that was shown', async () => {
    const day = await readReportDay(staff())
    for (const deposit of ['origin', 'keep'] as const) {
      const { params, terms } = await hold()
      const { number } = value(await staff().groupBookings.create({ params, body: terms }))
      const { account, deposit: due } = (await list()).find((booking) => booking.number === number)!
      value(await staff().counter.addItem({ body: { kind: 'voucher-top-up', voucher: account, amount: due, booking: number } }))
      const { basket } = value(await staff().staff.desk())
      value(await staff().counter.sell({ body: { version: basket.version, way: 'cash', delivery: 'print' } }))
      const cancel = (paid: number, of = number) =>
        staff().groupBookings.cancel({ params: { number: of }, body: { deposit, paid: money(paid), reason: 'the trip is off' } })
      expect(code(await cancel(0, 'ZZZZZZZZ'))).toBe('order-not-found')
      expect(code(await cancel(0)), 'paid meanwhile').toBe('price-changed')
      const { given, booking } = value(await cancel(due))
      expect(given.cash).toBe(deposit === 'keep' ? 0 : due)
      expect(booking).toMatchObject({ state: 'cancelled', paid: 0, kept: deposit === 'keep' ? due : 0, due: null })
      expect(code(await cancel(0)), 'twice').toBe('reserved-order-locked')
      const keptDeposits = (await readTakingsSince(staff(), day)).keptDeposits.filter((each) => each.number === number)
      expect(keptDeposits).toEqual(deposit === 'keep' ? [{ number, name: terms.name, amount: due }] : [])
      expect(code(await staff().counter.takeReserved({ params: { number } }))).not.toBe('ok')
      value(await staff().staff.actFor({ body: { customer: null } }))
    }
  })

  it('has one invoice until a credit note cancels it, numbered one after the other', async () => {
    const { params, terms } = await hold()
    const { number } = value(await staff().groupBookings.create({ params, body: terms }))
    const issue = (isMailed = true) => staff().groupBookings.issueInvoice({ params: { number }, body: { isMailed } })
    expect(code(await staff().groupBookings.cancelInvoice({ params: { number } })), 'without one').toBe('reserved-order-locked')
    const { invoices } = value(await issue()).booking
    expect(invoices).toMatchObject([{ kind: 'invoice', cancels: null, isMailed: true }])
    expect(value(await issue()).booking.invoices, 'mailed again').toEqual(invoices)
    const [first] = invoices
    const file = value(await staff().groupBookings.invoiceFile({ params: { number, invoice: first!.number } }))
    expect(new TextDecoder().decode(file.slice(0, 5))).toBe('%PDF-')
    for (const wrong of [
      { number, invoice: '2020-0001' },
      { number: 'ZZZZZZZZ', invoice: first!.number },
    ])
      expect(code(await staff().groupBookings.invoiceFile({ params: wrong }))).toBe('order-not-found')
    const { booking } = value(await staff().groupBookings.cancelInvoice({ params: { number } }))
    expect(booking.invoices).toMatchObject([first, { kind: 'credit-note', cancels: first!.number, isMailed: true }])
    value(await issue(false))
    const body = { deposit: 'keep' as const, paid: money(0), reason: 'the trip is off' }
    const cancelled = value(await staff().groupBookings.cancel({ params: { number }, body })).booking.invoices
    expect(cancelled.map(({ kind }) => kind)).toEqual(['invoice', 'credit-note', 'invoice', 'credit-note'])
    // The second invoice was printed, and so is its credit note.
    expect(cancelled.map(({ isMailed }) => isMailed)).toEqual([true, true, false, false])
    const positions = cancelled.map((document) => Number(document.number.split('-')[1]))
    expect(positions).toEqual(positions.map((_, nth) => positions[0]! + nth))
    expect(code(await issue()), 'of a cancelled booking').toBe('reserved-order-locked')
    value(await staff().staff.actFor({ body: { customer: null } }))
  })

  it('gets another split of price types and releases a seat, and is never below what is paid', async () => {
    const { params, terms, total: before } = await hold()
    const { number } = value(await staff().groupBookings.create({ params, body: { ...terms, deposit: { percent: 100 } } }))
    const one = { params: { number } }
    const first = value(await staff().groupBookings.seats(one))
    expect(first).toMatchObject({ version: 0, isOpen: true, total: before, deposit: before })
    const [seat, other] = first.seats as [(typeof first.seats)[number], (typeof first.seats)[number]]
    const choice = first.choices.find((each) => each.band === seat.band && each.priceType !== seat.priceType && each.price < seat.price)!
    const set = (version: number, seats: readonly (readonly [string, string | null])[], of = number) =>
      staff().groupBookings.setSeats({
        params: { number: of },
        body: { version, seats: seats.map(([ticket, priceType]) => ({ ticket, priceType })) },
      })
    value(await staff().groupBookings.issueInvoice({ ...one, body: { isMailed: true } }))
    const changed = value(await set(0, [[seat.ticket, choice.priceType]]))
    const total = before - seat.price + choice.price
    expect(changed).toMatchObject({ version: 1, total, deposit: total })
    expect(changed.seats.find(({ ticket }) => ticket === seat.ticket)).toMatchObject({
      ...{ priceType: choice.priceType, priceTypeName: choice.name, price: choice.price },
    })
    const read = async () => (await list()).find((booking) => booking.number === number)!
    const { account, invoices } = await read()
    expect(await read()).toMatchObject({ total, deposit: total, count: 2 })
    expect(invoices.map(({ kind, isMailed }) => [kind, isMailed])).toEqual([
      ['invoice', true],
      ['credit-note', true],
    ])
    expect(code(await set(0, [[seat.ticket, null]])), 'of another clerk who read it before').toBe('changed-meanwhile')
    expect(code(await set(1, [[crypto.randomUUID(), null]]))).toBe('changed-meanwhile')
    expect(code(await set(1, [[seat.ticket, null]], 'ZZZZZZZZ'))).toBe('order-not-found')
    const fieldsOf = async (...wanted: (readonly [string, string | null])[]) => {
      const refused = await set(1, wanted)
      return refused.ok ? [] : refused.error.params
    }
    expect(await fieldsOf([seat.ticket, 'no-such-type'])).toEqual({ fields: ['seats.0.priceType'] })
    expect(await fieldsOf([seat.ticket, null], [other.ticket, null])).toEqual({ fields: ['seats'] })
    value(await set(1, [[seat.ticket, choice.priceType]]))
    expect(value(await staff().groupBookings.seats(one)).version, 'without a change').toBe(1)

    value(await staff().counter.addItem({ body: { kind: 'voucher-top-up', voucher: account, amount: money(total), booking: number } }))
    const { basket } = value(await staff().staff.desk())
    value(await staff().counter.sell({ body: { version: basket.version, way: 'cash', delivery: 'print' } }))
    expect(await fieldsOf([seat.ticket, null]), 'below what is paid').toEqual({ fields: ['total'] })
    value(await staff().groupBookings.cancel({ ...one, body: { deposit: 'origin', paid: money(total), reason: 'the trip is off' } }))
    expect(code(await set(1, [[seat.ticket, null]]))).toBe('reserved-order-locked')
    expect(value(await staff().groupBookings.seats(one))).toMatchObject({ isOpen: false, seats: [] })
    value(await staff().staff.actFor({ body: { customer: null } }))
  })

  it('releases seats, which others can buy at once', async () => {
    const { params, terms } = await hold()
    const { number } = value(await staff().groupBookings.create({ params, body: { ...terms, deposit: { percent: 0 }, depositDue: null } }))
    const { version, seats } = value(await staff().groupBookings.seats({ params: { number } }))
    const [kept, free] = seats as [(typeof seats)[number], (typeof seats)[number]]
    const availability = async () => JSON.stringify(value(await visitor().catalogue.availability({ params })))
    const before = await availability()
    const left = value(
      await staff().groupBookings.setSeats({ params: { number }, body: { version, seats: [{ ticket: free.ticket, priceType: null }] } }),
    )
    expect(left).toMatchObject({ version: version + 1, total: kept.price, seats: [{ ticket: kept.ticket }] })
    // Availability is cached for a moment.
    await expect.poll(availability).not.toBe(before)
    expect((await list()).find((booking) => booking.number === number)).toMatchObject({ count: 1, total: kept.price })
    expect(value(await staff().groupBookings.names({ params: { number } })).seats).toHaveLength(1)
    const body = { deposit: 'keep' as const, paid: money(0), reason: 'the trip is off' }
    value(await staff().groupBookings.cancel({ params: { number }, body }))
    value(await staff().staff.actFor({ body: { customer: null } }))
  })

  it('names every wrong term, and keeps the seats in the basket', async () => {
    const { params, terms, total } = await hold()
    const create = (changed: Partial<Record<keyof typeof terms, unknown>>) =>
      staff().groupBookings.create({ params, body: { ...terms, ...changed } as typeof terms })
    const wrong = async (changed: Partial<Record<keyof typeof terms, unknown>>) => {
      const refused = await create(changed)
      return refused.ok ? 'ok' : refused.error.params
    }
    const past = '2020-01-01'
    expect(
      await wrong({ optionUntil: `${past}T10:00`, deposit: { amount: money(total + 1) }, depositDue: past, balanceDue: past }),
    ).toEqual({
      fields: ['optionUntil', 'deposit', 'depositDue', 'balanceDue'],
    })
    expect(await wrong({ optionUntil: '2099-02-31T10:00' })).toEqual({ fields: ['optionUntil'] })
    expect(await wrong({ balanceDue: '2099-01-01' })).toEqual({ fields: ['balanceDue'] })
    expect(await wrong({ depositDue: null }), 'a deposit without a day').toEqual({ fields: ['depositDue'] })
    expect(await wrong({ deposit: { percent: 0 } }), 'a day without a deposit').toEqual({ fields: ['depositDue'] })
    for (const changed of [
      { name: ' ' },
      { deposit: { percent: 101 } },
      { deposit: { amount: -1 } },
      { kind: 'choir' },
      { balanceDue: 'soon' },
    ])
      expect(code(await create(changed)), JSON.stringify(changed)).toBe('invalid-input')
    expect(value(await staff().staff.desk()).basket.tickets).toHaveLength(2)
    value(await staff().counter.reset())
    expect(code(await create({}))).toMatch(/^basket-(empty|expired)$/)
    value(await staff().staff.actFor({ body: { customer: null } }))
  })

  it('takes no booking without a contact', async () => {
    value(await staff().staff.actFor({ body: { customer: null } }))
    value(await staff().counter.reset())
    const { id: instance } = await findEmptiestPerformance(visitor())
    const params = { instance }
    value(await staff().counter.bestAvailable({ params, body: { wish: { quantity: 1, together: true } } }))
    const terms = { kind: 'group' as const, name: 'The Mechanicals', optionUntil: '2099-01-01T10:00', deposit: { percent: 0 } }
    const body = { ...terms, depositDue: null, balanceDue: '2099-01-01', note: '' }
    expect(code(await staff().groupBookings.create({ params, body }))).toBe('no-customer')
    value(await staff().counter.reset())
  })
}
