import i18next from 'i18next'
import { expect, test } from 'vitest'
import { locales } from '@playhouse/domain/brand'
import { groupNumbers } from './numbers.ts'

test('groups thousands by the rules of each locale', async () => {
  const speech = i18next.createInstance()
  const words = { left: '{{count, number}}' }
  await speech.init({
    lng: 'en',
    lowerCaseLng: true,
    resources: Object.fromEntries(locales.map((locale) => [locale, { translation: words }])),
  })
  groupNumbers(speech)
  const said = locales.map((locale) => speech.t('left', { count: 12_345, lng: locale }).replaceAll(/[\u00a0\u202f]/g, ' '))
  expect(Object.fromEntries(locales.map((locale, index) => [locale, said[index]]))).toEqual({
    en: '12,345',
    'en-us': '12,345',
    sv: '12 345',
    de: '12.345',
    es: '12.345',
    ht: '12 345',
  })
})
