import type { Money } from '@playhouse/domain/money'
import type { TranslatedText } from '@playhouse/domain/translated-text'
import { useFormats, useWords } from '#i18n'
import { useBrand } from '#server-state'
import { useTheatreText } from '#ticketing/TheatreText'
import { inlineText } from './customer-text.ts'

/** What an offer took off. Its name is marked with its language where that is not the page's. */
export function OfferOff({ name, amount }: { readonly name: TranslatedText; readonly amount: Money }) {
  const t = useWords('box-office')
  const { money } = useFormats()
  const { text, lang } = useTheatreText(useBrand().defaultLocale)(name)
  return (
    <>
      <span lang={lang}>{inlineText(text)}</span>: {t('codes.offer', { amount: money(amount) })}
    </>
  )
}
