import { money } from '@playhouse/domain/money'
import type { PackageDefinition } from '@playhouse/domain/package'

type Group = PackageDefinition['groups'][number]
const group = (id: string, [least, most]: readonly [number, number], ...productions: readonly string[]): Group => ({
  ...{ id, name: { text: id }, least, most, packages: [] },
  parts: productions.map((production) => ({ part: production, production })),
})
const open = { saleFrom: null, saleUntil: null, bands: [], summary: { text: 'A package of the suite' } }

/** The packages that `sellingBrand` sells, of productions of the fixtures. */
export const offeredPackages: readonly PackageDefinition[] = [
  {
    ...{ ...open, package: 'play-and-song', kind: 'fixed', name: { text: 'A play and songs', translations: { sv: 'En pjäs och sånger' } } },
    groups: [group('all', [2, 2], 'the-importance-of-being-earnest', 'salt-water-choir')],
    pricing: {
      kind: 'prices',
      prices: [
        { priceType: 'full', price: money(25_01) },
        { priceType: 'under-26', price: money(20_00) },
      ],
    },
  },
  {
    ...{ ...open, package: 'pick', kind: 'flexible', name: { text: 'Pick some' } },
    groups: [group('plays', [1, 2], 'the-importance-of-being-earnest', 'the-railway-children'), group('songs', [0, 1], 'salt-water-choir')],
    pricing: {
      kind: 'discount',
      steps: [
        { performances: 2, basisPoints: 1_000 },
        { performances: 3, basisPoints: 1_500 },
      ],
    },
  },
  {
    ...{ ...open, package: 'everything', kind: 'super', name: { text: 'Everything' } },
    groups: [{ id: 'packages', name: { text: 'Packages' }, least: 1, most: 2, parts: [], packages: ['play-and-song', 'pick'] }],
    pricing: { kind: 'discount', steps: [{ performances: 1, basisPoints: 2_000 }] },
  },
  {
    ...{ ...open, package: 'later', kind: 'fixed', name: { text: 'Later' }, saleFrom: '2199-01-01T10:00' },
    groups: [group('all', [1, 1], 'the-railway-children')],
    pricing: { kind: 'discount', steps: [{ performances: 1, basisPoints: 500 }] },
  },
]

/** The production of {@link offeredSeries}. */
export const productionOfSeries = 'the-railway-children'

/**
 * A fixed series of three dates, with a discount of a tenth.
 * @param instances ids of performances of {@link productionOfSeries}, on sale and in one hall
 */
export const offeredSeries = (instances: readonly string[]): PackageDefinition => ({
  ...{ ...open, package: 'three-nights', kind: 'series', name: { text: 'Three nights' } },
  groups: [
    {
      ...{ id: 'dates', name: { text: 'Dates' }, least: 2, most: instances.length, packages: [] },
      parts: instances.map((instance) => ({ part: instance, production: productionOfSeries, performances: [instance] })),
    },
  ],
  pricing: { kind: 'discount', steps: [{ performances: 2, basisPoints: 1_000 }] },
})
