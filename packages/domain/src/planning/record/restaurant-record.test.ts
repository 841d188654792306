import { expect, it } from 'vitest'
import { money } from '../../money/money.ts'
import { losesTables, recordOfRestaurant, restaurantOfRecord, type RestaurantRules, sittingsAt } from './restaurant-record.ts'
import { noFoodFacts, parseRecord, type StoredRecord } from './schema.ts'

const performance = (id: string, production: string, hall: string, startsAt = '2030-01-01T19:30') => ({
  ...{ id, production, hall, startsAt, timeZone: 'Europe/London', priceTypes: [] },
})
const facts = {
  ...{ id: 'foyer', now: 0, before: undefined, others: [], priceTypes: [], programmePriceTypes: [] },
  food: { ...noFoodFacts, halls: ['main', 'studio'] },
  brand: { timeZone: 'Europe/London', account: { birth: 'date' } } as Parameters<typeof parseRecord>[2]['brand'],
  productions: ['lear', 'hamlet'],
  performances: [performance('lear-1', 'lear', 'main'), performance('hamlet-1', 'hamlet', 'studio')],
}
const sitting = {
  ...{ sitting: 'early', startsBefore: 120, minutes: 90, closesBefore: 180, price: money(5_00), vatBasisPoints: null, covers: 40 },
  tables: [
    { size: 2, tables: 8, least: 1 },
    { size: 4, tables: 6, least: 2 },
  ],
  ...{ productions: [] as string[], performances: [] as string[], fromHour: null as number | null, beforeHour: null as number | null },
}
const foyer = {
  ...{ position: 1, name: 'The foyer', summary: '', access: 'No steps.', translations: {} },
  sittings: [sitting],
}
const stored: StoredRecord<'restaurant'> = { ...foyer, isWithdrawn: false }

it('names sittings without a short name, as no sitting of any restaurant is named', () => {
  const unnamed = { ...sitting, sitting: '' }
  const others = [{ id: 'bar', record: { ...stored, sittings: [{ ...sitting, sitting: 'sitting' }] } }]
  const parsed = parseRecord('restaurant', { ...foyer, sittings: [sitting, unnamed, unnamed] }, { ...facts, others })
  expect('record' in parsed && parsed.record.sittings.map((each) => each.sitting)).toEqual(['early', 'sitting-2', 'sitting-3'])
})

it.each([
  ['no name', { name: ' ' }, ['name']],
  ['an unknown hall', { hall: 'garden' }, ['hall']],
  ['no length', { sittings: [{ ...sitting, minutes: 0 }] }, ['sittings.0.minutes']],
  ['a price below nothing', { sittings: [{ ...sitting, price: -1 }] }, ['sittings.0.price']],
  ['no tables', { sittings: [{ ...sitting, tables: [] }] }, ['sittings.0.tables']],
  ['a last booking after its start', { sittings: [{ ...sitting, closesBefore: 119 }] }, ['sittings.0.closesBefore']],
  ['tables of one size twice', { sittings: [{ ...sitting, tables: [...sitting.tables, ...sitting.tables] }] }, ['sittings.0.tables']],
  [
    'a smallest party above the places',
    { sittings: [{ ...sitting, tables: [{ size: 2, tables: 1, least: 3 }] }] },
    ['sittings.0.tables.0.least'],
  ],
  ['an unknown production', { sittings: [{ ...sitting, productions: ['macbeth'] }] }, ['sittings.0.productions']],
  ['a performance of another hall', { hall: 'main', sittings: [{ ...sitting, performances: ['hamlet-1'] }] }, ['sittings.0.performances']],
  ['no hour between its hours', { sittings: [{ ...sitting, fromHour: 18, beforeHour: 18 }] }, ['sittings.0.beforeHour']],
])('refuses %s', (_what, change, faults) => {
  expect(parseRecord('restaurant', { ...foyer, ...change }, facts)).toEqual({ faults })
})

