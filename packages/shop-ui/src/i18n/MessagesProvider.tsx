import { createContext, type ReactNode, use, useMemo } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { type Currency, intlLocale } from '@playhouse/domain/money'
import type { MessageStore } from './message-store.ts'
import { MessagesContext, useLocale } from './useWords.ts'

export type BrandLocaleSettings = { readonly currency: Currency; readonly timeZone: string }
const BrandLocaleContext = createContext<BrandLocaleSettings>({ currency: 'GBP', timeZone: 'Europe/London' })

/** The brand's currency and the theatre's time zone. */
export const useBrandLocale = (): BrandLocaleSettings => use(BrandLocaleContext)

/** Messages of one locale, from `initServerMessages`, for the components below. The browser has one locale for the whole page. */
export const MessagesOf = ({ i18n, children }: { readonly i18n: MessageStore; readonly children: ReactNode }) => (
  <MessagesContext value={i18n}>{children}</MessagesContext>
)

/** Provides locale, currency and time zone to its children. `initI18n` must have run. */
export function MessagesProvider({ currency, timeZone, children }: BrandLocaleSettings & { readonly children: ReactNode }) {
  const locale = useLocale()
  const settings = useMemo(() => ({ currency, timeZone }), [currency, timeZone])
  return (
    <BrandLocaleContext value={settings}>
      <I18nProvider locale={intlLocale(locale)}>{children}</I18nProvider>
    </BrandLocaleContext>
  )
}
