import { useCallback } from 'react'
import { intlLocale } from '@playhouse/domain/money'
import { useLocale } from '#i18n'

const feetPerMetre = 1 / 0.3048

/** Says a length as the visitor's language measures it: `12.5 m`, and `41 ft` in American English. */
export function useLength(): (metres: number) => string {
  const locale = useLocale()
  return useCallback((metres) => formatLength(metres, locale), [locale])
}

/** {@link useLength} for a locale by name. */
export function formatLength(metres: number, locale: string): string {
  const [length, unit, digits] = locale === 'en-us' ? [metres * feetPerMetre, 'foot', 0] : [metres, 'meter', 1]
  const format = new Intl.NumberFormat(intlLocale(locale), { style: 'unit', unit, maximumFractionDigits: digits })
  // A number and its unit belong on one line.
  return format.format(length).replace(/\s/gu, '\u00A0')
}
