import { describe, expect, it } from 'vitest'
import { money } from '../money/money.ts'
import { changedNamedCodes, type NamedCode, namedCodeFaults, namedCodeStateOf, salesByCode, triedCodeOf } from './named-code.ts'

const metro: NamedCode = { code: 'METRO', label: 'Advert in Metro', maxUses: 3, endsAt: '2031-07-01T10:00' }
const schools: NamedCode = { code: 'SCHOOLS24', maxUses: null, endsAt: null }
const timeZone = 'Europe/London'
const before = Date.parse('2031-07-01T08:59:00Z')
const facts = { timeZone, id: 'EARLY', takenCodes: new Set(['TAKEN']), usesOfCodes: new Map([['METRO', 3]]) }
const rule = { opensPriority: true, opensPriceTypes: [] }

describe('namedCodeFaults', () => {
  const faultsOf = (...codes: NamedCode[]) => namedCodeFaults(codes, '2031-01-01T10:00', facts)

  it('accepts codes with and without limits', () => {
    expect(faultsOf(metro, schools)).toEqual([])
  })

  it('refuses a code of another offer, the own code, and one that is there twice', () => {
    expect(faultsOf({ ...schools, code: 'TAKEN' }, { ...schools, code: 'EARLY' }, schools, schools)).toEqual([
      'codes.0.code',
      'codes.1.code',
      'codes.3.code',
    ])
  })

  it('refuses fewer uses than there were, and an end that does not exist or is before the start', () => {
    expect(
      faultsOf({ ...metro, maxUses: 2 }, { ...schools, endsAt: '2031-03-30T01:30' }, { ...schools, code: 'B', endsAt: '2031-01-01T10:00' }),
    ).toEqual(['codes.0.maxUses', 'codes.1.endsAt', 'codes.2.endsAt'])
  })
})

it('is active until its end, and until its uses are used up', () => {
  expect(namedCodeStateOf(metro, 2, timeZone, before)).toBe('active')
  expect(namedCodeStateOf(metro, 3, timeZone, before)).toBe('used-up')
  expect(namedCodeStateOf(metro, 3, timeZone, before + 60_000)).toBe('ended')
  expect(namedCodeStateOf(schools, 1_000, timeZone, before)).toBe('active')
})

it('finds the code that staff try, and no code of another offer', () => {
  const find = (typed: string, closed = {}) =>
    triedCodeOf({ codes: [metro, schools], rule: { ...rule, ...closed } }, { ...facts, at: before }, typed)
  expect(find(' metro ')).toEqual({ code: 'METRO', label: 'Advert in Metro', state: 'used-up' })
  expect(find('schools24')).toEqual({ code: 'SCHOOLS24', state: 'active' })
  expect(find('early')).toBeNull()
  expect(find('early', { singleUse: true })).toBeUndefined()
  expect(find('other')).toBeUndefined()
})

it('compares the codes of two versions of an offer', () => {
  const raised = { ...metro, maxUses: null }
  expect(changedNamedCodes([metro], [raised, schools])).toEqual({ added: [schools], limited: [metro], removed: [] })
  expect(changedNamedCodes([metro, schools], [metro])).toEqual({ added: [], limited: [], removed: [schools] })
  expect(changedNamedCodes()).toEqual({ added: [], limited: [], removed: [] })
})

it('lists the sales of each code, and those without sales too', () => {
  const sold = { used: 2, orders: 1, tickets: 4, discount: money(8_00), total: money(72_00) }
  const none = { used: 0, orders: 0, tickets: 0, discount: 0, total: 0 }
  const parts = { ...facts, codes: [metro, schools], withdrawn: [{ ...schools, code: 'OLD' }], at: before }
  expect(
    salesByCode(parts, [
      { kind: 'named', code: 'SCHOOLS24', ...sold },
      { kind: 'named', code: 'OLD', ...sold },
      { kind: 'single-use', code: null, ...sold },
    ]),
  ).toEqual([
    { kind: 'own', code: 'EARLY', state: null, maxUses: null, ...none },
    { kind: 'named', code: 'METRO', label: 'Advert in Metro', state: 'used-up', maxUses: 3, ...none },
    { kind: 'named', code: 'SCHOOLS24', state: 'active', maxUses: null, ...sold },
    { kind: 'named', code: 'OLD', state: 'withdrawn', maxUses: null, ...sold },
    { kind: 'single-use', code: null, state: null, maxUses: null, ...sold },
  ])
})
