import { expect, it } from 'vitest'
import { money } from '../../money/money.ts'
import { type PackageDefinition, packageDefinitionSchema } from '../../package/package.ts'
import { packageOfRecord, recordOfPackage, reshapesPackage } from './package-record.ts'
import { noFoodFacts, parseRecord, type StoredRecord } from './schema.ts'

const performanceOf = (id: string, production: string, hall = 'stage') => ({
  ...{ id, production, hall, startsAt: '2030-01-01T19:30', timeZone: 'Europe/London', priceTypes: ['full', 'under-26'] },
})
const inner = { kind: 'fixed' } as StoredRecord<'package'>
const facts = {
  ...{ id: 'pair', now: Date.parse('2031-03-01T12:00:00Z'), before: undefined },
  brand: { timeZone: 'Europe/London', account: { birth: 'date' } } as Parameters<typeof parseRecord>[2]['brand'],
  performances: [performanceOf('lear-1', 'lear'), performanceOf('lear-2', 'lear'), performanceOf('hamlet-1', 'hamlet', 'loft')],
  productions: ['lear', 'hamlet'],
  priceTypes: ['full', 'under-26'],
  programmePriceTypes: [],
  food: noFoodFacts,
  others: [
    { id: 'plays', record: inner },
    { id: 'music', record: { ...inner, isWithdrawn: true } },
    { id: 'all', record: { ...inner, kind: 'super' as const } },
  ],
}
const part = (production: string, ...performances: readonly string[]) => ({ part: '', production, performances })
const group = { id: 'plays', name: 'Plays', least: 2, most: 2, parts: [part('lear'), part('hamlet')], packages: [] as string[] }
const text = { name: 'A pair', summary: 'Two plays.', translations: {}, saleFrom: null, saleUntil: null, bands: [], position: 1 }
const off = (performances: number, basisPoints: number, ...priceTypes: readonly string[]) => ({ performances, basisPoints, priceTypes })
const fixed = { ...text, kind: 'fixed', groups: [group], prices: [{ priceType: 'full', price: 50_00 }], steps: [] as object[] }
const flexible = { ...fixed, kind: 'flexible', prices: [], groups: [{ ...group, least: 1 }], steps: [off(2, 500)] }
const several = { ...flexible, kind: 'super', groups: [{ ...group, parts: [], packages: ['plays', 'music'] }] }
const dates = { ...group, least: 1, parts: [part('lear', 'lear-1'), part('lear', 'lear-2')] }
const series = { ...flexible, kind: 'series', groups: [dates] }
const faultsOf = (record: unknown) => {
  const parsed = parseRecord('package', record, facts)
  return 'faults' in parsed ? parsed.faults : []
}

it.each([
  ['fixed', fixed],
  ['flexible', flexible],
  ['super', several],
  ['series', series],
  ['fixed with a free place beside others', { ...fixed, prices: [...fixed.prices, { priceType: 'under-26', price: 0 }] }],
])('accepts a %s package that a definition can have', (_kind, record) => {
  const parsed = parseRecord('package', record, facts)
  expect(parsed).toHaveProperty('record')
  if (!('record' in parsed)) return
  const definition = packageOfRecord('pair', parsed.record)
  expect(packageDefinitionSchema.parse(definition)).toEqual(definition)
  expect(recordOfPackage(definition, 1)).toEqual(parsed.record)
})

