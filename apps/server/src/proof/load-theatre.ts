import { expect, onTestFinished } from 'vitest'
import type { Brand } from '@playhouse/domain/brand'
import type { Selectable } from 'kysely'
import { type CustomerTable, newId, openDatabase } from '#db'
import { type BasketDeps, openBasket, expireBaskets, releaseLapsedClaims } from '#modules/basket'
import type { HoldDeps } from '#modules/hold'
import { createCatalogue } from '#modules/catalogue'
import { createSeatAvailability } from '#modules/seating'
import { runPeriodically } from '#jobs'
import { expectInvariants, type HallSize, openTestTheatre } from '#testing'
import { type ClaimImage, checkHistory, readHistory, recordHistory, seatKey, type SeatStep } from './history.ts'

/** A hold or an order that the server confirmed to a buyer. */
export type ConfirmedHold = { readonly basket: string; readonly seats: readonly number[] }

/** A customer’s row and the id of their basket. */
export type SimulatedCustomer = { readonly customer: Selectable<CustomerTable>; readonly basket: string }

/** One theatre with the connection pools and periodic jobs of several server processes, and a record of all claims. */
export type LoadTheatre = {
  readonly processes: readonly HoldDeps[]
  /** Creates so many customers with an empty basket each. */
  readonly open: (customers: number) => Promise<SimulatedCustomer[]>
  /** After the load: expects a valid history of every seat, every confirmed hold and order, and no broken invariant. */
  readonly verify: (results: { readonly holds: readonly ConfirmedHold[]; readonly orders: readonly ConfirmedHold[] }) => Promise<SeatStep[]>
}

/** @param holdSeconds short, so that holds lapse while other buyers still want the seats. */
export async function openLoadTheatre(
  size: Partial<HallSize>,
  { processes = 3, holdSeconds = 1, change = (brand: Brand) => brand } = {},
): Promise<LoadTheatre> {
  const theatre = await openTestTheatre((brand) => change({ ...brand, limits: { ...brand.limits, holdSeconds } }), size)
  onTestFinished(theatre.database.drop)
  const before = await claimsOf(theatre)
  await recordHistory(theatre.database.owner)
  const processDeps = Array.from({ length: processes }, (): HoldDeps => {
    const db = openDatabase(theatre.database.address, { size: 12 })
    return { ...theatre, db, catalogue: createCatalogue(db), availability: createSeatAvailability(db) }
  })
  const failures: unknown[] = []
  const onError = (_name: string, error: unknown): void => void failures.push(error)
  const jobs = processDeps.flatMap(({ db }) => [
    runPeriodically(0.2, 'baskets', () => expireBaskets(db), onError),
    runPeriodically(1, 'claims', () => releaseLapsedClaims(db), onError),
  ])
  let isOver = false
  const stopJobs = async (): Promise<void> => {
    if (isOver) return
    isOver = true
    await Promise.all(jobs.map((job) => job.stop()))
    await Promise.all(processDeps.map(({ availability }) => availability.close()))
    await Promise.all(processDeps.map(({ db }) => db.destroy()))
  }
  onTestFinished(stopJobs, 120_000)

  return {
    processes: processDeps,
    open: async (people) => {
      const simulated: SimulatedCustomer[] = []
      while (simulated.length < people) simulated.push(...(await openBaskets(theatre, Math.min(500, people - simulated.length))))
      return simulated
    },
    verify: async ({ holds, orders }) => {
      await stopJobs()
      expect(failures, 'failed jobs').toEqual([])
      const history = await readHistory(theatre.db)
      const placedOrders = await theatre.db.selectFrom('customer_order').select(['id', 'basket_id']).execute()
      expect(checkHistory(history, before, new Map(placedOrders.map((order) => [order.id, order.basket_id])))).toEqual([])
      expect(lostHolds(history, holds), 'confirmed holds that were never recorded').toEqual([])
      expect(new Set(placedOrders.map((order) => order.basket_id)), 'orders').toEqual(new Set(orders.map(({ basket }) => basket)))
      await expectInvariants(theatre)
      return history
    },
  }
}

async function openBaskets({ db, brand }: BasketDeps, people: number): Promise<SimulatedCustomer[]> {
  const customers = await db
    .insertInto('customer')
    .values(
      Array.from({ length: people }, () => ({
        id: newId(),
        email: `${newId()}@example.org`,
        password_hash: 'none',
        first_name: 'Ada',
        last_name: 'Quill',
        marketing_at: null,
        locked_at: null,
      })),
    )
    .returningAll()
    .execute()
  return db.transaction().execute(async (trx) => {
    const simulated: SimulatedCustomer[] = []
    for (const customer of customers) simulated.push({ customer, basket: await openBasket(trx, brand, { customer_id: customer.id }) })
    return simulated
  })
}

async function claimsOf({ db }: BasketDeps): Promise<Map<string, ClaimImage>> {
  const rows = await db
    .selectFrom('seat_claim')
    .select(['performance_id as performance', 'seat', 'state', 'basket_id as basket', 'order_id as order'])
    .execute()
  return new Map(rows.map(({ state, basket, order, ...seat }) => [seatKey(seat), { state, basket, order }]))
}

function lostHolds(history: readonly SeatStep[], holds: readonly ConfirmedHold[]): string[] {
  const claimedSeats = new Set(history.flatMap(({ seat, is }) => (is?.state === 'held' ? [`${seat} ${is.basket}`] : [])))
  return holds.flatMap(({ basket, seats }) => seats.map((seat) => `${seat} ${basket}`)).filter((hold) => !claimedSeats.has(hold))
}
