import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { brandSchema, locales } from '@playhouse/domain/brand'
import { type GroupInvoice, invoiceLines, invoiceTotals } from '@playhouse/domain/group-invoice'
import { money } from '@playhouse/domain/money'
import { dueLines, invoicePdf } from './invoice.ts'

const brandFile = new URL('../../../../../brands/kingston/brand.json', import.meta.url)
const brand = { ...brandSchema.parse(JSON.parse(readFileSync(brandFile, 'utf8'))), vatId: 'GB 123 4567 89' }
const tickets = Array.from({ length: 33 }, (_, nth) => ({
  ...{ priceTypeName: nth < 30 ? 'Pupil' : 'Teacher', price: money(nth < 30 ? 10_00 : 0), fee: money(0) },
}))
const invoice: GroupInvoice = {
  ...{ number: '2030-0007', kind: 'invoice', cancels: null, issuedAt: '2030-03-01T12:00:00Z', booking: 'AB12CD34' },
  ...{ group: 'Athens Academy', contact: 'Peter Quince', deposit: money(60_00), depositDue: '2030-04-01', balanceDue: '2030-04-20' },
  performance: { title: 'The Tempest', startsAt: '2030-05-01T18:30:00Z', timeZone: 'Europe/London' },
  lines: invoiceLines(tickets),
  totals: invoiceTotals(tickets, money(20_00), 2_000),
}

it('names what is paid, left and due, and nothing that is paid already', () => {
  expect(dueLines({ brand, locale: 'en', invoice })).toEqual([
    'Paid so far: £20.00. Left to pay: £280.00.',
    'A deposit of £60.00 is due on Monday 1 April 2030.',
    'The rest is due on Saturday 20 April 2030.',
  ])
  const totals = invoiceTotals(tickets, money(300_00), 2_000)
  expect(dueLines({ brand, locale: 'en', invoice: { ...invoice, totals } })).toEqual(['Paid so far: £300.00. Left to pay: £0.00.'])
  expect(
    dueLines({ brand, locale: 'en', invoice: { ...invoice, kind: 'credit-note', number: '2030-0008', cancels: '2030-0007' } }),
  ).toEqual(['It cancels invoice 2030-0007: nothing is to be paid for it.'])
})

it.each(locales)('is a tagged PDF in %s, of several pages where it has many lines, and the same bytes each time', async (locale) => {
  const many = Array.from({ length: 40 }, (_, nth) => ({ priceTypeName: `Type ${nth}`, count: 1, price: money(1_00), amount: money(1_00) }))
  for (const [lines, pages] of [
    [invoice.lines, 1],
    [many, 4],
  ] as const) {
    const print = { brand, locale, invoice: { ...invoice, lines } }
    const bytes = await invoicePdf(print)
    const text = Buffer.from(bytes).toString('latin1')
    expect(text).toContain('/StructTreeRoot')
    expect(text.match(/\/Type \/Page\b/g)).toHaveLength(pages)
    expect(Buffer.from(await invoicePdf(print)).equals(Buffer.from(bytes))).toBe(true)
  }
})
