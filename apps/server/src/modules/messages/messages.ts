import { createInstance, type TFunction } from 'i18next'
import type { Brand, Locale } from '@playhouse/domain/brand'
import { countPlurals } from '@playhouse/shop-ui/i18n/plurals'

/** Who speaks in mails, on tickets and in calendars: the brand. */
export type BrandMessages = Pick<Brand, 'name' | 'words' | 'contact'>

/**
 * What says the texts of a namespace in a locale, with the brand's own (keyed `<namespace>:…`) laid over them;
 * `{{brand}}`, `{{boxOffice}}`, `{{phone}}` and `{{email}}` are the brand's. Texts come as they are: who writes HTML escapes.
 */
export function createMessages<Namespace extends string>(
  namespace: Namespace,
  words: Readonly<Record<Locale, object>>,
): (brand: BrandMessages, locale: Locale) => TFunction<Namespace> {
  return (brand, locale) => {
    const { boxOffice, phone, email } = brand.contact
    const speech = createInstance()
    // Words are in memory: without `initAsync` they can be spoken at once.
    void speech.init({
      lng: locale,
      fallbackLng: false,
      load: 'currentOnly',
      lowerCaseLng: true,
      defaultNS: namespace,
      // A copy: the brand's texts must not stay behind in the shop's.
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
