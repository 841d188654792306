import type { Locale } from '@playhouse/domain/brand'

/** The locale of Stripe's payment page for each locale of the shop. The page has no Haitian Creole: `auto` uses the browser's language. */
export const pageLocales = { en: 'en-GB', 'en-us': 'en', sv: 'sv', de: 'de', es: 'es', ht: 'auto' } as const satisfies Record<
  Locale,
  string
>
