import { expect, it } from 'vitest'
import { mergeTranslations, translationDraftOf, translationsOf } from './translation-draft.ts'

const translations = {
  de: {
    title: 'König Lear',
    synopsis: [{ kind: 'paragraph' as const, text: 'Ein König teilt sein Reich.' }],
    warnings: ['Gewalt', 'Nebel'],
  },
}

it('reads back what it writes', () => {
  expect(translationDraftOf(translations).de).toMatchObject({ warnings: 'Gewalt\nNebel', tagline: '' })
  expect(translationsOf(translationDraftOf(translations))).toEqual(translations)
})

it('leaves out empty texts, and languages without a text', () => {
  const draft = translationDraftOf({ de: { title: ' ' }, sv: { title: 'Kung Lear' } })
  expect(translationsOf(draft)).toEqual({ sv: { title: 'Kung Lear' } })
})

it('keeps what was typed, and takes over what another person changed', () => {
  const base = translationDraftOf({ de: { title: 'Lear', credit: 'Shakespeare' } })
  const typed = translationDraftOf({ de: { title: 'König Lear', credit: 'Shakespeare' } })
  const current = translationDraftOf({ de: { title: 'Der König', credit: 'William Shakespeare' }, sv: { title: 'Kung Lear' } })
  expect(translationsOf(mergeTranslations(base, typed, current))).toEqual({
    de: { title: 'König Lear', credit: 'William Shakespeare' },
    sv: { title: 'Kung Lear' },
  })
})
