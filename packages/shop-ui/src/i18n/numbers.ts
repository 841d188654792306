import type { i18n } from 'i18next'
import { intlLocale } from '@playhouse/domain/money'

/** `{{count, number}}` in a text: grouped as the locale does it. Intl knows no Haitian Creole, and would take the machine's own language. */
export function groupNumbers({ services }: i18n): void {
  services.formatter?.add('number', (value: number, locale) => value.toLocaleString(intlLocale(locale ?? 'en')))
}
