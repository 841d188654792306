import { intlLocale } from './money.ts'

/** A rate in basis points in the words of a locale: `12.5%` for 1250. */
export const formatRate = (basisPoints: number, locale: string): string =>
  new Intl.NumberFormat(intlLocale(locale), { style: 'percent', maximumFractionDigits: 2 }).format(basisPoints / 10_000)
