import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { timeLimit } from '@playhouse/testing/time-limit'
import { resetBasket, setBilling, setNotes } from '#modules/basket'
import { addTickets, type HoldDeps } from '#modules/hold'
import { type PaymentDeps, startPayment } from '#modules/payment'
import { crowd, type SeededRandom, createRandom } from './load.ts'
import { openLoadTheatre, type SimulatedCustomer, type ConfirmedHold, type LoadTheatre } from './load-theatre.ts'

const actor = { name: 'guest' }
const billing = {
  firstName: 'Ada',
  lastName: 'Quill',
  phone: '',
  address: { line1: '1 Globe Lane', line2: '', line3: '', city: 'London', state: '', postcode: 'SE1 9PH', country: 'GB' },
}

/** Number of repetitions of each test. With more than one, as `pnpm test:soak` sets, all buyers take part; else 30 %. */
const repetitions = Number(process.env['PROOF_LONGER'] ?? 1)
const timeoutMs = timeLimit(180_000 * repetitions)
const share = repetitions > 1 ? 1 : 0.3

/** Every price is 0, so that checkout places an order without a payment. */
const free = { prices: [0, 0], sold: [] } as const

type Confirmed = { readonly holds: ConfirmedHold[]; readonly orders: ConfirmedHold[]; refused: number }

/** Buyers of one performance who all request the same few seats. */
async function createBuyers(
  theatre: LoadTheatre,
  { rows, seatsInRow }: { rows: number; seatsInRow: number },
  { seed, buyers }: { seed: number; buyers: number },
) {
  const people = await theatre.open(buyers)
  const confirmed: Confirmed = { holds: [], orders: [], refused: 0 }
  const nameOf = (seat: number): string => `stalls.${String.fromCodePoint(65 + Math.floor(seat / seatsInRow))}.${(seat % seatsInRow) + 1}`
  const contexts = theatre.processes.map((hall): PaymentDeps & HoldDeps => ({
    ...hall,
    provider: unusedProvider,
    origin: 'https://shop.example',
  }))
  const randomContext = (dice: SeededRandom): PaymentDeps & HoldDeps => contexts[dice.roll(contexts.length)]!

  /** Adjacent seats anywhere in the hall. */
  const randomSeats = (dice: SeededRandom, atMost: number): number[] => {
    const count = 1 + dice.roll(atMost)
    const row = dice.roll(rows)
    const from = dice.roll(seatsInRow - Math.min(count, seatsInRow) + 1)
    return Array.from({ length: Math.min(count, seatsInRow) }, (_, nth) => row * seatsInRow + from + nth)
  }
  const hold = async (dice: SeededRandom, basket: string, seats: readonly number[]): Promise<boolean> => {
    const requested = seats.map((seat) => ({ seat: nameOf(seat), priceType: 'full' }))
    const holdResult = await addTickets(randomContext(dice), basket, actor, 'tonight', requested)
    if (holdResult.ok) confirmed.holds.push({ basket, seats })
    else {
      confirmed.refused++
      expect(['seats-taken', 'basket-expired']).toContain((holdResult.error as { code: string }).code)
    }
    return holdResult.ok
  }
  const pay = async (dice: SeededRandom, customer: SimulatedCustomer['customer'], basket: string): Promise<boolean> => {
    const hall = randomContext(dice)
    const steps = [
      await setNotes(hall, basket, actor, { order: '', access: '', termsAccepted: true }),
      await setBilling(hall, basket, actor, billing),
    ]
    const { version } = await hall.db.selectFrom('basket').select('version').where('id', '=', basket).executeTakeFirstOrThrow()
    const paid = steps.every(({ ok }) => ok) && (await startPayment(randomContext(dice), customer, basket, version, 'en', actor))
    if (paid && paid.ok) confirmed.orders.push({ basket, seats: [] })
    else if (paid) expect(['basket-expired', 'basket-error', 'basket-empty', 'price-changed']).toContain(paid.error.code)
    return paid && paid.ok
  }
  return {
    confirmed,
    /** Requests seats, others if refused, and holds them for a while; then buys, releases, or leaves without a request. */
    buyer: async (nth: number, { atMost = 4, tries = 1, thinks = 40, buys = 0.1, leaves = 0.3 }): Promise<void> => {
      const dice = createRandom(seed * 100_000 + nth)
      const { customer, basket } = people[nth]!
      let has = false
      for (let attempt = 0; !has && attempt < tries; attempt++) {
        if (attempt > 0) await wait(dice.roll(thinks))
        has = await hold(dice, basket, randomSeats(dice, atMost))
      }
      if (!has || dice.chance(leaves)) return
      await wait(dice.roll(thinks))
      if (dice.chance(buys)) await pay(dice, customer, basket)
      else if (dice.chance(0.5)) await resetBasket(randomContext(dice), basket, actor)
    },
  }
}

const unusedProvider: PaymentDeps['provider'] = {
  name: 'nobody',
  keepsCards: false,
  createSession: () => Promise.reject(new Error('nothing costs anything here')),
  readSession: () => Promise.reject(new Error('nothing costs anything here')),
  expireSession: () => Promise.reject(new Error('nothing costs anything here')),
  readPayment: () => Promise.reject(new Error('nothing costs anything here')),
  listPaidSessions: () => Promise.resolve({ sessions: [] }),
  refund: () => Promise.reject(new Error('nothing costs anything here')),
  readRefund: () => Promise.reject(new Error('nothing costs anything here')),
  listRefunds: () => Promise.reject(new Error('nothing costs anything here')),
  verifyCallback: () => undefined,
}

const storms = [
  { name: '3,000 buyers over 40 seats', hall: { rows: 4, seatsInRow: 10 }, buyers: 3_000 * share, atOnce: 120, way: {} },
  {
    name: '500 buyers over 900 seats who wait, release, leave and pay',
    hall: { rows: 18, seatsInRow: 50 },
    buyers: 500,
    atOnce: 200,
    way: { atMost: 6, tries: 4, thinks: 1_500, buys: 0.7, leaves: 0.15 },
  },
  {
    name: '5,000 buyers over 10 seats who try again',
    hall: { rows: 1, seatsInRow: 10 },
    buyers: 5_000 * share,
    atOnce: 120,
    way: { atMost: 2, tries: 2, thinks: 100, buys: 0.2 },
  },
] as const

describe('seats under contention', () => {
  it.each(storms)(
    '$name: every seat’s claims form a valid sequence',
    async ({ hall, buyers, atOnce, way }) => {
      for (let time = 1; time <= repetitions; time++) {
        const theatre = await openLoadTheatre({ ...hall, ...free })
        const { confirmed, buyer } = await createBuyers(theatre, hall, { seed: time, buyers })
        await crowd(buyers, atOnce, (nth) => buyer(nth, way))
        const history = await theatre.verify(confirmed)
        // A run without refusals, orders and lapsed holds would prove nothing.
        // Buyers did meet. How often depends on the speed of the machine.
        expect(confirmed.refused).toBeGreaterThan(buyers / 50)
        expect(confirmed.orders.length).toBeGreaterThan(0)
        expect(history.some(({ hadLapsed }) => hadLapsed)).toBe(true)
      }
    },
    timeoutMs,
  )
})
