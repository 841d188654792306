import { describe, expect, it } from 'vitest'
import { money } from '../money/money.ts'
import { bands, type PriceList } from '../pricing/pricing.ts'
import { type HallUse, HallUses } from './hall-clash.ts'
import { type MissingKind, missingOf, type PlanningFacts } from './missing.ts'
import { changePerformance, performanceChangeSchema, performanceEditProblem, type StoredPerformance } from './performance-plan.ts'

const performance: StoredPerformance = {
  ...{ id: 'lear-1', production: 'lear', hall: 'main', planVersion: '1', priceList: 'week', type: null, state: 'draft' },
  ...{ startsAt: '2027-03-01T19:30', timeZone: 'Europe/London', generalSaleAt: '2026-12-01T10:00', priority: [] },
  web: { isVisible: true, sale: 'on-sale' },
  counter: { isVisible: true, isOnSale: true },
  ...{ programme: null, members: null, perCustomer: null, accessTags: [] },
}
const list: Pick<PriceList, 'hall' | 'prices' | 'seatBands'> = {
  hall: 'main',
  prices: { a: { full: { price: money(30_00), fee: money(0) } } },
  seatBands: [[bands.indexOf('a'), 40]],
}
const production = {
  title: 'King Lear',
  runningTime: 150,
  synopsis: [{ kind: 'paragraph' as const, text: 'A king divides his kingdom.' }],
  copyLanguage: 'en',
  translations: { de: { title: 'König Lear', synopsis: [{ kind: 'paragraph' as const, text: 'Ein König teilt sein Reich.' }] } },
}
const facts: PlanningFacts = {
  locales: ['en', 'en-us', 'de'],
  seatsOf: (hall, version) => (hall === 'main' && version === '1' ? 40 : undefined),
  priceList: (id) => (id === 'week' ? list : undefined),
  saleWindows: [],
  hallUses: new HallUses(),
  now: Date.parse('2026-11-27T12:00:00Z'),
}

describe('what a production lacks', () => {
  const kinds = (change: Partial<StoredPerformance>, other: Partial<PlanningFacts> = {}): MissingKind[] =>
    missingOf(production, [{ ...performance, ...change }], { ...facts, ...other }).map(({ kind }) => kind)

  it('is nothing where plan, prices and times are complete', () => {
    expect(kinds({})).toEqual([])
  })

  it('is a performance and a synopsis', () => {
    expect(missingOf({ ...production, synopsis: [] }, [], facts)).toMatchObject([
      { kind: 'no-performance', isBlocking: true },
      { kind: 'no-synopsis', isBlocking: false },
    ])
  })

  it('is a text for the image in each other language of the shop', () => {
    const image = { id: '0'.repeat(32), width: 1200, height: 800, focus: { x: 50, y: 50 }, alt: { text: 'A storm' } }
    expect(missingOf({ ...production, image }, [performance], facts)).toEqual([
      { kind: 'image-not-described', isBlocking: true, performance: null, detail: 'de' },
    ])
    const described = { ...image, alt: { text: 'A storm', translations: { de: 'Ein Sturm' } } }
    expect(missingOf({ ...production, image: described }, [performance], facts)).toEqual([])
  })

  it('is a translation into each other language of the shop', () => {
    expect(missingOf({ ...production, translations: {} }, [performance], facts)).toEqual([
      { kind: 'not-translated', isBlocking: false, performance: null, detail: 'de' },
    ])
    expect(missingOf(production, [performance], { ...facts, locales: ['en', 'sv'] })).toMatchObject([{ detail: 'sv' }])
  })

  it.each<[MissingKind, Partial<StoredPerformance>]>([
    ['no-price-list', { priceList: 'none' }],
    ['sale-after-start', { generalSaleAt: '2027-03-01T19:30' }],
    ['start-in-past', { startsAt: '2026-11-26T19:30', generalSaleAt: '2026-11-01T10:00' }],
  ])('names %s', (kind, change) => {
    expect(kinds(change)).toEqual([kind])
  })

  it('names a plan that does not exist, and a price list of another plan', () => {
    expect(kinds({ planVersion: '2' })).toEqual(['no-plan'])
    expect(kinds({}, { seatsOf: () => 41 })).toEqual(['price-list-other-plan'])
    expect(kinds({}, { priceList: () => ({ ...list, hall: 'studio' }) })).toEqual(['price-list-other-plan'])
  })

  it('names the bands that seats have and that have no price', () => {
    const unpriced = { ...list, seatBands: [[bands.indexOf('a'), 30] as [number, number], [bands.indexOf('b'), 10] as [number, number]] }
    expect(missingOf(production, [performance], { ...facts, priceList: () => unpriced })).toMatchObject([
      { kind: 'band-without-price', performance: 'lear-1', detail: 'b' },
    ])
  })

  it('names the performance that has the hall at the same time, and leaves cancelled performances out', () => {
    const use: HallUse = { id: 'hamlet-1', title: 'Hamlet', hall: 'main', startsAt: Date.parse('2027-03-01T17:00:00Z'), runningTime: 150 }
    expect(missingOf(production, [performance], { ...facts, hallUses: new HallUses([use]) })).toMatchObject([
      { kind: 'hall-clash', detail: 'Hamlet' },
    ])
    expect(kinds({ web: { isVisible: true, sale: 'cancelled' }, priceList: 'none' })).toEqual([])
  })
})

