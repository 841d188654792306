import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AccountDeclaration,
  type AccountGiftAidWording,
  type GiftAidMethod,
  accountGiftAidWordings,
  fundsSchema,
  giftAidOn,
  isClaimable,
  isFundOpen,
  isGiftAmount,
} from './giving.ts'
import { money } from '../money/money.ts'

it('adds 25p for each £1, rounded down', () => {
  expect([100, 10_00, 25_00, 99].map((amount) => giftAidOn(money(amount)))).toEqual([25, 2_50, 6_25, 24])
  fc.assert(
    fc.property(fc.nat(10_000_000), (amount) => {
      const added = giftAidOn(money(amount))
      expect(added * 4).toBeLessThanOrEqual(amount)
      expect(amount - added * 4).toBeLessThan(4)
    }),
  )
})

it('accepts amounts in the range of the theatre', () => {
  const range = { least: money(1_00), most: money(5_000_00) }
  expect([Number.NaN, -10, 0, 99, 1_00, 5_000_00, 5_000_01].map((amount) => isGiftAmount(range, amount))).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
    false,
  ])
})

it.each([
  [{}, true],
  [{ opensOn: '2026-03-01' }, true],
  [{ opensOn: '2026-03-02' }, false],
  [{ closesOn: '2026-03-01' }, true],
  [{ closesOn: '2026-02-28' }, false],
  [{ opensOn: '2026-02-01', closesOn: '2026-04-01' }, true],
])('opens a fund of the days %j on 1 March 2026: %s', (days, isOpen) => {
  expect(isFundOpen(days, '2026-03-01')).toBe(isOpen)
})

describe('the Gift Aid of a donation', () => {
  const on = (day: string) => new Date(`${day}T12:00:00Z`)
  const said = (isDeclared: boolean, day: string, wording: AccountGiftAidWording = '2026-01'): AccountDeclaration => ({
    ...{ isDeclared, wording, saidAt: on(day) },
  })
  const given = (day: string, answer: boolean | null = null) => ({ answer, givenAt: on(day) })

  it('is claimed from a declaration on, until it is withdrawn', () => {
    for (const wording of accountGiftAidWordings) {
      const declarations = [said(false, '2027-01-01', wording), said(true, '2026-01-01', wording)]
      expect([given('2026-01-02'), given('2026-12-31'), given('2027-01-02')].map((one) => isClaimable(one, declarations))).toEqual([
        ...[true, true, false],
      ])
    }
  })

  it('is claimed for the past four years only where the declaration covers them', () => {
    const before = [given('2021-12-31'), given('2022-01-02'), given('2025-12-31')]
    expect(before.map((one) => isClaimable(one, [said(true, '2026-01-01')]))).toEqual([false, true, true])
    expect(before.map((one) => isClaimable(one, [said(true, '2026-01-01', '2026-11-later')]))).toEqual([false, false, false])
  })

  it('is never claimed by an oral declaration that was withdrawn within 30 days, and else until the withdrawal', () => {
    const donations = [given('2025-06-01'), given('2026-01-10'), given('2026-03-10')]
    const claimedAfter = (method: GiftAidMethod, withdrawnOn: string, ...earlier: readonly AccountDeclaration[]) => {
      const declarations = [said(false, withdrawnOn), { ...said(true, '2026-01-01'), method }, ...earlier]
      return donations.map((one) => isClaimable(one, declarations))
    }
    expect(claimedAfter('oral', '2026-01-31'), 'the last day').toEqual([false, false, false])
    expect(claimedAfter('oral', '2026-02-02')).toEqual([true, true, false])
    expect(claimedAfter('written', '2026-01-02')).toEqual([true, false, false])
    expect(claimedAfter('oral', '2026-01-31', said(true, '2025-01-01')), 'an earlier declaration stands').toEqual([true, true, false])
    const again = [{ ...said(true, '2026-03-01'), method: 'oral' as const }]
    expect(claimedAfter('oral', '2026-01-31', ...again), 'declared again').toEqual([true, true, true])
  })

  it('follows the answer for its order before earlier declarations, and a later one for past donations', () => {
    expect(isClaimable(given('2026-02-01', true), [])).toBe(true)
    expect(isClaimable(given('2026-02-01', true), [said(false, '2026-01-01')])).toBe(true)
    expect(isClaimable(given('2026-02-01', false), [said(true, '2026-01-01')])).toBe(false)
    expect(isClaimable(given('2026-02-01', false), [said(true, '2026-03-01')])).toBe(true)
    expect(isClaimable(given('2026-02-01', false), [said(true, '2026-03-01', '2026-11-later')])).toBe(false)
  })

  it('is not claimed without a declaration', () => {
    expect(isClaimable(given('2026-02-01'), [])).toBe(false)
    expect(isClaimable(given('2026-02-01'), [said(false, '2026-03-01')])).toBe(false)
  })
})

describe('the funds of a brand', () => {
  const fund = {
    ...{ fund: 'stage', name: 'The stage fund', body: '', presets: [10_00] },
    ...{ least: 1_00, most: 500_00, recognitionFrom: 100_00 },
  }
  it('have different ids', () => {
    expect(fundsSchema.safeParse([fund, { ...fund, fund: 'roof' }]).success).toBe(true)
    expect(fundsSchema.safeParse([fund, fund]).success).toBe(false)
  })

  it('have appeals with different ids', () => {
    const lights = { appeal: 'lights', name: 'New lights' }
    expect(fundsSchema.safeParse([{ ...fund, appeals: [lights, { appeal: 'floor', name: 'A new floor' }] }]).success).toBe(true)
    expect(fundsSchema.safeParse([{ ...fund, appeals: [lights, lights] }]).success).toBe(false)
    expect(fundsSchema.safeParse([{ ...fund, appeals: [] }]).success).toBe(false)
  })
})
