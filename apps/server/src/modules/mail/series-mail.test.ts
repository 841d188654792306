import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseBrand } from '@playhouse/domain/brand'
import { locales } from '@playhouse/domain/locale'
import { seriesRenewalMail } from './index.ts'

const brand = parseBrand(readFileSync(join(import.meta.dirname, '../../../../../brands/kingston/brand.json'), 'utf8'), 'kingston')
const link = 'https://shop.example/subscriptions/fixed-series/loft'

it.each(locales)('names the series, the kept seats and the deadline in %s', async (locale) => {
  const { subject, html, text } = await seriesRenewalMail({
    ...{ brand, locale, firstName: 'Ada', until: '2031-02-03T10:00:00.000Z', link },
    name: { text: 'Loft season', translations: { de: 'Reihe im Loft' } },
    seats: [{ area: 'Stalls', row: 'B', number: '3' }],
  })
  const name = locale === 'de' ? 'Reihe im Loft' : 'Loft season'
  expect(subject).toContain(name)
  expect(html).toContain(link)
  for (const part of [name, 'Stalls', '2031', link]) expect(text.replaceAll('\n', ' ')).toContain(part)
  expect(`${subject}${text}`).not.toMatch(/seriesRenewal|\{\{/)
})
