import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { PackageDefinition } from '@playhouse/domain/package'
import { viewPackage } from '@playhouse/domain/package-view'
import { customerOf, expectInvariants, fullPriceSeats, openTestTheatre, seatsAt, type TestTheatre } from '#testing'
import { openBasket, readBasket, setBilling, setNotes } from '#modules/basket'
import { addTickets, holdPackage } from '#modules/hold'
import { seedPackages } from '#modules/package'
import { type PaymentDeps, startPayment } from '#modules/payment'
import { createOutboxHandlers, runOutbox } from '../../jobs/index.ts'
import { listRenewals, openRenewal } from './index.ts'

const actor = { name: 'guest' }
const name = { text: 'Three dates' }
const group = { id: 'dates', name, packages: [] }
const seriesOf = (id: string, dates: readonly string[], least = dates.length): PackageDefinition => ({
  ...{ package: id, kind: 'series', name, summary: name, saleFrom: null, saleUntil: null, bands: [] },
  groups: [
    {
      ...{ ...group, least, most: dates.length },
      parts: dates.map((instance) => ({ part: instance, production: 'the-tempest', performances: [instance] })),
    },
  ],
  pricing: {
    kind: 'discount',
    steps: [
      { performances: 2, basisPoints: 1_000 },
      { performances: 3, basisPoints: 2_000 },
      { performances: 2, basisPoints: 5_000, priceTypes: ['under-26'] },
    ],
  },
})
const former = seriesOf('last-season', ['tonight', 'tomorrow'])
const next = seriesOf('next-season', ['kept-back', 'few-each', 'members-first'], 2)

/** A package as its visitor sees it: each performance starts on another day. */
function viewOf(definition: PackageDefinition) {
  const ids = definition.groups.flatMap(({ parts }) => parts.flatMap(({ performances = [] }) => performances))
  const day = (nth: number, hour: number): string => `2031-03-${String(nth + 1).padStart(2, '0')}T${hour}:00:00.000Z`
  return viewPackage(definition, [definition], {
    ...{ timeZone: 'Europe/London', now: 0, titleOf: () => 'The Tempest' },
    performancesOf: () =>
      ids.map((instance, nth) => ({
        ...{ instance, startsAt: day(nth, 19), startsAtLocal: day(nth, 19).slice(0, 16), endsAt: day(nth, 21) },
        ...{
          timeZone: 'Europe/London',
          availability: 'get-tickets' as const,
          availabilityCode: 1 as const,
          accessTags: [],
          priceFrom: null,
        },
      })),
  })
}
const requestOf = (definition: PackageDefinition, seats: ReturnType<typeof seatsAt>, instances?: readonly string[]) => ({
  package: definition.package,
  party: [...Map.groupBy(seats, ({ priceType }) => priceType)].map(([priceType, all]) => ({ priceType, quantity: all.length })),
  performances: definition.groups
    .flatMap(({ parts }) => parts.map(({ part, performances }) => ({ package: null, part, instance: performances![0]! })))
    .filter(({ instance }) => instances?.includes(instance) ?? true)
    .map((chosen) => ({ ...chosen, seats })),
})

const openTheatre = async (size: Parameters<typeof openTestTheatre>[1] = {}): Promise<TestTheatre> => {
  const theatre = await openTestTheatre(
    (brand) => ({
      ...brand,
      packages: true,
      seating: { orphans: 'block-unless-nothing-better' },
      limits: { ...brand.limits, ticketsPerPerformance: 9 },
    }),
    {
      sold: [],
      ...size,
    },
  )
  await sql`update performance set kept = '[]', per_customer = null, priority = '[]', general_sale_at = now() - interval '1 day'`.execute(
    theatre.db,
  )
  await theatre.catalogue.refresh()
  await seedPackages(theatre.db, [former, next])
  return theatre
}
const hold = async (
  theatre: TestTheatre,
  basket: string,
  definition: PackageDefinition,
  ...options: [ReturnType<typeof seatsAt>, string[]?]
) => holdPackage(theatre, basket, actor, viewOf(definition), requestOf(definition, ...options))

