import { readFileSync } from 'node:fs'
import { brandSchema, locales } from '@playhouse/domain/brand'
import { money } from '@playhouse/domain/money'
import { expect, it } from 'vitest'
import { paymentLinkCancelledMail, paymentLinkExpiredMail, paymentLinkMail } from './index.ts'

const brandFile = new URL('../../../../../brands/bridge/brand.json', import.meta.url)
const brand = brandSchema.parse(JSON.parse(readFileSync(brandFile, 'utf8')))
const [until, href] = ['2031-12-31T20:00:00Z', 'https://shop.example/order/payment-link#pay=token']
const performance = { title: 'The Tempest', startsAt: '2032-01-03T18:30:00Z', timeZone: 'Europe/London', hallName: 'The Bridge', count: 2 }

it.each(locales)('names in %s what is paid for, until when, and by which link', async (locale) => {
  const addressed = { brand: { ...brand, locales: [...locales] }, locale, firstName: 'Ada' }
  const items = [{ kind: 'donation', name: 'The stage fund', quantity: 1 }] as const
  const link = await paymentLinkMail({ ...addressed, amount: money(90_00), until, href, performances: [performance], items })
  for (const part of ['2 × The Tempest', 'The stage fund', '90', '2031', href]) expect(link.text, part).toContain(part)
  const letter = await paymentLinkExpiredMail({ ...addressed, until, href: 'https://shop.example' })
  expect(letter.text).toContain('2031')
  const cancelled = await paymentLinkCancelledMail({
    ...addressed,
    amount: money(90_00),
    performances: [performance],
    items,
    href: 'https://shop.example',
  })
  for (const part of ['2 × The Tempest', 'The stage fund', '90', 'https://shop.example']) expect(cancelled.text, part).toContain(part)
  for (const { subject, text } of [link, letter, cancelled])
    expect(`${subject} ${text}`, 'a text is missing').not.toMatch(/paymentLink|\{\{/)
})
