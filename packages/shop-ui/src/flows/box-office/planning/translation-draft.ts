import type { Locale } from '@playhouse/domain/brand'
import type { ProductionPlan } from '@playhouse/domain/production-plan'
import { type TextField, textFields } from '@playhouse/domain/production-texts'
import type { ProductionTexts } from '@playhouse/domain/season'
import { synopsisOfText, textOfSynopsis } from './synopsis-text.ts'

/** What is typed of the texts of a production in one language. An empty one is not translated. */
export type TextsDraft = Readonly<Record<TextField, string>>
/** What is typed of all its translations. */
export type TranslationDraft = Readonly<Partial<Record<Locale, TextsDraft>>>

/** Texts of a production as texts to edit. */
export const textsDraftOf = ({ title, credit, tagline, synopsis, warnings, streaming }: ProductionTexts): TextsDraft => ({
  ...{ title: title ?? '', credit: credit ?? '', tagline: tagline ?? '', streaming: streaming ?? '' },
  ...{ synopsis: textOfSynopsis(synopsis ?? []), warnings: (warnings ?? []).join('\n') },
})

/** The translations of a production as texts to edit. */
export const translationDraftOf = (translations: ProductionPlan['translations'] = {}): TranslationDraft =>
  Object.fromEntries(Object.entries(translations).map(([locale, texts]) => [locale, textsDraftOf(texts)]))

/** The translations that were typed. */
export function translationsOf(draft: TranslationDraft): NonNullable<ProductionPlan['translations']> {
  const typed = Object.entries(draft).map(([locale, texts]) => [locale, textsOf(texts)] as const)
  return Object.fromEntries(typed.filter(([, texts]) => Object.keys(texts).length > 0))
}

/** Splits the warnings of a production: one on each line. */
export const warningsOfText = (text: string): string[] => text.split('\n').flatMap((line) => line.trim() || [])

const textsOf = (draft: TextsDraft): ProductionTexts => {
  const values: ProductionTexts = { ...draft, synopsis: synopsisOfText(draft.synopsis), warnings: warningsOfText(draft.warnings) }
  return Object.fromEntries(textFields.filter((field) => draft[field].trim() !== '').map((field) => [field, values[field]]))
}

/** What was typed, with the texts that another staff user changed meanwhile and that were not typed here. */
export function mergeTranslations(base: TranslationDraft, typed: TranslationDraft, current: TranslationDraft): TranslationDraft {
  const locales = new Set([...Object.keys(typed), ...Object.keys(current)] as Locale[])
  const textOf = (draft: TranslationDraft, locale: Locale, field: TextField): string => draft[locale]?.[field] ?? ''
  return Object.fromEntries(
    [...locales].map((locale) => [
      locale,
      Object.fromEntries(
        textFields.map((field) => {
          const own = textOf(typed, locale, field)
          return [field, own === textOf(base, locale, field) ? textOf(current, locale, field) : own]
        }),
      ),
    ]),
  )
}