describe('a fixed series', () => {
  it('stores its discounts by price type', async () => {
    await using theatre = await openTheatre()
    const { readDefinitions } = await import('#modules/package')
    expect(await readDefinitions(theatre.db)).toEqual([former, next])
  })

  it('holds the same seats on all dates at the discount of the number of dates and of the price type', async () => {
    await using theatre = await openTheatre()
    const basket = await openBasket(theatre.db, theatre.brand)
    const seats = [...fullPriceSeats('A.1'), ...seatsAt('under-26', 'A.2')]
    expect(await hold(theatre, basket, next, seats)).toMatchObject({ ok: true })
    const { tickets, packages } = await readBasket(theatre, basket)
    expect(tickets.map(({ priceType, price }) => [priceType, price]).toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => ['full', 36_00]),
      ...Array.from({ length: 3 }, () => ['under-26', 10_00]),
    ])
    expect(packages).toMatchObject([{ package: 'next-season', kind: 'series', amount: 138_00, saved: 57_00 }])
    await expectInvariants(theatre)
  })

  it('may leave a single seat free on some dates, but not on all of them', async () => {
    await using theatre = await openTheatre()
    const [basket, other] = [await openBasket(theatre.db, theatre.brand), await openBasket(theatre.db, theatre.brand)]
    const seats = fullPriceSeats('A.2', 'A.3')
    const alone = { error: { code: 'seat-left-alone' } }
    expect(await addTickets(theatre, basket, actor, 'few-each', seats)).toMatchObject(alone)
    expect(await hold(theatre, basket, next, seats)).toMatchObject(alone)
    expect((await readBasket(theatre, basket)).tickets).toEqual([])
    // On one date the seat beside them is taken: it is left alone on the others only.
    expect(await addTickets(theatre, other, actor, 'few-each', fullPriceSeats('A.1'))).toMatchObject({ ok: true })
    expect(await hold(theatre, basket, next, seats)).toMatchObject({ ok: true })
    await expectInvariants(theatre)
  })

  it('rejects other seats on one of the dates, and too few dates', async () => {
    await using theatre = await openTheatre()
    const basket = await openBasket(theatre.db, theatre.brand)
    const request = requestOf(next, fullPriceSeats('A.1'))
    const [first, ...others] = request.performances
    const mixed = { ...request, performances: [{ ...first!, seats: fullPriceSeats('A.2') }, ...others] }
    expect(await holdPackage(theatre, basket, actor, viewOf(next), mixed)).toMatchObject({ error: { code: 'invalid-input' } })
    expect(await hold(theatre, basket, next, fullPriceSeats('A.1'), ['few-each'])).toMatchObject({ error: { code: 'package-incomplete' } })
    expect((await readBasket(theatre, basket)).tickets).toEqual([])
  })
})

const unusedProvider = { name: 'none' } as unknown as PaymentDeps['provider']
/** Buys the former series. Everything costs nothing, so that no payment is needed. */
async function buyFormer(theatre: TestTheatre, seats: ReturnType<typeof seatsAt>): Promise<string> {
  const customer = await customerOf(theatre)
  const basket = await openBasket(theatre.db, theatre.brand, { customer_id: customer.id })
  expect(await hold(theatre, basket, former, seats)).toMatchObject({ ok: true })
  const address = { line1: '1 Globe Lane', line2: '', line3: '', city: 'London', state: '', postcode: 'SE1 9PH', country: 'GB' }
  await setNotes(theatre, basket, actor, { order: '', access: '', termsAccepted: true })
  await setBilling(theatre, basket, actor, { firstName: 'Ada', lastName: 'Quill', phone: '', address })
  const { version } = await readBasket(theatre, basket)
  const deps = { ...theatre, provider: unusedProvider, origin: 'https://shop.example' }
  expect(await startPayment(deps, customer, basket, version, 'en', actor)).toMatchObject({ ok: true })
  return customer.id
}

