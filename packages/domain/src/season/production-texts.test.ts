import { expect, it } from 'vitest'
import { pickTranslations, textsIn, titledIn, titleOf, translatedLocales, untranslatedTexts } from './production-texts.ts'

const production = {
  ...{ title: 'The Tempest', credit: 'William Shakespeare', tagline: '', synopsis: [], warnings: ['Thunder'], copyLanguage: 'en-GB' },
  translations: { de: { title: 'Der Sturm', warnings: ['Donner'] }, sv: { title: 'Stormen' } },
}

it('shows the texts of a locale, and the others in their own language', () => {
  const { title, credit, warnings, langOf } = textsIn(production, 'de')
  expect({ title, credit, warnings }).toEqual({ title: 'Der Sturm', credit: 'William Shakespeare', warnings: ['Donner'] })
  expect([langOf('title'), langOf('credit')]).toEqual([undefined, 'en-GB'])
  expect(textsIn(production, 'es').title).toBe('The Tempest')
})

it('gives a ticket the title of its production in a locale, and names the language of a title that has no translation', () => {
  const ticket = { seat: 'a-1', ...titleOf(production) }
  expect(ticket).toEqual({
    ...{ seat: 'a-1', title: 'The Tempest', copyLanguage: 'en-GB' },
    translations: { de: { title: 'Der Sturm' }, sv: { title: 'Stormen' } },
  })
  expect(titledIn(ticket, 'sv')).toEqual({ seat: 'a-1', title: 'Stormen', copyLanguage: undefined })
  expect(titledIn(ticket, 'es')).toEqual({ seat: 'a-1', title: 'The Tempest', copyLanguage: 'en-GB' })
})

it('names the texts that have no translation, empty ones apart', () => {
  expect(untranslatedTexts(production, 'de')).toEqual(['credit'])
  expect(untranslatedTexts(production, 'sv')).toEqual(['credit', 'warnings'])
})

it('needs no translation into other regions of the same language', () => {
  expect(translatedLocales(production, ['ht', 'en', 'en-us', 'de'])).toEqual(['de', 'ht'])
})

it('leaves out the texts that a list does not show', () => {
  expect(pickTranslations(production.translations, ['title'])).toEqual({
    translations: { de: { title: 'Der Sturm' }, sv: { title: 'Stormen' } },
  })
  expect(pickTranslations(production.translations, ['tagline'])).toEqual({})
})
