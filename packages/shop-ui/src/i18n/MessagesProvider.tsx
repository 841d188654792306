import { createContext, type ReactNode, use, useMemo } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { type Currency, intlLocale } from '@playhouse/domain/money'
import { useLocale } from './useWords.ts'

export type House = { readonly currency: Currency; readonly timeZone: string }
const HouseContext = createContext<House>({ currency: 'GBP', timeZone: 'Europe/London' })

/** The brand's currency, and the time zone of its house. */
export const useHouse = (): House => use(HouseContext)

/** Gives everything below it the visitor's language and the house's currency and clock. `startSpeech` must have run. */
export function SpeechProvider({ currency, timeZone, children }: House & { readonly children: ReactNode }) {
  const locale = useLocale()
  const house = useMemo(() => ({ currency, timeZone }), [currency, timeZone])
  return (
    <HouseContext value={house}>
      <I18nProvider locale={intlLocale(locale)}>{children}</I18nProvider>
    </HouseContext>
  )
}
