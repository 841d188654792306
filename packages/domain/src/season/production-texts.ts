import { type Locale, locales } from '../brand/locale.ts'
import type { Production, ProductionTexts } from './season.ts'

/** The texts of a production that can be translated, in the order of its form. */
export const textFields = ['title', 'credit', 'tagline', 'synopsis', 'warnings', 'streaming'] as const satisfies (keyof ProductionTexts)[]
export type TextField = (typeof textFields)[number]

/** A production, or what a list has of it. */
export type Translated = Partial<Pick<Production, TextField>> & Pick<Production, 'copyLanguage' | 'translations'>

/**
 * A production with its texts in a locale. A text without a translation stays in the theatre's language; `langOf` returns that language for
 * such a text, and undefined for a translated one.
 */
export function textsIn<Shown extends Translated>(
  production: Shown,
  locale: Locale,
): Shown & { readonly langOf: (field: TextField) => string | undefined } {
  const texts: ProductionTexts | undefined = production.translations?.[locale]
  return { ...production, ...texts, langOf: (field) => (texts?.[field] === undefined ? production.copyLanguage : undefined) }
}

/** The translations of some texts; undefined where there are none. */
export function pickTranslations(
  translations: Production['translations'],
  fields: readonly TextField[],
): { readonly translations?: Production['translations'] } {
  const picked = Object.entries(translations ?? {}).flatMap(([locale, texts]): [string, ProductionTexts][] => {
    const some = fields.filter((field) => texts[field] !== undefined).map((field) => [field, texts[field]] as const)
    return some.length > 0 ? [[locale, Object.fromEntries(some)]] : []
  })
  return picked.length > 0 ? { translations: Object.fromEntries(picked) } : {}
}

/** The title of a production in all its languages, for what has a ticket or a reservation of it. */
export type Titled = Pick<Production, 'title' | 'copyLanguage' | 'translations'>

/** The title of a production, with its translations. */
export const titleOf = ({ title, copyLanguage, translations }: Titled): Titled => ({
  ...{ title, copyLanguage },
  ...pickTranslations(translations, ['title']),
})

/**
 * What has a title, with the title in a locale. `copyLanguage` is the language of a title that has no translation, and undefined for a
 * translated one.
 */
export function titledIn<Named extends Titled>(
  named: Named,
  locale: Locale,
): Omit<Named, 'copyLanguage' | 'translations'> & { readonly title: string; readonly copyLanguage: string | undefined } {
  const { copyLanguage: _, translations: _translations, ...rest } = named
  const { title, langOf } = textsIn(named, locale)
  return { ...rest, title, copyLanguage: langOf('title') }
}

/** The texts of the lists of productions. */
export const listedTexts = ['title', 'credit', 'tagline'] as const satisfies TextField[]

const languageOf = (tag: string): string => tag.toLowerCase().split('-')[0]!

/** The locales into which a production is translated: those of the shop in other languages than its own. */
export const translatedLocales = ({ copyLanguage }: Pick<Production, 'copyLanguage'>, offered: readonly Locale[]): Locale[] =>
  locales.filter((locale) => offered.includes(locale) && languageOf(locale) !== languageOf(copyLanguage))

/** The texts of a production that have no translation into a locale; empty ones need none. */
export const untranslatedTexts = (production: Translated, locale: Locale): TextField[] =>
  textFields.filter((field) => (production[field]?.length ?? 0) > 0 && production.translations?.[locale]?.[field] === undefined)
