import { describe, expect, it } from 'vitest'
import { money } from '../money/money.ts'
import { checkChoice, extentOf, isComplete } from './package-choice.ts'
import type { ChosenPerformance, PackageDefinition, PackagePerformance } from './package.ts'
import { findPackageProblem, priceTypesOf } from './package-request.ts'
import { type PackageProgramme, summarisePackage, viewPackage } from './package-view.ts'

const performance = (instance: string, startsAt: string, hours = 2): PackagePerformance => ({
  ...{
    instance,
    startsAt,
    startsAtLocal: startsAt.slice(0, 16),
    timeZone: 'UTC',
    availability: 'get-tickets',
    availabilityCode: 1,
    accessTags: [],
  },
  ...{ priceFrom: money(10_00), endsAt: new Date(Date.parse(startsAt) + hours * 3_600_000).toISOString() },
})
const performances: Readonly<Record<string, PackagePerformance[]>> = {
  rivals: [performance('rivals-1', '2031-03-01T19:30:00.000Z'), performance('rivals-2', '2031-03-02T19:30:00.000Z')],
  malfi: [performance('malfi-1', '2031-03-01T20:30:00.000Z'), performance('malfi-2', '2031-03-03T19:30:00.000Z')],
  consort: [performance('consort-1', '2031-03-04T19:30:00.000Z')],
}
const programme: PackageProgramme = {
  titleOf: (production) => (production in performances ? production.toUpperCase() : undefined),
  performancesOf: (production) => performances[production] ?? [],
  ...{ timeZone: 'Europe/London', now: Date.parse('2031-01-01T00:00:00.000Z') },
}
const base = {
  ...{ name: { text: 'A package' }, summary: { text: 'Its summary' }, saleFrom: null, saleUntil: null, bands: [] },
  pricing: { kind: 'discount' as const, steps: [{ performances: 2, basisPoints: 1_000 }] },
}
const group = (id: string, least: number, most: number, ...productions: string[]): PackageDefinition['groups'][number] => ({
  ...{ id, name: { text: id }, least, most, packages: [] },
  parts: productions.map((production) => ({ part: production, production })),
})
const fixed: PackageDefinition = { ...base, package: 'pair', kind: 'fixed', groups: [group('all', 2, 2, 'rivals', 'malfi')] }
const flexible: PackageDefinition = {
  ...{ ...base, package: 'some', kind: 'flexible' },
  groups: [group('plays', 1, 1, 'rivals', 'malfi'), group('music', 0, 1, 'consort')],
}
const whole: PackageDefinition = {
  ...{ ...base, package: 'whole', kind: 'super' },
  groups: [{ id: 'within', name: { text: 'within' }, least: 1, most: 2, parts: [], packages: ['pair', 'some'] }],
}
const definitions = [fixed, flexible, whole]
const view = (definition: PackageDefinition) => viewPackage(definition, definitions, programme)
const chosen = (instance: string, inner: string | null = null): ChosenPerformance => ({
  ...{ instance, package: inner, part: instance.split('-')[0]! },
})
const check = (definition: PackageDefinition, ...choice: ChosenPerformance[]) => checkChoice(view(definition), choice)

