import { sql } from 'kysely'
import type { Takings } from '@playhouse/api-client/contract'
import { readBasket } from '#modules/basket'
import { type ExchangeRequest, processReturn } from '#modules/payment'
import { addStaff, staffActor } from '#modules/staff'
import type { TestTheatre } from '#testing'
import type { Money } from '@playhouse/domain/money'
import type { ReturnDestination, StaffRole } from '@playhouse/domain/staff'
import { openManualProvider } from '../../payment/testing/buyer.ts'
import { ensureCounterBasket, holdAtCounter, openCounterPerformance, readSoldOrder, readTakings, sellAtCounter } from '../index.ts'

/** A counter with a signed-in staff user who sells seats for cash, of performance `tonight` by default. */
export async function openTestCounter(theatre: TestTheatre, role: StaffRole = 'manager', name = 'Max') {
  const { shop } = openManualProvider(theatre)
  const email = `${name.toLowerCase()}@house.example`
  await addStaff(theatre.db, { email, name, role, password: 'never-typed-by-anyone' }, 'test')
  const { id: staff } = await theatre.db.selectFrom('staff').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const actor = { name: staffActor({ id: staff }) }
  const at = (await openCounterPerformance(theatre, 'tonight'))!
  const hold = async (customer: string | undefined, seats: readonly string[], priceType = 'full', performance = at, into?: string) => {
    const basket = await ensureCounterBasket(theatre, { staff, customer, basket: into })
    const requestedSeats = seats.map((seat) => ({ seat: `stalls.${seat}`, priceType }))
    const holdResult = await holdAtCounter(theatre, basket, actor, performance, requestedSeats, { role, reason: 'test' })
    if (!holdResult.ok) throw new Error(holdResult.error.code)
    return basket
  }
  const pay = async (basket: string, exchange?: ExchangeRequest) => {
    const { version } = await readBasket(theatre, basket)
    return sellAtCounter(shop, basket, { staff, role, actor, locale: 'en' }, { version, way: 'cash', delivery: 'print', exchange })
  }
  const sell = async (customer: string | undefined, seats: readonly string[], priceType?: string) => {
    const sold = await pay(await hold(customer, seats, priceType))
    if (!sold.ok) throw new Error(sold.error.code)
    return (await readSoldOrder(shop, sold.value.order, role))!
  }
  const read = async (number: string) => (await readSoldOrder(shop, number, role))!
  const giveBack = (number: string, tickets: readonly string[], to: ReturnDestination, value: Money) =>
    processReturn(shop, number, { tickets, to, value, reason: 'ill', isLateAllowed: false }, actor)
  return { shop, staff, actor, at, hold, pay, sell, read, giveBack }
}

/**
 * Reads the sales report of today in a time zone where it is noon by the database clock: midnight of the brand's zone may have passed since
 * the first sale.
 * @param staff the id of one staff user; all if omitted
 */
export async function readTestTakings(theatre: TestTheatre, staff?: string): Promise<Takings> {
  const { rows } = await sql<{ hour: number }>`select extract(hour from now() at time zone 'UTC')::int as hour`.execute(theatre.db)
  const offset = 12 - rows[0]!.hour
  // The sign of these names is that of POSIX: Etc/GMT-5 is five hours ahead of UTC.
  const timeZone = `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
  return readTakings({ ...theatre, brand: { ...theatre.brand, timeZone } }, undefined, staff)
}
