import { expect, it } from 'vitest'
import { money } from '../../money/money.ts'
import { losesGuests, menuOfRecord, recordOfMenu, servingsAt } from './menu-record.ts'
import { parseRecord, type StoredRecord } from './schema.ts'

const performance = (id: string, production: string, hall: string) => ({
  id,
  production,
  hall,
  startsAt: '2030-01-01T19:30',
  timeZone: 'Europe/London',
  priceTypes: [],
})
const food = {
  dishes: ['soup', 'pie'],
  points: [{ point: 'bar' }, { point: 'restaurant', hall: 'main', opensBefore: 120 }],
  halls: ['main', 'studio'],
  servings: [{ point: 'restaurant', servedBefore: 90 }],
}
const facts = {
  ...{ id: 'dinner', now: 0, before: undefined, others: [], priceTypes: [], programmePriceTypes: [], food },
  brand: { timeZone: 'Europe/London', account: { birth: 'date' } } as Parameters<typeof parseRecord>[2]['brand'],
  productions: ['lear', 'hamlet'],
  performances: [performance('lear-1', 'lear', 'main'), performance('hamlet-1', 'hamlet', 'studio')],
}
const dishes = [{ product: 'soup', supplement: 0 }]
const course = { course: 'starter', name: 'Starter', names: { sv: 'Förrätt' }, dishes }
const serving = { point: 'restaurant', productions: [], performances: [], guests: 40, closesBefore: 180, servedBefore: 90 }
const dinner = {
  ...{ position: 1, name: 'Dinner', summary: '', translations: {}, price: 30_00, fee: 1_00, vatBasisPoints: null },
  ...{ courses: [course], servings: [serving] },
}

it('names courses without a short name', () => {
  const unnamed = { ...course, course: '' }
  const courses = [course, unnamed, unnamed].map(({ course: id }) => ({ ...course, course: id }))
  const parsed = parseRecord('menu', { ...dinner, courses }, facts)
  expect('record' in parsed && parsed.record.courses.map((each) => each.course)).toEqual(['starter', 'course', 'course-2'])
})

it.each([
  ['no price', { price: 0 }, ['price']],
  ['a fee above the price', { fee: 30_01 }, ['fee']],
  ['a price with a fraction of a penny', { price: 1.5 }, ['price']],
  ['no course', { courses: [] }, ['courses']],
  ['two courses of one short name', { courses: [course, course] }, ['courses']],
  ['a course without dishes', { courses: [{ ...course, dishes: [] }] }, ['courses.0.dishes']],
  ['a dish twice', { courses: [{ ...course, dishes: [...dishes, ...dishes] }] }, ['courses.0.dishes']],
  [
    'a product that is no dish',
    { courses: [{ ...course, dishes: [{ product: 'poster', supplement: 0 }] }] },
    ['courses.0.dishes.0.product'],
  ],
  [
    'a supplement below nothing',
    { courses: [{ ...course, dishes: [{ product: 'soup', supplement: -1 }] }] },
    ['courses.0.dishes.0.supplement'],
  ],
  ['an unknown collection point', { servings: [{ ...serving, point: 'roof' }] }, ['servings.0.point']],
  ['an unknown production', { servings: [{ ...serving, productions: ['macbeth'] }] }, ['servings.0.productions']],
  [
    'a performance of another production',
    { servings: [{ ...serving, productions: ['hamlet'], performances: ['lear-1'] }] },
    ['servings.0.performances'],
  ],
  ['a performance in another hall', { servings: [{ ...serving, performances: ['hamlet-1'] }] }, ['servings.0.performances']],
  ['orders after it is served', { servings: [{ ...serving, closesBefore: 89 }] }, ['servings.0.closesBefore']],
  ['a service before the collection point opens', { servings: [{ ...serving, servedBefore: 121 }] }, ['servings.0.servedBefore']],
  ['a translation without a name', { translations: { sv: { name: ' ', summary: 'Mat' } } }, ['translations.sv.name']],
])('refuses a menu with %s', (_what, change, faults) => {
  expect(parseRecord('menu', dinner, facts)).toEqual({ record: dinner })
  expect(parseRecord('menu', { ...dinner, ...change }, facts)).toEqual({ faults })
})

