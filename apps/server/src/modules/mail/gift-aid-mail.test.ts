import { readFileSync } from 'node:fs'
import { brandSchema, locales } from '@playhouse/domain/brand'
import { accountGiftAidWordings } from '@playhouse/domain/giving'
import { expect, it } from 'vitest'
import { giftAidText } from '#modules/messages'
import { giftAidDeclared } from './index.ts'

const brandFile = new URL('../../../../../brands/kingston/brand.json', import.meta.url)
const brand = brandSchema.parse(JSON.parse(readFileSync(brandFile, 'utf8')))
const address = { line1: '1 Globe Lane', line2: '', line3: '', city: 'London', state: '', postcode: 'SE1 9PH', country: 'GB' }
const giftAid = 'https://shop.example/account/gift-aid'
const cases = locales.flatMap((locale) => accountGiftAidWordings.map((wording) => ({ locale, wording })))

it.each(cases)('confirms a declaration in $locale: $wording', async ({ locale, wording }) => {
  const donor = { title: 'Dr', firstName: 'Ada', lastName: 'Quill', address }
  const saidAt = new Date('2026-11-26T16:00:00Z')
  const { subject, html, text } = await giftAidDeclared({ brand, locale, wording, saidAt, donor, links: { giftAid } })
  const line = text.replaceAll(/\s+/g, ' ')
  expect(`${subject}${line}`).not.toMatch(/\{\{|undefined|\bgiftAid\.\w/)
  for (const part of [giftAidText(brand, locale, wording), 'Dr Ada Quill, 1 Globe Lane, London, SE1 9PH', brand.legalName, giftAid])
    expect(line).toContain(part)
  // Declared on 26 November, to be cancelled until 26 December.
  expect(line.match(/\b26\b/g)!.length).toBeGreaterThanOrEqual(2)
  expect([...html.matchAll(/<h(\d)/g)].map(([, level]) => level)).toEqual(['1', '2'])
})
