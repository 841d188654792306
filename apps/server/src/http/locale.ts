import '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import { type Brand, type Locale, locales } from '@playhouse/domain/brand'

/** The spec's order: the cookie `lang`, the browser's list, the fallback, the default. Only ever one of the brand's. */
export function chooseLocale(
  request: Pick<FastifyRequest, 'cookies' | 'headers'>,
  brand: Pick<Brand, 'locales' | 'fallbackLocale' | 'defaultLocale'>,
): Locale {
  const offered = (tag: string): Locale | undefined => {
    const wanted = tag.trim().toLowerCase()
    const exact = locales.find((locale) => locale === wanted)
    const known = exact ?? locales.find((locale) => locale === wanted.split('-')[0])
    return known && brand.locales.includes(known) ? known : undefined
  }
  const saved = offered(request.cookies['lang'] ?? '')
  if (saved) return saved
  const header = request.headers['accept-language']
  if (!header || header === '*') return brand.defaultLocale
  const preferred = header
    .split(',')
    .map((part) => {
      const [tag = '', quality] = part.split(';q=')
      return { tag, quality: quality === undefined ? 1 : Number(quality) || 0 }
    })
    .sort((a, b) => b.quality - a.quality)
  for (const { tag } of preferred) {
    const locale = offered(tag)
    if (locale) return locale
  }
  return brand.locales.includes(brand.fallbackLocale) ? brand.fallbackLocale : brand.defaultLocale
}
