import { describe, expect, it } from 'vitest'
import { eligibilityOf, type SalePerformance } from '../eligibility/eligibility.ts'
import { entitlementOfPerson, previewMomentOf, splitPreviewPath } from './shop-preview.ts'

const theatre = { timeZone: 'Europe/London', memberships: ['friend'], now: Date.parse('2026-11-27T22:00:00Z') }
const visitor = { kind: 'visitor' } as const

describe('the moment of a preview', () => {
  it('is the wall clock of the theatre, in winter and in summer', () => {
    expect(previewMomentOf({ at: '2026-12-01T10:00', person: visitor }, theatre)).toEqual({
      ok: true,
      value: Date.parse('2026-12-01T10:00Z'),
    })
    expect(previewMomentOf({ at: '2027-06-01T10:00', person: visitor }, theatre)).toEqual({
      ok: true,
      value: Date.parse('2027-06-01T09:00Z'),
    })
  })
  it('is now where none is chosen', () => {
    expect(previewMomentOf({ at: null, person: visitor }, theatre)).toEqual({ ok: true, value: theatre.now })
  })
  it('is refused for 31 February, for a time that clocks skip, and for an unknown level', () => {
    const fieldsOf = (at: string, membership = 'friend') => {
      const moment = previewMomentOf({ at, person: { kind: 'member', membership } }, theatre)
      return moment.ok ? [] : moment.error.params.fields
    }
    expect(fieldsOf('2027-02-31T10:00')).toEqual(['at'])
    expect(fieldsOf('2027-03-28T01:30')).toEqual(['at'])
    expect(fieldsOf('2027-03-28T02:30', 'none')).toEqual(['person.membership'])
    expect(fieldsOf('2027-03-28T02:30')).toEqual([])
  })
})

describe('the person of a preview', () => {
  const performance: SalePerformance = {
    ...{ id: 'first-night', production: { id: 'hamlet' }, startsLocal: '2027-01-01T19:30', startsAt: Date.parse('2027-01-01T19:30Z') },
    ...{ sale: 'on-sale', generalSaleAt: Date.parse('2026-12-01T10:00Z') },
    priority: [{ from: Date.parse('2026-11-30T10:00Z'), memberships: ['friend'] }],
  }
  const saleFor = (person: Parameters<typeof entitlementOfPerson>[0]) =>
    eligibilityOf(entitlementOfPerson(person), performance, Date.parse('2026-11-30T10:00Z'))
  it('books in the priority period as a member of its level, and not as a visitor', () => {
    expect(saleFor({ kind: 'member', membership: 'friend' }).sale).toBe('open')
    expect(saleFor({ kind: 'member', membership: 'patron' }).sale).toBe('priority')
    expect(saleFor(visitor).sale).toBe('priority')
  })
  it('sees seats and prices for access needs as the holder of an access ID alone', () => {
    for (const [person, isOpen] of [
      [{ kind: 'access' }, true],
      [visitor, false],
    ] as const) {
      const { buys, sees } = saleFor(person)
      expect(sees([{ kind: 'access' }])).toBe(isOpen)
      expect(buys({ id: 'companion', kind: 'companion' })).toBe(isOpen)
    }
  })
})

describe('the address of a preview', () => {
  it('is split into its token and the address in the shop', () => {
    expect(splitPreviewPath('/preview/a~1.b_c-d/events/hamlet?lang=de')).toEqual({ token: 'a~1.b_c-d', url: '/events/hamlet?lang=de' })
    expect(splitPreviewPath('/preview/token')).toEqual({ token: 'token', url: '/' })
    expect(splitPreviewPath('/preview/token?lang=de')).toEqual({ token: 'token', url: '/?lang=de' })
  })
  it('is no other address', () => {
    for (const url of [
      '/',
      '/preview',
      '/preview/',
      '/preview-ended',
      '/api/preview/token/x',
      '/preview/to%20ken/',
      '/events/preview/token',
    ])
      expect(splitPreviewPath(url), url).toBeUndefined()
  })
})
