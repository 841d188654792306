import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { money } from '../money/money.ts'
import { describeTerms } from './held-membership.ts'
import { addDays, isHeldOn, lastDayOfTerm, type MembershipTerm, quoteMembership, stateOfTerm } from './membership-term.ts'

const levels = [
  { id: 'patron', name: 'Patron', sold: { price: money(240_00), months: 12, renewal: { days: 60, isAutomatic: true } } },
  {
    id: 'friend',
    name: 'Friend',
    link: 'Friend',
    constituencyTypeId: 7,
    sold: { price: money(60_00), months: 12, renewal: { days: 60, isAutomatic: true } },
  },
  { id: 'guild', name: 'Guild', sold: { price: money(90_00), months: 12 } },
  { id: 'founder', name: 'Founder' },
]
/** A Friend's term of the year 2031. */
const termOf = (changes: Partial<MembershipTerm> = {}): MembershipTerm => ({
  ...{ id: 'a', membership: 'friend', startsOn: '2031-01-01', expiresOn: '2031-12-31', graceUntil: null },
  ...{ value: money(60_00), isCancelled: false, isRenewed: false },
  ...changes,
})
const quote = (terms: readonly MembershipTerm[], today: string, membership = 'friend', from: string | null = null) =>
  quoteMembership(levels, terms, { membership, from }, today)
const codeOf = (result: ReturnType<typeof quote>) => (result.ok ? 'ok' : result.error.code)

describe('lastDayOfTerm', () => {
  it.each([
    ['2031-03-15', 12, '2032-03-14'],
    ['2031-01-01', 12, '2031-12-31'],
    ['2032-02-29', 12, '2033-02-28'],
    ['2031-01-31', 1, '2031-02-28'],
    ['2032-01-31', 1, '2032-02-29'],
    ['2031-01-30', 1, '2031-02-28'],
    ['2031-03-01', 1, '2031-03-31'],
    ['2031-12-31', 6, '2032-06-30'],
  ])('of a term from %s of %i months is %s', (startsOn, months, day) => {
    expect(lastDayOfTerm(startsOn, months)).toBe(day)
  })
})

describe('stateOfTerm', () => {
  it.each([
    ['2030-12-31', 'pending'],
    ['2031-01-01', 'active'],
    ['2031-11-01', 'active'],
    ['2031-11-02', 'expiring'],
    ['2031-12-31', 'expiring'],
    ['2032-01-01', 'lapsed'],
  ])('on %s is %s', (today, state) => {
    expect(stateOfTerm(termOf(), 60, today)).toBe(state)
  })

  it('is active to the end where it is renewed or the brand renews none, and continues in the days of grace', () => {
    expect(stateOfTerm(termOf({ isRenewed: true }), 60, '2031-12-31')).toBe('active')
    expect(stateOfTerm(termOf(), undefined, '2031-12-31')).toBe('active')
    const late = termOf({ graceUntil: '2032-01-10' })
    expect(stateOfTerm(late, 60, '2032-01-10')).toBe('expiring')
    expect(stateOfTerm(late, 60, '2032-01-11')).toBe('lapsed')
    expect(isHeldOn(late, '2032-01-10')).toBe(true)
    expect(stateOfTerm(termOf({ isCancelled: true }), 60, '2031-06-01')).toBe('cancelled')
    expect(isHeldOn(termOf({ isCancelled: true }), '2031-06-01')).toBe(false)
  })
})

