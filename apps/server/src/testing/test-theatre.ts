import { fileURLToPath } from 'node:url'
import type { Brand } from '@playhouse/domain/brand'
import { money } from '@playhouse/domain/money'
import { type PlanData, writePlan } from '@playhouse/domain/plan'
import { bands, type PriceList } from '@playhouse/domain/pricing'
import type { Performance, Production } from '@playhouse/domain/season'
import { plainOf } from '@playhouse/domain/time'
import { type TestDatabase, testDatabase } from '#db/testing'
import { newId } from '#db'
import type { BasketDeps } from '#modules/basket'
import type { HoldDeps } from '#modules/hold'
import { createCatalogue, readBrand, seedSeason } from '#modules/catalogue'
import { createSeatAvailability } from '#modules/seating'

export type TestTheatre = Omit<HoldDeps, 'provider'> & {
  readonly database: TestDatabase
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/** The size of a hall. The first half of the rows has the first price, the second half the other. */
export type HallSize = {
  readonly rows: number
  readonly seatsInRow: number
  readonly sold: readonly number[]
  readonly prices: readonly [number, number]
}
const small: HallSize = { rows: 4, seatsInRow: 10, sold: [39], prices: [45_00, 30_00] }

/**
 * Opens a theatre with a hall of 40 seats, four rows of ten at £45 and £30 (under 26: at most two), or of another size. Its
 * performance `tonight` is next week. Seats are `stalls.A.1` and so on, rows beyond Z `stalls.27.1`.
 * @param separateDatabase a separate database; if left out, one on the server that all tests share
 */
export async function openTestTheatre(
  change: (brand: Brand) => Brand = (brand) => brand,
  size: Partial<HallSize> = {},
  separateDatabase?: TestDatabase,
): Promise<TestTheatre> {
  const template = { ...small, ...size }
  const database = separateDatabase ?? (await testDatabase())
  const brand = change(await readBrand(fileURLToPath(new URL('../../../../brands/bridge/', import.meta.url))))
  await seedSeason(database.db, {
    productions: [production],
    performances: performances(),
    priceLists: [priceListOf(template)],
    plans: [planOf(template)],
    sold: new Map([['tonight', [...template.sold]]]),
  })
  const { db } = database
  const availability = createSeatAvailability(db)
  const leave = async (): Promise<void> => {
    await availability.close()
    await database.drop()
  }
  return { db, brand, catalogue: createCatalogue(db), availability, database, [Symbol.asyncDispose]: leave }
}

/** Requests for seats of the stalls at a price type, as `addTickets` takes them: `seatsAt('under-26', 'A.1')`. */
export const seatsAt = (priceType: string, ...seats: readonly string[]) => seats.map((seat) => ({ seat: `stalls.${seat}`, priceType }))

/** Requests for seats of the stalls at the full price. */
export const fullPriceSeats = (...seats: readonly string[]) => seatsAt('full', ...seats)

/** A valid hash that no password has. */
const hashOfNone = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Creates a customer with an account that no password opens. */
export async function customerOf({ db }: Pick<BasketDeps, 'db'>, email = `${newId()}@example.org`) {
  return db
    .insertInto('customer')
    .values({ id: newId(), email, password_hash: hashOfNone, first_name: 'Ada', last_name: 'Quill', marketing_at: null, locked_at: null })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The label of a row. */
const labelOf = (row: number): string => (row < 26 ? String.fromCodePoint(65 + row) : String(row + 1))

const planOf = ({ rows, seatsInRow }: HallSize): PlanData =>
  writePlan({
    hall: 'small',
    version: '1',
    name: 'The small house',
    stage: {
      polygon: [
        [0, -400],
        [600, -400],
        [600, -100],
        [0, -100],
      ],
      z: 0,
      label: 'Stage',
    },
    views: [{ id: 'house', name: 'House', order: 1, viewBox: { x: -100, y: -500, width: seatsInRow * 55 + 250, height: rows * 90 + 640 } }],
    areas: [
      {
        id: 'stalls',
        view: 'house',
        name: 'Stalls',
        outline: [
          [-50, -50],
          [seatsInRow * 55 + 50, -50],
          [seatsInRow * 55 + 50, rows * 90 + 40],
          [-50, rows * 90 + 40],
        ],
        floorsAboveStage: 0,
        stepFree: true,
        steps: 0,
        entrance: 'Main door',
        toiletMetres: 20,
        rows: Array.from({ length: rows }, (_, row) => ({
          label: labelOf(row),
          seats: Array.from({ length: seatsInRow }, (_, seat) => ({ number: String(seat + 1), x: seat * 55, y: row * 90, z: row * 15 })),
        })),
      },
    ],
  })

const price = (amount: number) => ({ price: money(amount), fee: money(Math.round(amount / 10)) })
const priceListId = 'small-week'
const priceListOf = ({ rows, seatsInRow, prices: [dear, cheap] }: HallSize): PriceList => ({
  id: priceListId,
  hall: 'small',
  priceTypes: [
    { id: 'full', name: 'Full price', kind: 'full' },
    { id: 'under-26', name: 'Under 26', kind: 'under-26', limit: 2 },
    { id: 'access', name: 'Access', kind: 'access' },
    { id: 'companion', name: 'Companion', kind: 'companion' },
    { id: 'member', name: 'Member', kind: 'member', memberships: ['priority'] },
    { id: 'neighbour', name: 'Neighbour', kind: 'promo' },
    { id: 'comp', name: 'Complimentary', kind: 'staff' },
  ],
  prices: {
    a: {
      full: price(dear),
      'under-26': price(20_00),
      access: price(25_00),
      companion: price(0),
      member: price(40_00),
      neighbour: price(15_00),
      comp: price(0),
    },
    b: { full: price(cheap) },
  },
  seatBands: [
    [bands.indexOf('a'), Math.floor(rows / 2) * seatsInRow],
    [bands.indexOf('b'), Math.ceil(rows / 2) * seatsInRow],
  ],
})

const production: Production = {
  id: 'the-tempest',
  title: 'The Tempest',
  credit: 'William Shakespeare',
  tagline: 'A storm, an island, a reckoning.',
  synopsis: [{ kind: 'paragraph', text: 'A duke remembers.' }],
  runningTime: 140,
  intervals: 1,
  ageGuidance: 10,
  warnings: [],
  venue: 'The small house',
  copyLanguage: 'en-GB',
  poster: { hue: 210, motif: 'waves' },
}

function performances(): Performance[] {
  const timeZone = 'Europe/London'
  const day = (days: number): string => `${plainOf(Temporal.Now.instant().add({ hours: 24 * days }), timeZone).slice(0, 10)}T19:30`
  const performance: Performance = {
    id: 'tonight',
    production: production.id,
    hall: 'small',
    priceList: priceListId,
    startsAt: day(7),
    timeZone,
    sale: 'on-sale',
    generalSaleAt: day(-30),
    accessTags: [],
    soldShare: 0,
  }
  return [
    performance,
    { ...performance, id: 'tomorrow', startsAt: day(8) },
    { ...performance, id: 'long-ago', startsAt: day(-7) },
    { ...performance, id: 'called-off', startsAt: day(9), sale: 'cancelled' },
    { ...performance, id: 'not-yet', startsAt: day(10), sale: 'not-on-sale' },
    {
      ...performance,
      id: 'members-first',
      startsAt: day(11),
      generalSaleAt: day(5),
      priority: [{ from: day(-1), memberships: ['priority'] }],
    },
    { ...performance, id: 'kept-back', startsAt: day(12), kept: [{ for: [{ kind: 'access' }], seats: [[0, 2]] }] },
    { ...performance, id: 'few-each', startsAt: day(13), perCustomer: 3 },
  ]
}
