import { createInstance, type TFunction } from 'i18next'
import type { Brand, Locale } from '@playhouse/domain/brand'
import de from '@playhouse/shop-ui/words/de/mail.json' with { type: 'json' }
import en from '@playhouse/shop-ui/words/en/mail.json' with { type: 'json' }
import enUs from '@playhouse/shop-ui/words/en-us/mail.json' with { type: 'json' }
import es from '@playhouse/shop-ui/words/es/mail.json' with { type: 'json' }
import ht from '@playhouse/shop-ui/words/ht/mail.json' with { type: 'json' }
import sv from '@playhouse/shop-ui/words/sv/mail.json' with { type: 'json' }

const words = { en, 'en-us': enUs, sv, de, es, ht } satisfies Record<Locale, typeof en>

/**
 * The texts of mail in a locale, the brand's own (keyed `mail:…`) laid over them; `{{brand}}`, `{{boxOffice}}`,
 * `{{phone}}` and `{{email}}` are the brand's. React escapes them on the way into HTML, so they are not escaped here.
 */
export function mailWords(brand: Pick<Brand, 'name' | 'words' | 'contact'>, locale: Locale): TFunction<'mail'> {
  const { boxOffice, phone, email } = brand.contact
  const speech = createInstance()
  // Words are in memory: without `initAsync` they can be spoken at once.
  void speech.init({
    lng: locale,
    fallbackLng: false,
    load: 'currentOnly',
    lowerCaseLng: true,
    defaultNS: 'mail',
    resources: { [locale]: { mail: words[locale] } },
    initAsync: false,
    interpolation: { escapeValue: false, defaultVariables: { brand: brand.name, boxOffice, phone, email } },
  })
  for (const [path, text] of Object.entries(brand.words[locale] ?? {})) {
    if (path.startsWith('mail:')) speech.addResource(locale, 'mail', path.slice('mail:'.length), text)
  }
  return speech.getFixedT(locale, 'mail')
}
