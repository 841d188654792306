import { z } from 'zod'
import { isLocale, type Locale } from '../brand/locale.ts'

declare const minorUnits: unique symbol
/** An integer number of minor units (pence, cents) of the brand's currency. Never a float. */
export type Money = number & { readonly [minorUnits]: true }

/** @throws RangeError for a fraction, NaN or a number that a double cannot represent exactly. */
export function money(amount: number): Money {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not an amount of minor units: ${amount}`)
  return (amount === 0 ? 0 : amount) as Money
}

export const zero = money(0)
export const add = (...amounts: readonly Money[]): Money => money(amounts.reduce((sum, amount) => sum + amount, 0))
export const subtract = (from: Money, amount: Money): Money => money(from - amount)
export const times = (amount: Money, count: number): Money => money(amount * count)

/** The part of a gross amount that is tax at `basisPoints` (2000 = 20%), rounded half up to the minor unit. */
export const taxWithin = (gross: Money, basisPoints: number): Money => money(Math.round((gross * basisPoints) / (10_000 + basisPoints)))

export const currencies = ['GBP', 'USD', 'EUR', 'SEK', 'DKK'] as const
export type Currency = (typeof currencies)[number]

/** Bounds are far beyond any order: what exceeds them is a mistake or an attack. */
export const moneySchema = z.int().min(-1_000_000_00).max(1_000_000_00) as unknown as z.ZodType<Money, number>

/** An amount in the words of a locale: `£45.00`. `ht` has no Intl data anywhere and writes numbers as `fr-HT` does. */
export function formatMoney(amount: Money, currency: Currency, locale: string): string {
  return moneyFormat(intlLocale(locale), currency).format(amount / 100)
}

const intlTags: Readonly<Record<Locale, string>> = { en: 'en-GB', 'en-us': 'en-US', sv: 'sv', de: 'de', es: 'es', ht: 'fr-HT' }
/** The tag that Intl understands for one of our locales; other tags are returned unchanged. */
export const intlLocale = (locale: string): string => (isLocale(locale) ? intlTags[locale] : locale)

const formats = new Map<string, Intl.NumberFormat>()
function moneyFormat(locale: string, currency: Currency): Intl.NumberFormat {
  const key = `${locale} ${currency}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    formats.set(key, format)
  }
  return format
}