it('keeps the dishes, productions and performances that a stored menu names already', () => {
  const old = {
    ...dinner,
    courses: [{ ...course, dishes: [{ product: 'trout', supplement: 0 }] }],
    servings: [{ ...serving, productions: ['macbeth'], performances: ['macbeth-9'] }],
  }
  const before = { ...old, isWithdrawn: false } as unknown as StoredRecord<'menu'>
  expect(parseRecord('menu', old, { ...facts, before })).toEqual({ record: old })
})

it.each([
  ['an unknown hall', { hall: 'garden' }, ['hall']],
  ['an opening after its menu is served', { opensBefore: 89 }, ['opensBefore']],
  ['a name of spaces', { name: ' ' }, ['name']],
])('refuses a collection point with %s', (_what, change, faults) => {
  const point = { position: 1, name: 'The restaurant', names: { sv: 'Restaurangen' }, hall: 'main', opensBefore: 90 }
  const pointFacts = { ...facts, id: 'restaurant' }
  expect(parseRecord('collection-point', point, pointFacts)).toEqual({ record: point })
  expect(parseRecord('collection-point', { ...point, ...change }, pointFacts)).toEqual({ faults })
  const before = { ...point, ...change, isWithdrawn: false } as unknown as StoredRecord<'collection-point'>
  // A hall that was removed since stays.
  if ('hall' in change) expect(parseRecord('collection-point', { ...point, ...change }, { ...pointFacts, before })).toHaveProperty('record')
})

it('serves a menu at a collection point once, by the first serving that is for the performance', () => {
  const [first, second] = [
    { ...serving, productions: ['lear'], guests: 10 },
    { ...serving, guests: 20 },
  ]
  const third = { ...serving, point: 'bar', performances: ['hamlet-1'] }
  const at = (performances: (typeof facts)['performances'][number]) => servingsAt([first, second, third], food.points, performances)
  expect(at(facts.performances[0]!)).toEqual([first])
  // The restaurant is for another hall.
  expect(at(facts.performances[1]!)).toEqual([third])
  expect(servingsAt([second], [], facts.performances[0]!)).toEqual([])
})

it.each([
  ['the menu is not served there any more', 5, undefined, true],
  ['there is room for fewer guests than have ordered', 10, 4, true],
  ['guests are counted from now on, and have room', null, 5, false],
  ['guests are counted from now on, and have no room', null, 4, true],
  ['there is more room, if not for all of them', 3, 4, false],
  ['guests are not counted any more', 5, null, false],
] as const)('knows whether 5 guests lose their room where %s', (_what, from, to, isLost) => {
  expect(losesGuests({ guests: from }, to === undefined ? undefined : { guests: to }, 5)).toBe(isLost)
})

it('keeps guests whose menu no rule named before', () => {
  expect(losesGuests(undefined, undefined, 5)).toBe(false)
})

it('describes a menu by its record without a loss, and leaves out dishes that are not offered', () => {
  const soup = { product: 'soup', name: 'Soup', summary: '', translations: {}, allergens: ['celery' as const], diets: [] }
  const menu = {
    ...{ menu: 'dinner', name: 'Dinner', summary: 'One course.', translations: { sv: { name: 'Middag', summary: '' } } },
    ...{ price: money(30_00), fee: money(0), vatBasisPoints: null },
    courses: [
      { course: 'starter', name: 'Starter', translations: { sv: { name: 'Förrätt' } }, dishes: [{ ...soup, supplement: money(50) }] },
    ],
  }
  const record = recordOfMenu(menu, { position: 3, servings: [] })
  expect(menuOfRecord('dinner', record, () => soup)).toEqual(menu)
  expect(menuOfRecord('dinner', record, () => undefined).courses[0]!.dishes).toEqual([])
})
