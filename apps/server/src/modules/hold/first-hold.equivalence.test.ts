import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { maxHeldByNetwork } from '@playhouse/domain/limit'
import { assertAsyncProperty } from '@playhouse/testing/property'
import { newId } from '#db'
import { openBasket } from '#modules/basket'
import { newSession } from '#modules/session'
import { type TestTheatre, openTestTheatre } from '#testing'
import { addTickets } from './index.ts'

/** Another visitor's basket: of the same network, or of another one of the same wide network. */
type OtherBasket = {
  readonly isSameNetwork: boolean
  readonly state: 'open' | 'lapsed' | 'paying' | 'completed'
  readonly tickets: number
}
type HoldCase = {
  readonly network: { readonly own: string; readonly neighbour: string }
  readonly ticketsPerOrder: number
  readonly ticketsPerNetwork: number | undefined
  readonly isVerified: boolean
  readonly others: readonly OtherBasket[]
  readonly requested: number
  /** Whether another basket holds the first requested seat, and whether that hold has lapsed. */
  readonly firstSeat: 'free' | 'held' | 'lapsed'
}

const rows = 12
const seatsInRow = 20

const anyNetwork = fc.constantFrom(
  { own: '192.0.2.1', neighbour: '192.0.2.77' },
  { own: '2001:db8:5:1::/64', neighbour: '2001:db8:5:2::/64' },
  { own: 'local', neighbour: 'elsewhere' },
)
const anyState = fc.constantFrom('open' as const, 'lapsed' as const, 'paying' as const, 'completed' as const)

const anyCase: fc.Arbitrary<HoldCase> = fc.record({
  network: anyNetwork,
  ticketsPerOrder: fc.integer({ min: 2, max: 5 }),
  ticketsPerNetwork: fc.option(fc.integer({ min: 2, max: 10 }), { nil: undefined }),
  isVerified: fc.boolean(),
  others: fc.array(fc.record({ isSameNetwork: fc.boolean(), state: anyState, tickets: fc.integer({ min: 1, max: 5 }) }), { maxLength: 12 }),
  requested: fc.integer({ min: 1, max: 5 }),
  firstSeat: fc.constantFrom('free' as const, 'held' as const, 'lapsed' as const),
})

/** A case in which a network, or the rest of its wide network, has within one seat of what it may have. */
const nearLimit: fc.Arbitrary<HoldCase> = fc
  .record({
    network: anyNetwork,
    ticketsPerOrder: fc.integer({ min: 2, max: 5 }),
    ticketsPerNetwork: fc.option(fc.integer({ min: 4, max: 8 }), { nil: undefined }),
    isVerified: fc.boolean(),
    isSameNetwork: fc.boolean(),
    isBought: fc.boolean(),
    requested: fc.integer({ min: 1, max: 2 }),
    difference: fc.integer({ min: -1, max: 1 }),
  })
  .map(({ isSameNetwork, isBought, difference, ...hold }) => {
    const { ticketsPerOrder, ticketsPerNetwork, network, requested, isVerified } = hold
    const times = isSameNetwork ? 1 : isVerified && network.own.includes(':') ? 16 : 4
    const limit = isBought && ticketsPerNetwork ? ticketsPerNetwork : maxHeldByNetwork(rows * seatsInRow, ticketsPerOrder)
    const tickets = Math.max(0, times * limit - requested + difference)
    const state = isBought && ticketsPerNetwork ? ('completed' as const) : ('open' as const)
    return { ...hold, firstSeat: 'free' as const, others: tickets === 0 ? [] : [{ isSameNetwork, state, tickets }] }
  })

async function insertOthers({ db }: TestTheatre, { network, others, firstSeat }: HoldCase): Promise<void> {
  let seat = 5 * seatsInRow
  for (const { isSameNetwork, state, tickets } of others) {
    const id = newId()
    await sql`insert into basket (id, state, deadline, network, delivery, notes) values (
      ${id}, ${state === 'lapsed' ? 'open' : state}, now() + ${state === 'lapsed' ? '-1 minute' : '1 hour'}::interval,
      ${isSameNetwork ? network.own : network.neighbour}, '{}', '{}')`.execute(db)
    await sql`insert into basket_ticket (id, basket_id, performance_id, seat, band, price_type, price, fee)
      select gen_random_uuid(), ${id}, 'tonight', ${seat}::int + nth, 'a', 'full', 1000, 100 from generate_series(1, ${tickets}::int) nth`.execute(
      db,
    )
    seat += tickets
  }
  if (firstSeat !== 'free')
    await sql`insert into seat_claim (performance_id, seat, state, basket_id, until) values (
      'tonight', 0, 'held', ${newId()}, now() + ${firstSeat === 'lapsed' ? '-1 minute' : '1 hour'}::interval)`.execute(db)
}

const removeAll = async ({ db }: TestTheatre): Promise<void> => {
  for (const table of ['session', 'seat_claim', 'basket_ticket', 'basket', 'network'])
    await sql`delete from ${sql.table(table)}`.execute(db)
}

/** Holds the seats of a case, and returns the held seats or the problem. */
async function outcomeOf(theatre: TestTheatre, hold: HoldCase, path: 'one statement' | 'batch'): Promise<unknown> {
  const { ticketsPerOrder, ticketsPerNetwork, isVerified, requested, network } = hold
  const limits = { ...theatre.brand.limits, ticketsPerOrder, ...(ticketsPerNetwork !== undefined && { ticketsPerNetwork }) }
  const deps = { ...theatre, brand: { ...theatre.brand, limits } }
  await insertOthers(theatre, hold)
  const into =
    path === 'batch'
      ? await openBasket(theatre.db, deps.brand)
      : { id: newId(), seed: { customer_id: null }, visit: { key: newSession().key, isNew: true } }
  const selection = Array.from({ length: requested }, (_, nth) => ({ seat: `stalls.A.${nth + 1}`, priceType: 'full' }))
  const result = await addTickets(deps, into, { name: 'guest', network: network.own, isVerified }, 'tonight', selection)
  const claims = await theatre.db
    .selectFrom('seat_claim')
    .select('seat')
    .where('basket_id', '=', typeof into === 'string' ? into : into.id)
    .orderBy('seat')
    .execute()
  await removeAll(theatre)
  const heldSeats = claims.map(({ seat }) => seat)
  if (result.ok) return { held: heldSeats, tickets: result.value.basketWithTickets.tickets.map(({ seat, price }) => ({ seat, price })) }
  const { code, params } = result.error
  return { held: heldSeats, code, params }
}

it('holds or refuses by the same limits in the SQL function for new visitors and in TypeScript for all others', async () => {
  await using theatre = await openTestTheatre(undefined, { rows, seatsInRow, sold: [] })
  const codes = new Set<unknown>()
  await assertAsyncProperty(
    [fc.oneof(anyCase, nearLimit, nearLimit)],
    async (_skip, hold) => {
      const first = await outcomeOf(theatre, hold, 'one statement')
      expect(first).toEqual(await outcomeOf(theatre, hold, 'batch'))
      codes.add((first as { code?: string }).code ?? 'ok')
    },
    { numRuns: 200 },
  )
  expect([...codes]).toEqual(expect.arrayContaining(['ok', 'network-limit', 'bot-check-required', 'seats-taken']))
})
