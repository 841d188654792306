import { expect, it } from 'vitest'
import { arePreferencesValid, isBirthValid } from './account.ts'

const settings = {
  permissions: { wording: '2031-01', asked: [{ purpose: 'whats-on' as const, channels: ['email' as const] }] },
  interests: [{ id: 'comedy', name: 'Comedy' }],
}
const change = { wording: '2031-01', permissions: [{ purpose: 'whats-on' as const, channel: 'email' as const }] }

it('accepts contact preferences that the theatre asks for', () => {
  expect(arePreferencesValid(settings, change)).toBe(true)
  expect(arePreferencesValid(settings, { ...change, interests: ['comedy'] })).toBe(true)
})

it('rejects an outdated wording, and permissions and interests that the theatre does not ask for', () => {
  expect(arePreferencesValid(settings, { ...change, wording: '2030-01' })).toBe(false)
  expect(arePreferencesValid(settings, { ...change, permissions: [{ purpose: 'whats-on', channel: 'post' }] })).toBe(false)
  expect(arePreferencesValid(settings, { ...change, interests: ['opera'] })).toBe(false)
})

it.each([
  ['date', { date: '1980-05-17' }, true],
  ['date', { date: '1899-12-31' }, false],
  ['date', { date: '2031-02-04' }, false],
  ['date', { year: 1980 }, false],
  ['year', { year: 2031 }, true],
  ['year', { year: 2032 }, false],
  ['none', { year: 1980 }, false],
] as const)('with birth "%s", validates %o as %s', (precision, birth, isValid) => {
  expect(isBirthValid(precision, birth, '2031-02-03')).toBe(isValid)
})