describe('a choice', () => {
  it('of a fixed package is complete with a performance of every part', () => {
    expect(isComplete(check(fixed, chosen('rivals-1'), chosen('malfi-2')))).toBe(true)
    expect(check(fixed, chosen('rivals-1')).missing).toEqual([{ package: null, group: 'all', count: 1 }])
    expect(check(fixed).missing).toEqual([{ package: null, group: 'all', count: 2 }])
  })

  it('of a flexible package has so many of each group, not more', () => {
    expect(isComplete(check(flexible, chosen('malfi-1'), chosen('consort-1')))).toBe(true)
    expect(isComplete(check(flexible, chosen('malfi-1')))).toBe(true)
    expect(check(flexible, chosen('rivals-1'), chosen('malfi-2')).excess).toEqual([{ package: null, group: 'plays', count: 1 }])
  })

  it('of a super package has so many packages, each complete', () => {
    expect(isComplete(check(whole, chosen('rivals-2', 'pair'), chosen('malfi-2', 'pair')))).toBe(true)
    expect(check(whole, chosen('rivals-2', 'pair')).missing).toEqual([{ package: 'pair', group: 'all', count: 1 }])
    expect(check(whole).missing).toEqual([{ package: null, group: 'within', count: 1 }])
    expect(check(whole, chosen('rivals-2')).unknown).toEqual([chosen('rivals-2')])
  })

  it('has no two performances that overlap, no second one of a part, and none that is not offered', () => {
    expect(check(fixed, chosen('rivals-1'), chosen('malfi-1')).clashes).toEqual([['rivals-1', 'malfi-1']])
    expect(check(fixed, chosen('rivals-1'), chosen('rivals-2')).unknown).toEqual([chosen('rivals-2')])
    expect(check(fixed, chosen('rivals-9'), chosen('malfi-1')).unknown).toEqual([chosen('rivals-9')])
    const twice = check(whole, chosen('rivals-2', 'pair'), chosen('malfi-2', 'pair'), chosen('rivals-2', 'some'))
    expect(twice.clashes).toEqual([['rivals-2', 'rivals-2']])
  })
})

it('knows the fewest and the most performances of a complete choice', () => {
  const extents = definitions
    .map((definition) => summarisePackage(definition, definitions, programme))
    .map(({ least, most }) => [least, most])
  expect(extents).toEqual([
    [2, 2],
    [1, 2],
    [1, 4],
  ])
  expect(extentOf([])).toEqual({ least: 1, most: 1 })
})

it('is on sale between its times by the wall clock of the theatre', () => {
  const onSale = (times: Partial<PackageDefinition>) => summarisePackage({ ...fixed, ...times }, definitions, programme).isOnSale
  expect([onSale({}), onSale({ saleFrom: '2031-01-01T00:01' }), onSale({ saleUntil: '2031-01-01T00:00' })]).toEqual([true, false, false])
})

it('rejects a request that is not on sale, not complete, or with seats that are not for the party', () => {
  const party = [
    { priceType: 'full', quantity: 1 },
    { priceType: 'concession', quantity: 2 },
  ]
  expect(priceTypesOf(party)).toEqual(['full', 'concession', 'concession'])
  const seats = (...priceTypes: string[]) => priceTypes.map((priceType, nth) => ({ seat: `stalls.A.${nth + 1}`, priceType }))
  const complete = [{ ...chosen('rivals-1'), seats: seats('concession', 'full', 'concession') }, chosen('malfi-2')]
  expect(findPackageProblem(view(fixed), { party, performances: complete })).toBeUndefined()
  expect(findPackageProblem({ ...view(fixed), isOnSale: false }, { party, performances: complete })?.code).toBe('package-off-sale')
  expect(findPackageProblem(view(fixed), { party, performances: [chosen('rivals-1')] })?.code).toBe('package-incomplete')
  const wrong = [{ ...chosen('rivals-1'), seats: seats('full', 'full', 'concession') }, chosen('malfi-2')]
  expect(findPackageProblem(view(fixed), { party, performances: wrong })?.code).toBe('invalid-input')
})

it('requires the same seats on all dates of a series', () => {
  const party = [{ priceType: 'full', quantity: 2 }]
  const seats = (...names: string[]) => names.map((seat) => ({ seat, priceType: 'full' }))
  const series = { ...view(fixed), kind: 'series' as const }
  const request = (first: ReturnType<typeof seats> | undefined, second: ReturnType<typeof seats>) =>
    findPackageProblem(series, {
      party,
      performances: [
        { ...chosen('rivals-1'), seats: first },
        { ...chosen('malfi-2'), seats: second },
      ],
    })
  expect(request(seats('A.1', 'A.2'), seats('A.2', 'A.1'))).toBeUndefined()
  expect(request(seats('A.1', 'A.2'), seats('A.2', 'A.3'))?.code).toBe('invalid-input')
  expect(request(undefined, seats('A.1', 'A.2'))?.code).toBe('invalid-input')
})
