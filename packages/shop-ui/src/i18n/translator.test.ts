import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Locale, locales } from '@playhouse/domain/brand'
import { createTranslator, type Texts, type Values } from './translator.ts'

const texts = {
  add: 'Add to basket',
  page: { title: 'Basket of {{ name }}', _deep: 'below' },
  seats_one: '{{count}} seat',
  seats_other: '{{count, number}} seats',
  places: 'Places: {{count}}',
  own: '{{brand}}, {{missing}}!',
} as const satisfies Texts
const translator = (locale: Locale = 'en', constants?: Values) =>
  createTranslator({
    locale,
    namespace: 'basket',
    textsOf: (namespace) => ({ basket: texts, problem: { gone: 'Gone' } })[namespace],
    constants: constants ?? {},
  })

describe('a text', () => {
  const t = translator('en', { brand: 'The Globe' })

  it('is found by its key, its levels and its namespace', () => {
    expect([t('add'), t('page._deep'), t('problem:gone'), t('basket:add')]).toEqual(['Add to basket', 'below', 'Gone', 'Add to basket'])
  })

  it('has its parameters and the constants, and nothing where a value is missing', () => {
    expect(t('page.title', { name: '<b>{{add}} $& $1' })).toBe('Basket of <b>{{add}} $& $1')
    expect(t('own')).toBe('The Globe, !')
    expect(t('own', { brand: 'The Rose', missing: null })).toBe('The Rose, !')
  })

  it('is its key, without the namespace, where it does not exist, or the default value', () => {
    expect([t('page.nothing'), t('nowhere:page.nothing'), t('page'), t('toString'), t('page.constructor')]).toEqual([
      'page.nothing',
      'page.nothing',
      'page',
      'toString',
      'page.constructor',
    ])
    expect(t('page.nothing', { defaultValue: 'Else {{brand}}' })).toBe('Else The Globe')
  })
})

describe('a plural', () => {
  it.each(locales)('has the forms of %s', (locale) => {
    const t = translator(locale)
    expect([1, 2, 0].map((count) => t('seats', { count }))).toEqual(['1 seat', '2 seats', '0 seats'])
  })

  it('uses the form for all others where a language has a form that the texts have not', () => {
    expect(translator('es')('seats', { count: 1_000_000 })).toBe('1.000.000 seats')
  })

  it('may be a text without forms', () => {
    expect(translator()('places', { count: 1 })).toBe('Places: 1')
  })
})

it('groups thousands by the rules of each locale', () => {
  const grouped = locales.map((locale) => translator(locale)('seats', { count: 12_345 }).replaceAll(/[\u00a0\u202f]/g, ' '))
  expect(Object.fromEntries(locales.map((locale, index) => [locale, grouped[index]!.replace(' seats', '')]))).toEqual({
    en: '12,345',
    'en-us': '12,345',
    sv: '12 345',
    de: '12.345',
    es: '12.345',
    ht: '12 345',
  })
})

it('returns values unchanged, whatever they contain', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect(translator()('page.title', { name })).toBe(`Basket of ${name}`)
    }),
  )
})

it('returns a text for any key, and never throws', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer(), (key, count) => {
      expect(typeof translator()(key, { count })).toBe('string')
    }),
  )
})