it('refuses the short name of a sitting of another restaurant, and keeps ids that it has', () => {
  const others = [{ id: 'bar', record: stored }]
  expect(parseRecord('restaurant', foyer, { ...facts, others })).toEqual({ faults: ['sittings.0.sitting'] })
  expect(parseRecord('restaurant', foyer, { ...facts, others, before: stored })).toHaveProperty('record')
  const over = { ...foyer, hall: 'garden', sittings: [{ ...sitting, productions: ['old'], performances: ['old-1'] }] }
  expect(parseRecord('restaurant', over, { ...facts, before: { ...over, isWithdrawn: false } })).toHaveProperty('record')
})

const rules = (restaurant: string, changes: readonly Partial<typeof sitting>[], hall?: string): RestaurantRules => ({
  ...{ restaurant, sittings: changes.map((change) => ({ ...sitting, ...change })) },
  ...(hall !== undefined && { hall }),
})
const idsAt = (restaurants: readonly RestaurantRules[], at = performance('lear-1', 'lear', 'main')) =>
  sittingsAt(restaurants, at).map(({ restaurant, sitting: id, minutes }) => `${restaurant} ${id} ${minutes}`)

it('has the sittings for a performance of its hall, its productions, its performances and its hours', () => {
  const late = { sitting: 'late', productions: ['hamlet'] }
  const all = [rules('foyer', [{}, late]), rules('studio-bar', [{ sitting: 'short' }], 'studio')]
  expect(idsAt(all)).toEqual(['foyer early 90'])
  expect(idsAt(all, performance('hamlet-1', 'hamlet', 'studio'))).toEqual(['foyer early 90', 'foyer late 90', 'studio-bar short 90'])
  expect(idsAt([rules('foyer', [{ performances: ['lear-2'] }])])).toEqual([])
  const evenings = [rules('foyer', [{ fromHour: 18 }])]
  const lunches = [rules('foyer', [{ beforeHour: 17 }])]
  const at = (time: string) => performance('lear-1', 'lear', 'main', `2030-01-01T${time}`)
  expect([idsAt(evenings, at('17:59')).length, idsAt(evenings, at('18:00')).length]).toEqual([0, 1])
  expect([idsAt(lunches, at('16:59')).length, idsAt(lunches, at('17:00')).length]).toEqual([1, 0])
})

it('takes the first of the sittings with one short name', () => {
  expect(idsAt([rules('foyer', [{ productions: ['lear'], minutes: 60 }, {}])])).toEqual(['foyer early 60'])
  expect(idsAt([rules('foyer', [{ productions: ['hamlet'], minutes: 60 }, {}])])).toEqual(['foyer early 90'])
})

it('loses tables where a booked sitting ends, moves, or has less than what is booked', () => {
  const [from] = sittingsAt([rules('foyer', [{}])], performance('lear-1', 'lear', 'main'))
  const booked = { covers: 7, tables: new Map([[2, 3]]) }
  const loses = (change: Partial<NonNullable<typeof from>>) => losesTables(from, { ...from!, ...change }, booked)
  expect(losesTables(from, undefined, booked)).toBe(true)
  // The rules did not name it before either: a performance moved away from them.
  expect(losesTables(undefined, from, booked)).toBe(false)
  expect(losesTables(undefined, undefined, booked)).toBe(false)
  expect([loses({ startsBefore: 110 }), loses({ minutes: 80 }), loses({ restaurant: 'bar' })]).toEqual([true, true, true])
  expect([loses({ covers: 6 }), loses({ covers: 7 })]).toEqual([true, false])
  const pairs = (tables: number) => ({ tables: [{ size: 2, tables, least: 1 }] })
  expect([loses(pairs(2)), loses(pairs(3)), loses({ tables: [] })]).toEqual([true, false, true])
  expect(loses({ price: money(9_00), closesBefore: 0 })).toBe(false)
  // More is booked already than there is: the room may stay, and grow.
  const few = { ...from!, ...pairs(2) }
  expect([losesTables(few, few, booked), losesTables(few, { ...few, ...pairs(1) }, booked)]).toEqual([false, true])
})

it('is the record of a restaurant, and the restaurant of a record', () => {
  const restaurant = { restaurant: 'foyer', name: 'The foyer', summary: '', access: 'No steps.', translations: {} }
  const record = recordOfRestaurant(restaurant, { position: 1, sittings: [sitting] })
  expect(record).toEqual(foyer)
  expect(restaurantOfRecord('foyer', record)).toEqual(restaurant)
})
