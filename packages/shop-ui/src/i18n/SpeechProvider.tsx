import { createContext, type ReactNode, use } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { type Currency, intlLocale } from '@playhouse/domain/money'
import { useLocale } from './useWords.ts'

const CurrencyContext = createContext<Currency>('GBP')

/** The currency prices are in. */
export const useCurrency = (): Currency => use(CurrencyContext)

/** Gives everything below it the visitor's language and the brand's currency. `startSpeech` must have run. */
export function SpeechProvider({ currency, children }: { readonly currency: Currency; readonly children: ReactNode }) {
  const locale = useLocale()
  return (
    <CurrencyContext value={currency}>
      <I18nProvider locale={intlLocale(locale)}>{children}</I18nProvider>
    </CurrencyContext>
  )
}
