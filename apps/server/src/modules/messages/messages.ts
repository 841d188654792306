import { createInstance, type TFunction } from 'i18next'
import type { Brand, Locale } from '@playhouse/domain/brand'
import { countPlurals } from '@playhouse/shop-ui/i18n/plurals'

/** The fields of a brand that its texts use. */
export type BrandMessages = Pick<Brand, 'name' | 'words' | 'contact'>

/**
 * Creates the translation function of a namespace, by brand and locale. The brand's own texts (keyed `<namespace>:…`) override
 * the shop's; `{{brand}}`, `{{boxOffice}}`, `{{phone}}` and `{{email}}` are the brand's fields. Texts are not escaped: a caller
 * that writes HTML escapes them.
 */
export function createMessages<Namespace extends string>(
  namespace: Namespace,
  words: Readonly<Record<Locale, object>>,
): (brand: BrandMessages, locale: Locale) => TFunction<Namespace> {
  return (brand, locale) => {
    const { boxOffice, phone, email } = brand.contact
    const speech = createInstance()
    // The texts are in memory: without `initAsync` the instance is ready at once.
    void speech.init({
      lng: locale,
      fallbackLng: false,
      load: 'currentOnly',
      lowerCaseLng: true,
      defaultNS: namespace,
      // A copy, so that the brand's texts do not change the shop's.
      resources: { [locale]: { [namespace]: structuredClone(words[locale]) } },
      initAsync: false,
      interpolation: { escapeValue: false, defaultVariables: { brand: brand.name, boxOffice, phone, email } },
    })
    countPlurals(speech)
    for (const [path, text] of Object.entries(brand.words[locale] ?? {})) {
      const [of, ...key] = path.split(':')
      if (of === namespace) speech.addResource(locale, namespace, key.join(':'), text)
    }
    return speech.getFixedT(locale, namespace)
  }
}
