import { readFileSync } from 'node:fs'
import { brandSchema, locales } from '@playhouse/domain/brand'
import { expect, it } from 'vitest'
import { formEntryMail, formReceivedMail } from './index.ts'

const brandFile = new URL('../../../../../brands/kingston/brand.json', import.meta.url)
const brand = brandSchema.parse(JSON.parse(readFileSync(brandFile, 'utf8')))
const title = { text: 'School enquiry', translations: { de: 'Anfrage einer Schule' } }
const performance = { title: 'Hamlet', startsAt: new Date('2031-12-31T19:30:00Z'), timeZone: 'Europe/London' }

it.each(locales)('writes what was sent, and its confirmation, in %s', async (locale) => {
  const sent = await formEntryMail({
    ...{ brand: { ...brand, defaultLocale: locale }, title, performance, links: { inbox: 'https://shop.example/smart/forms' } },
    fields: [
      { id: 'day', kind: 'date', label: { text: 'Day' }, answer: '2031-12-24' },
      { id: 'note', kind: 'long-text', label: { text: 'Note' }, answer: 'One\ntwo' },
      { id: 'needs', kind: 'choices', label: { text: 'Needs' }, answer: [{ text: 'Lift', translations: { de: 'Aufzug' } }] },
      { id: 'agreed', kind: 'consent', label: { text: 'I agree' }, answer: true },
    ],
  })
  const received = await formReceivedMail({
    brand,
    locale,
    title,
    performance,
    links: { performance: 'https://shop.example/events/hamlet/1' },
  })
  const needs = locale === 'de' ? 'Aufzug' : 'Lift'
  for (const part of ['24', '2031', 'One', 'two', needs, 'I agree', 'https://shop.example/smart/forms']) expect(sent.text).toContain(part)
  for (const { subject, html, text } of [sent, received]) {
    expect(`${subject}${text}`).not.toMatch(/\{\{|undefined|\b(formEntry|formReceived|contact)\.\w/)
    expect(subject).toContain(locale === 'de' ? 'Anfrage einer Schule' : 'School enquiry')
    expect(html).toContain('Hamlet')
  }
})