it.each([
  ['no name', { ...fixed, name: ' ' }, ['name']],
  ['no group', { ...fixed, groups: [] }, ['groups']],
  ['the end of its sale before its start', { ...fixed, saleFrom: '2031-05-02T10:00', saleUntil: '2031-05-01T10:00' }, ['saleUntil']],
  ['a day that no calendar has', { ...fixed, saleFrom: '2031-02-30T10:00' }, ['saleFrom']],
  ['neither prices nor discounts', { ...fixed, prices: [] }, ['prices']],
  ['both prices and discounts', { ...fixed, steps: [off(2, 500)] }, ['prices']],
  ['a price below nothing', { ...fixed, prices: [{ priceType: 'full', price: -1 }] }, ['prices.0.price']],
  ['no price above nothing', { ...fixed, prices: [{ priceType: 'full', price: 0 }] }, ['prices']],
  ['two prices of a price type', { ...fixed, prices: [fixed.prices[0], fixed.prices[0]] }, ['prices']],
  ['an unknown price type', { ...flexible, steps: [off(2, 500, 'child')] }, ['steps.0.priceTypes']],
  ['two discounts of one number', { ...flexible, steps: [off(2, 500), off(2, 900)] }, ['steps']],
  ['a discount above the price', { ...flexible, steps: [off(2, 10_001)] }, ['steps.0.basisPoints']],
  ['fewer to choose than it has, where all are fixed', { ...fixed, groups: [{ ...group, least: 1 }] }, ['groups.0.least']],
  ['limits the wrong way round', { ...flexible, groups: [{ ...group, least: 2, most: 1 }] }, ['groups.0.least']],
  ['more to choose than it has', { ...flexible, groups: [{ ...group, most: 3 }] }, ['groups.0.most']],
  ['nothing that must be chosen', { ...flexible, groups: [{ ...group, least: 0 }] }, ['groups']],
  ['two groups of one short name', { ...fixed, groups: [group, { ...group, parts: [part('lear'), part('lear')] }] }, ['groups']],
  ['no production', { ...flexible, groups: [{ ...group, parts: [] }] }, ['groups.0.parts']],
  ['an unknown production', { ...fixed, groups: [{ ...group, parts: [part('lear'), part('cats')] }] }, ['groups.0.parts.1.production']],
  [
    'a performance of another production',
    { ...fixed, groups: [{ ...group, parts: [part('lear', 'hamlet-1'), part('hamlet')] }] },
    ['groups.0.parts.0.performances'],
  ],
  ['packages within a fixed one', { ...fixed, groups: [{ ...group, packages: ['plays'] }] }, ['groups.0.packages']],
  ['a super package within', { ...several, groups: [{ ...several.groups[0]!, packages: ['plays', 'all'] }] }, ['groups.0.packages']],
  ['itself within', { ...several, groups: [{ ...several.groups[0]!, packages: ['plays', 'pair'] }] }, ['groups.0.packages']],
  ['a package twice', { ...several, groups: [{ ...several.groups[0]!, packages: ['plays', 'plays'] }] }, ['groups']],
  [
    'a date without its performance',
    { ...series, groups: [{ ...dates, parts: [part('lear', 'lear-1'), part('lear')] }] },
    ['groups.0.parts.1.performances'],
  ],
  ['dates in two halls', { ...series, groups: [{ ...dates, parts: [part('lear', 'lear-1'), part('hamlet', 'hamlet-1')] }] }, ['groups']],
  ['a price of a series', { ...series, prices: fixed.prices }, ['prices']],
])('refuses a package with %s', (_what, record, faults) => {
  expect(faultsOf(record)).toEqual(faults)
})

it('names groups and parts without a short name by their productions, each once', () => {
  const groups = [
    { ...group, id: '', parts: [part('lear'), { ...part('lear'), part: 'lear-2' }] },
    { ...group, id: '', parts: [part('lear'), part('hamlet')] },
  ]
  const parsed = parseRecord('package', { ...fixed, groups }, facts)
  const named = 'record' in parsed ? parsed.record.groups.map(({ id, parts }) => [id, parts.map((each) => each.part)]) : parsed.faults
  expect(named).toEqual([
    ['group', ['lear', 'lear-2']],
    ['group-2', ['lear-3', 'hamlet']],
  ])
})

it('keeps what a stored package names although it is over', () => {
  const stored = {
    ...fixed,
    groups: [
      {
        ...group,
        parts: [
          { ...part('lear', 'lear-0'), part: 'a' },
          { ...part('cats'), part: 'b' },
        ],
      },
    ],
  }
  const before = { ...(stored as unknown as StoredRecord<'package'>), isWithdrawn: false }
  expect(parseRecord('package', stored, { ...facts, before })).toEqual({ record: stored })
  expect(faultsOf(stored)).toEqual(['groups.0.parts.0.performances', 'groups.0.parts.1.production'])
})

it.each([
  ['another kind', fixed, flexible, true],
  ['another price', fixed, { ...fixed, prices: [] }, false],
  ['fewer dates of a series', series, { ...series, groups: [{ ...dates, parts: dates.parts.slice(1) }] }, true],
  ['one more date', { ...series, groups: [{ ...dates, parts: dates.parts.slice(1) }] }, series, false],
  ['other productions of a flexible one', flexible, { ...flexible, groups: [{ ...group, parts: [part('cats')] }] }, false],
])('knows whether %s takes away from what was sold', (_what, from, to, does) => {
  expect(reshapesPackage(from as never, to as never)).toBe(does)
})

it('describes a package by its record without a loss', () => {
  const definition: PackageDefinition = {
    ...{ package: 'pair', kind: 'flexible', saleFrom: '2031-01-01T10:00', saleUntil: null, bands: ['a'] },
    name: { text: 'A pair', translations: { sv: 'Ett par' } },
    summary: { text: 'Two plays.', translations: { de: 'Zwei Stücke.' } },
    groups: [
      {
        ...{ id: 'plays', name: { text: 'Plays', translations: { sv: 'Pjäser' } }, least: 1, most: 2, packages: [] },
        parts: [
          { part: 'lear', production: 'lear', performances: ['lear-1'] },
          { part: 'hamlet', production: 'hamlet' },
        ],
      },
    ],
    pricing: {
      kind: 'discount',
      steps: [
        { performances: 1, basisPoints: 500 },
        { performances: 1, basisPoints: 900, priceTypes: ['full'] },
      ],
    },
  }
  expect(packageOfRecord('pair', recordOfPackage(definition, 7))).toEqual(definition)
  const priced: PackageDefinition = { ...definition, pricing: { kind: 'prices', prices: [{ priceType: 'full', price: money(50_00) }] } }
  expect(packageOfRecord('pair', recordOfPackage(priced, 7))).toEqual(priced)
})
