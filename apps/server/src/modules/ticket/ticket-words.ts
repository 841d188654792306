import { createInstance, type TFunction } from 'i18next'
import type { Brand, Locale } from '@playhouse/domain/brand'
import de from '@playhouse/shop-ui/words/de/ticket.json' with { type: 'json' }
import en from '@playhouse/shop-ui/words/en/ticket.json' with { type: 'json' }
import enUs from '@playhouse/shop-ui/words/en-us/ticket.json' with { type: 'json' }
import es from '@playhouse/shop-ui/words/es/ticket.json' with { type: 'json' }
import ht from '@playhouse/shop-ui/words/ht/ticket.json' with { type: 'json' }
import sv from '@playhouse/shop-ui/words/sv/ticket.json' with { type: 'json' }

/** What speaks on tickets and in calendars: the brand, in one locale. */
export type Speaker = Pick<Brand, 'name' | 'words' | 'contact'>

const words = { en, 'en-us': enUs, sv, de, es, ht } satisfies Record<Locale, unknown>

/**
 * The texts of tickets in a locale, with the brand's own (keyed `ticket:…`) laid over them; `{{brand}}`, `{{phone}}` and
 * `{{email}}` are the brand's. Texts are written into PDF and iCalendar as they are, so nothing is escaped for HTML.
 */
export function ticketWords(brand: Speaker, locale: Locale): TFunction<'ticket'> {
  const speech = createInstance()
  // Words are in memory: without `initAsync` they can be spoken at once.
  void speech.init({
    lng: locale,
    fallbackLng: false,
    load: 'currentOnly',
    lowerCaseLng: true,
    defaultNS: 'ticket',
    // A copy: the brand's texts must not stay behind in the shop's.
    resources: { [locale]: { ticket: structuredClone(words[locale]) } },
    initAsync: false,
    interpolation: { escapeValue: false, defaultVariables: { brand: brand.name, phone: brand.contact.phone, email: brand.contact.email } },
  })
  for (const [path, text] of Object.entries(brand.words[locale] ?? {})) {
    if (path.startsWith('ticket:')) speech.addResource(locale, 'ticket', path.slice('ticket:'.length), text)
  }
  return speech.getFixedT(locale, 'ticket')
}
