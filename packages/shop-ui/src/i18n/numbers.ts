import type { i18n } from 'i18next'
import { intlLocale } from '@playhouse/domain/money'

/** Adds the format `{{count, number}}`, grouped by the locale. Intl does not support Haitian Creole and would use the machine's locale. */
export function groupNumbers({ services }: i18n): void {
  services.formatter?.add('number', (value: number, locale) => value.toLocaleString(intlLocale(locale ?? 'en')))
}
