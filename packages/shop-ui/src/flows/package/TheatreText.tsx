import type { TranslatedText } from '@playhouse/domain/translated-text'
import { useBrand } from '#server-state'
import { MarkedText } from '#ticketing/MarkedText'

/** A text of the theatre, marked with its language where that is not the page's. */
export function TheatreText({ of }: { readonly of: TranslatedText }) {
  return <MarkedText of={of} theatreLocale={useBrand().defaultLocale} />
}
