import { useCallback } from 'react'
import { intlLocale } from '@playhouse/domain/money'
import { useLocale } from '#i18n'

const feetPerMetre = 1 / 0.3048

/** Formats a length in the unit of the visitor's locale: `12.5 m`, or `41 ft` in American English. */
export function useLength(): (metres: number) => string {
  const locale = useLocale()
  return useCallback((metres) => formatLength(metres, locale), [locale])
}

/** {@link useLength} for a given locale. */
export function formatLength(metres: number, locale: string): string {
  const [length, unit, digits] = locale === 'en-us' ? [metres * feetPerMetre, 'foot', 0] : [metres, 'meter', 1]
  const format = new Intl.NumberFormat(intlLocale(locale), { style: 'unit', unit, maximumFractionDigits: digits })
  // A no-break space between number and unit.
  return format.format(length).replace(/\s/gu, '\u00A0')
}
