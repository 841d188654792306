import type { Locale } from '@playhouse/domain/brand'
import { textsIn, type Translated } from '@playhouse/domain/production-texts'
import { useLocale } from './useWords.ts'

/** Returns a production with its texts in the visitor's language: see `textsIn`. */
export function useTexts(): <Shown extends Translated>(production: Shown) => ReturnType<typeof textsIn<Shown>> {
  const locale: Locale = useLocale()
  return (production) => textsIn(production, locale)
}