describe('quoteMembership', () => {
  it('sells a first term from today, and a new one after the last has ended', () => {
    expect(quote([], '2031-05-01')).toMatchObject({ value: { change: 'join', amount: 60_00, startsOn: '2031-05-01', continues: null } })
    expect(quote([termOf()], '2032-01-01')).toMatchObject({ value: { change: 'join', startsOn: '2032-01-01' } })
  })

  it('renews in the window, from the day after the end', () => {
    const renewal = { change: 'renewal', amount: 60_00, startsOn: '2032-01-01', continues: 'a' }
    expect(codeOf(quote([termOf()], '2031-11-01'))).toBe('membership-already-held')
    expect(quote([termOf()], '2031-11-02')).toMatchObject({ value: renewal })
    expect(quote([termOf()], '2031-12-31')).toMatchObject({ value: renewal })
    expect(quote([termOf({ graceUntil: '2032-01-10' })], '2032-01-10')).toMatchObject({ value: renewal })
  })

  it('renews a term once', () => {
    const next = termOf({ id: 'b', startsOn: '2032-01-01', expiresOn: '2032-12-31' })
    expect(codeOf(quote([next, termOf({ isRenewed: true })], '2031-12-01'))).toBe('membership-already-held')
  })

  it('does not renew where the brand has no window', () => {
    expect(codeOf(quote([termOf({ membership: 'guild' })], '2031-12-31', 'guild'))).toBe('membership-already-held')
  })

  it('upgrades from today for the price less the unused days', () => {
    // 31 of 365 days are left.
    expect(quote([termOf()], '2031-12-01', 'patron', 'friend')).toMatchObject({
      value: { change: 'upgrade', credit: 5_09, amount: 234_91, startsOn: '2031-12-01', replaces: ['a'], continues: null },
    })
    expect(quote([termOf()], '2031-01-01', 'patron', 'friend')).toMatchObject({ value: { credit: 60_00 } })
  })

  it('credits a term that has not begun in full, and nothing for one that was given or is in its days of grace', () => {
    const next = termOf({ id: 'b', startsOn: '2032-01-01', expiresOn: '2032-12-31' })
    expect(quote([next, termOf()], '2031-12-01', 'patron', 'friend')).toMatchObject({ value: { credit: 65_09, replaces: ['a', 'b'] } })
    expect(quote([termOf({ value: money(0) })], '2031-05-01', 'patron', 'friend')).toMatchObject({ value: { credit: 0, amount: 240_00 } })
    expect(quote([termOf({ graceUntil: '2032-01-10' })], '2032-01-02', 'patron', 'friend')).toMatchObject({ value: { credit: 0 } })
  })

  it.each([
    ['a membership that is not held', 'patron', 'guild'],
    ['a cheaper one', 'friend', 'patron'],
    ['the same one', 'friend', 'friend'],
    ['one that the theatre does not know', 'patron', 'nothing'],
  ])('rejects an upgrade from %s', (_what, membership, from) => {
    expect(codeOf(quote([termOf()], '2031-05-01', membership, from))).toMatch(/^membership-(upgrade-unavailable|already-held)$/)
  })

  it('rejects an upgrade that the credit exceeds, and a membership that is not sold', () => {
    expect(codeOf(quote([termOf({ value: money(240_00) })], '2031-01-01', 'patron', 'friend'))).toBe('membership-upgrade-unavailable')
    expect(codeOf(quote([], '2031-05-01', 'founder'))).toBe('page-not-found')
    expect(codeOf(quote([termOf({ startsOn: '2031-06-01' })], '2031-05-01', 'patron', 'friend'))).toBe('membership-upgrade-unavailable')
  })

  it('never credits more than a term was worth, and credits less every day', () => {
    fc.assert(
      fc.property(fc.nat(364), fc.integer({ min: 1, max: 200_00 }), (days, value) => {
        const today = addDays('2031-01-01', days)
        const creditOn = (day: string) => {
          const result = quote([termOf({ value: money(value) })], day, 'patron', 'friend')
          return result.ok ? result.value.credit : Number.NaN
        }
        const [credit, next] = [creditOn(today), creditOn(addDays(today, 1))]
        expect(credit).toBeLessThanOrEqual(value)
        expect(credit).toBeGreaterThanOrEqual(0)
        if (days < 364) expect(next).toBeLessThanOrEqual(credit)
      }),
    )
  })
})

describe('describeTerms', () => {
  it('offers a renewal and the upgrades of current terms', () => {
    const [friend] = describeTerms(levels, [termOf()], '2031-12-01')
    expect(friend).toMatchObject({
      name: 'Friend',
      link: 'Friend',
      constituencyTypeId: 7,
      state: 'expiring',
      renewal: { price: 60_00, startsOn: '2032-01-01' },
    })
    expect(friend!.upgrades.map(({ membership, price, credit }) => [membership, price + credit])).toEqual([
      ['patron', 240_00],
      ['guild', 90_00],
    ])
    const [ended, unknown] = describeTerms(levels, [termOf(), termOf({ membership: 'gone' })], '2032-06-01')
    expect(ended).toMatchObject({ state: 'lapsed', renewal: null, upgrades: [] })
    expect(unknown).toMatchObject({ name: 'gone', link: 'gone', constituencyTypeId: null, benefits: null, renewal: null, upgrades: [] })
  })
})
