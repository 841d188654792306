import '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import type { Brand, Locale } from '@playhouse/domain/brand'
import { chooseLocale, localeCookie } from '@playhouse/shop-ui/i18n/locale'

/** The locale of a request: one of the brand's, by the rule that the browser uses too. */
export function localeOf(
  request: Pick<FastifyRequest, 'cookies' | 'headers'>,
  brand: Pick<Brand, 'locales' | 'fallbackLocale' | 'defaultLocale'>,
): Locale {
  return chooseLocale(brand, request.cookies[localeCookie.name], byPreference(request.headers['accept-language'] ?? ''))
}

/** The tags of an Accept-Language header, by descending quality. Parsed without a regular expression, which would backtrack on kilobytes of blanks. */
function byPreference(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((word) => word.trim())
      const quality = parameters.find((word) => word.startsWith('q='))?.slice(2)
      return { tag, quality: quality === undefined ? 1 : Number(quality) || 0 }
    })
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
}
