import { readFileSync } from 'node:fs'
import { brandSchema, locales } from '@playhouse/domain/brand'
import type { GroupInvoice } from '@playhouse/domain/group-invoice'
import { money } from '@playhouse/domain/money'
import { totalsOf } from '@playhouse/domain/pricing'
import { expect, it } from 'vitest'
import { groupChangedMail, groupDueMail, groupInvoiceMail } from './index.ts'

const brandFile = new URL('../../../../../brands/bridge/brand.json', import.meta.url)
const brand = { ...brandSchema.parse(JSON.parse(readFileSync(brandFile, 'utf8'))), locales: [...locales] }
const links = { orders: 'https://shop.example/account/your-orders?reserved' }
const invoice: GroupInvoice = {
  ...{ number: '2030-0007', kind: 'invoice', cancels: null, issuedAt: '2030-03-01T12:00:00Z', booking: 'AB12CD34' },
  ...{ group: 'Athens Academy', contact: 'Peter Quince', deposit: money(60_00), depositDue: '2030-04-01', balanceDue: '2031-04-20' },
  performance: { title: 'The Tempest', startsAt: '2032-05-01T18:30:00Z', timeZone: 'Europe/London' },
  lines: [{ priceTypeName: 'Pupil', count: 30, price: money(10_00), amount: money(300_00) }],
  totals: totalsOf([{ kind: 'ticket', ref: '', amount: money(300_00), fee: money(0) }], money(20_00), 2_000),
}

it.each(locales)('names in %s what is invoiced, paid, left and due', async (locale) => {
  const addressed = { brand, locale, firstName: 'Ada', links }
  const mail = await groupInvoiceMail({ ...addressed, invoice })
  for (const part of ['2030-0007', 'Athens Academy', 'The Tempest', '300', '20', '280', '60', '2030', '2031', links.orders])
    expect(mail.text, part).toContain(part)
  const note = await groupInvoiceMail({
    ...addressed,
    invoice: { ...invoice, kind: 'credit-note', number: '2030-0008', cancels: '2030-0007' },
  })
  for (const part of ['2030-0008', '2030-0007', 'Athens Academy', links.orders]) expect(note.text, part).toContain(part)
  const reminder = await groupDueMail({
    ...{ ...addressed, number: 'AB12CD34', group: 'Athens Academy', title: 'The Tempest', amount: money(40_00), day: '2030-04-01' },
  })
  for (const part of ['AB12CD34', 'Athens Academy', 'The Tempest', '40', '2030', links.orders]) expect(reminder.text, part).toContain(part)
  const changed = await groupChangedMail({
    ...addressed,
    booking: {
      ...{ number: 'AB12CD34', name: 'Athens Academy', count: 28, total: money(280_00), paid: money(60_00) },
      performance: { ...invoice.performance, instance: 'tonight', event: 'the-tempest' },
    },
  })
  for (const part of ['AB12CD34', 'Athens Academy', 'The Tempest', '28', '280', '60', '220', links.orders])
    expect(changed.text.replaceAll(/\s+/g, ' '), part).toContain(part)
  for (const { subject, text } of [mail, note, reminder, changed])
    expect(`${subject} ${text}`, 'a text is missing').not.toMatch(/group(Changed|Due|Invoice)|\{\{/)
})

it.each(['<a href="https://evil.example">x</a>', '</script><script>alert(1)</script>'])('escapes %j', async (typed) => {
  const addressed = { brand, locale: 'en' as const, firstName: typed, links }
  const performance = { ...invoice.performance, title: typed }
  const mails = [
    await groupInvoiceMail({ ...addressed, invoice: { ...invoice, group: typed, contact: typed, performance } }),
    await groupDueMail({ ...addressed, number: 'AB12CD34', group: typed, title: typed, amount: money(1), day: '2030-04-01' }),
  ]
  for (const { html } of mails) expect(html).not.toMatch(/<(script|svg)\b|href="https:\/\/evil/i)
})