describe('the renewal of a series', () => {
  const inAnHour = () => new Date(Date.now() + 3_600_000)

  it('keeps the seats of each holder until the deadline by the clock of the database, and then releases them', async () => {
    await using theatre = await openTheatre({ prices: [0, 0] })
    const holder = await buyFormer(theatre, fullPriceSeats('B.3', 'B.4'))
    await buyFormer(theatre, fullPriceSeats('C.1'))
    const renewal = { series: 'next-season', former: 'last-season', until: inAnHour() }
    expect(await openRenewal(theatre, renewal, actor)).toEqual({ customers: 2, seats: 3, unknown: 0 })
    await theatre.catalogue.refresh()
    const sent: { to: string; subject: string; text: string }[] = []
    const failures: string[] = []
    const deps = {
      ...{
        db: theatre.db,
        onFailure: (topic: string, error: unknown) => void failures.push(`${topic} ${String(error)}`),
        onDrop: () => {},
      },
      isPermanent: () => false,
      handlers: createOutboxHandlers({
        ...{ ...theatre, provider: unusedProvider, origin: 'https://shop.example', codeVault: {} as never },
        mailer: { send: async (mail) => void (mail.subject.includes('Three dates') && sent.push(mail)) },
      }),
    }
    const holderEmail = (await theatre.db.selectFrom('customer').select('email').where('id', '=', holder).executeTakeFirstOrThrow()).email
    await runOutbox(deps, 'mail')
    expect([failures.filter((failure) => failure.startsWith('mail.series-renewal')), sent.length]).toEqual([[], 2])
    const mail = sent.find(({ to }) => to === holderEmail)!
    expect(mail.text).toContain('https://shop.example/subscriptions/fixed-series/next-season')
    expect(mail.text).toMatch(/row B, seat 3[^]*row B, seat 4/)
    // The same call again sends nothing; another deadline is announced.
    await openRenewal(theatre, renewal, actor)
    await runOutbox(deps, 'mail')
    expect(sent).toHaveLength(2)
    expect(await listRenewals(theatre, holder)).toMatchObject([
      {
        series: 'next-season',
        name,
        until: renewal.until.toISOString(),
        seats: [{ seat: 'stalls.B.3', row: 'B' }, { seat: 'stalls.B.4' }],
      },
    ])
    const stranger = await openBasket(theatre.db, theatre.brand)
    const taken = {
      error: { code: 'performances-unavailable', params: { performances: [{ code: 'seats-taken', seats: ['stalls.B.4'] }, {}, {}] } },
    }
    expect(await hold(theatre, stranger, next, fullPriceSeats('B.4', 'B.5'))).toMatchObject(taken)
    expect(await addTickets(theatre, stranger, actor, 'few-each', fullPriceSeats('B.4'))).toMatchObject({ error: { code: 'seats-taken' } })
    const own = await openBasket(theatre.db, theatre.brand, { customer_id: holder })
    expect(await hold(theatre, own, next, fullPriceSeats('B.3', 'B.4'))).toMatchObject({ ok: true })
    expect(await listRenewals(theatre, holder)).toEqual([])

    await sql`update series_renewal set until = now()`.execute(theatre.db)
    await theatre.catalogue.refresh()
    expect(await hold(theatre, stranger, next, fullPriceSeats('C.1'))).toMatchObject({ ok: true })
    await expectInvariants(theatre)
  })

  it('is opened only for two series of one hall, with a deadline before the first date', async () => {
    await using theatre = await openTheatre()
    const renewal = { series: 'next-season', former: 'last-season', until: inAnHour() }
    await expect(openRenewal(theatre, { ...renewal, series: 'unknown' }, actor)).rejects.toThrow('unknown is no series')
    await expect(openRenewal(theatre, { ...renewal, until: new Date(0) }, actor)).rejects.toThrow('the deadline must be')
    const late = new Date(Date.now() + 30 * 86_400_000)
    await expect(openRenewal(theatre, { ...renewal, until: late }, actor)).rejects.toThrow('the deadline must be')
    await openRenewal(theatre, renewal, actor)
    const until = new Date(renewal.until.getTime() + 60_000)
    await openRenewal(theatre, { ...renewal, until }, actor)
    expect(await theatre.db.selectFrom('outbox').select('id').where('topic', '=', 'mail.series-renewal').execute()).toEqual([])
    expect(await theatre.db.selectFrom('series_renewal').select('until').executeTakeFirstOrThrow()).toEqual({ until })
  })
})
