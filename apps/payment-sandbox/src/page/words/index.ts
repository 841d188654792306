import type { Locale } from '@playhouse/domain/locale'
import { de } from './de.ts'
import { en, type Word, type Words } from './en.ts'
import { es } from './es.ts'
import { ht } from './ht.ts'
import { sv } from './sv.ts'

export type { Word } from './en.ts'

const words: Record<Locale, Words> = {
  en,
  'en-us': {
    ...en,
    postcode: 'Zip code',
    cancelledTitle: 'This payment was canceled',
    'mandate.is.cancelled': 'The direct debit is canceled.',
  },
  sv,
  de,
  es,
  ht,
}

/** A text of the page in the payer's language, with its `{names}` replaced. */
export function translate(locale: Locale, word: Word, values: Readonly<Record<string, string>> = {}): string {
  return words[locale][word].replace(/\{(\w+)\}/g, (_whole, name: string) => values[name] ?? '')
}
