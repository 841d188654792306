import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { brandSchema, locales } from '@playhouse/domain/brand'
import { daySeatsLost, daySeatsWon } from './index.ts'

const brandFile = new URL('../../../../../brands/bridge/brand.json', import.meta.url)
const brand = brandSchema.parse(JSON.parse(readFileSync(brandFile, 'utf8')))
const about = { brand, firstName: 'Ada', title: 'The <Tempest>', startsAt: '2026-07-01T18:30:00Z' }

it.each(locales)('writes to winners and to others, in %s', async (locale) => {
  const won = await daySeatsWon({
    ...{ ...about, locale, number: 'ABCD2345', quantity: 2, until: '2026-07-01T15:30:00Z' },
    links: { orders: 'https://shop.example/account/your-orders?reserved' },
  })
  const lost = await daySeatsLost({ ...about, locale, links: { shop: 'https://shop.example' } })
  for (const { subject, text, html } of [won, lost]) {
    expect(subject).toContain('The <Tempest>')
    expect(`${subject}${text}${html}`).not.toMatch(/\{\{|undefined|daySeats(Won|Lost)\./)
    expect(html).toContain('The &lt;Tempest&gt;')
  }
  expect(won.text).toContain('ABCD2345')
  expect(won.html).toContain('https://shop.example/account/your-orders?reserved')
})
