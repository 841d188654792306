import { describe, expect, it } from 'vitest'
import { locales } from '@playhouse/domain/brand'
import { formatLength } from './useLength.ts'

describe('a length', () => {
  it('is in feet in American English, and in metres in every other locale', () => {
    expect(Object.fromEntries(locales.map((locale) => [locale, formatLength(12.54, locale)]))).toEqual({
      en: '12.5\u00A0m',
      'en-us': '41\u00A0ft',
      sv: '12,5\u00A0m',
      de: '12,5\u00A0m',
      es: '12,5\u00A0m',
      ht: '12,5\u00A0m',
    })
  })

  it('is grouped by the rules of the locale', () => {
    expect(formatLength(1_000, 'en-us')).toBe('3,281\u00A0ft')
    expect(formatLength(0, 'de')).toBe('0\u00A0m')
  })
})
