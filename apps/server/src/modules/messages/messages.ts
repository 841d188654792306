import type { Brand, Locale } from '@playhouse/domain/brand'
import { createTranslator, overlay, type Texts, type Values } from '@playhouse/shop-ui/i18n/translator'

/** The fields of a brand that its texts use. */
export type BrandMessages = Pick<Brand, 'name' | 'words' | 'contact'>

/** Returns a text of one namespace of the server. */
export type Messages = (key: string, values?: Values) => string

/**
 * Creates the translation function of a namespace, by brand and locale. The brand's own texts (keyed `<namespace>:…`) override
 * the shop's; `{{brand}}`, `{{boxOffice}}`, `{{phone}}` and `{{email}}` are the brand's fields. Texts are not escaped: a caller
 * that writes HTML escapes them.
 */
export const createMessages =
  (namespace: string, words: Readonly<Record<Locale, Texts>>): ((brand: BrandMessages, locale: Locale) => Messages) =>
  (brand, locale) => {
    const { boxOffice, phone, email } = brand.contact
    const texts = overlay(words[locale], namespace, brand.words[locale] ?? {})
    return createTranslator({
      locale,
      namespace,
      textsOf: (requested) => (requested === namespace ? texts : undefined),
      constants: { brand: brand.name, boxOffice, phone, email },
    })
  }
