import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { brandSchema, locales } from '@playhouse/domain/brand'
import { drawLost, drawWon } from './index.ts'

const brandFile = new URL('../../../../../brands/bridge/brand.json', import.meta.url)
const brand = brandSchema.parse(JSON.parse(readFileSync(brandFile, 'utf8')))
const about = { brand, firstName: 'Ada', title: 'The <Tempest>', startsAt: '2026-07-01T18:30:00Z' }

const won = { number: 'ABCD2345', quantity: 2, until: '2026-07-01T15:30:00Z' }
const orders = 'https://shop.example/account/your-orders?reserved'
const pay = 'https://shop.example/order/payment-link#pay=token'

it.each(locales.flatMap((locale) => (['ballot', 'daySeats'] as const).map((of) => ({ locale, of }))))(
  'writes to winners and to others, in $locale of $of',
  async ({ locale, of }) => {
    const to = { ...about, locale, of }
    const letters = {
      payable: await drawWon({ ...to, ...won, links: { orders, pay } }),
      byAccount: await drawWon({ ...to, ...won, links: { orders } }),
      lost: await drawLost({ ...to, links: { shop: 'https://shop.example' } }),
    }
    for (const { subject, text, html } of Object.values(letters)) {
      expect(subject).toContain('The <Tempest>')
      expect(`${subject}${text}${html}`).not.toMatch(/\{\{|undefined|(daySeats|ballot|draw)(Won|Lost)\.|paymentLink\./)
      expect(html).toContain('The &lt;Tempest&gt;')
    }
    for (const { text } of [letters.payable, letters.byAccount]) expect(text).toContain('ABCD2345')
    expect(letters.payable.html).toContain(pay)
    expect(letters.payable.html).not.toContain(orders)
    expect(letters.byAccount.html).toContain(orders)
  },
)