it('a change of many performances leaves their days, and the fields of a channel that it does not name', () => {
  const changed = changePerformance(performance, { startTime: '18:00', web: { isVisible: false }, perCustomer: 4 })
  expect(changed).toEqual({ ...performance, startsAt: '2027-03-01T18:00', web: { isVisible: false, sale: 'on-sale' }, perCustomer: 4 })
  expect(performanceChangeSchema.safeParse({}).success).toBe(false)
})

describe('a change of a performance', () => {
  const published = { ...performance, state: 'published' as const }
  const none = { hasSeats: false, hasCustomers: false }
  const locked = { hasSeats: true, hasCustomers: false }

  it('is rejected at a time that clocks skip, and at a date that does not exist', () => {
    expect(performanceEditProblem(undefined, { ...performance, startsAt: '2027-03-28T01:30' }, none)).toMatchObject({
      ...{ code: 'invalid-input', params: { fields: ['startsAt'] } },
    })
    const faulty = { ...performance, generalSaleAt: '2027-02-31T10:00', priority: [{ from: '2027-03-28T01:00', memberships: ['gold'] }] }
    expect(performanceEditProblem(undefined, faulty, none)).toMatchObject({ params: { fields: ['generalSaleAt', 'priority.0.from'] } })
    expect(performanceEditProblem(undefined, { ...performance, startsAt: '2026-10-25T01:30' }, none), 'a repeated time').toBeUndefined()
  })

  it('is rejected where members could book no earlier than everyone', () => {
    const gold = (from: string) => ({ ...performance, priority: [{ from, memberships: ['gold'] }] })
    const [early, late] = [gold('2026-11-30T10:00'), gold('2026-12-01T10:00')]
    expect(performanceEditProblem(undefined, early, none)).toBeUndefined()
    expect(performanceEditProblem(undefined, late, none)).toMatchObject({ code: 'invalid-input', params: { fields: ['priority.0.from'] } })
    // The sale that moves alone is the fault, and periods that were late before can stay.
    const sooner = { ...early, generalSaleAt: '2026-11-01T10:00' }
    expect(performanceEditProblem(early, sooner, none)).toMatchObject({ params: { fields: ['generalSaleAt'] } })
    expect(performanceEditProblem(late, { ...late, startsAt: '2027-03-01T19:00' }, none)).toBeUndefined()
  })

  it('keeps the hall of a published performance, and the time of one with sales', () => {
    expect(performanceEditProblem(performance, { ...performance, hall: 'studio' }, none)).toBeUndefined()
    // Locks are of seats of the plan.
    expect(performanceEditProblem(performance, { ...performance, hall: 'studio' }, locked)).toMatchObject({ code: 'performance-fixed' })
    expect(performanceEditProblem(published, { ...published, hall: 'studio' }, none)).toMatchObject({
      ...{ code: 'performance-fixed', params: { instance: 'lear-1', fields: ['hall'] } },
    })
    expect(performanceEditProblem(published, { ...published, startsAt: '2027-03-02T19:30' }, locked)).toBeUndefined()
    expect(
      performanceEditProblem(published, { ...published, startsAt: '2027-03-02T19:30' }, { hasSeats: true, hasCustomers: true }),
    ).toMatchObject({
      params: { fields: ['startsAt'] },
    })
  })

  it('neither cancels a performance nor changes a cancelled one', () => {
    const web = { isVisible: true, sale: 'cancelled' as const }
    expect(performanceEditProblem(published, { ...published, web }, none)).toMatchObject({ code: 'invalid-input' })
    expect(performanceEditProblem({ ...published, web }, published, none)).toMatchObject({ code: 'instance-cancelled' })
  })
})
