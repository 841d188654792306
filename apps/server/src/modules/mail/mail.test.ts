import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brandSchema, locales } from '@playhouse/domain/brand'
import { money } from '@playhouse/domain/money'
import { giftEndReasons } from '@playhouse/domain/monthly-gift'
import { sanitizeLine } from '@playhouse/domain/sanitize'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  drawLost,
  drawWon,
  giftMembershipMail,
  membershipClaimedMail,
  giftVoucherMail,
  debitFailed,
  performanceTomorrow,
  guestOrders,
  mailWords,
  mandateMail,
  membershipLetters,
  membershipMail,
  monthlyGiftEnded,
  monthlyGiftLetters,
  monthlyGiftMail,
  orderConfirmation,
  orderNotice,
  type OrderMail,
  orderRefunded,
  orderReturned,
  partsReturned,
  passwordChanged,
  passwordReset,
  refundMade,
  reservationEnding,
  seatsMoved,
  unmatchedNotice,
  voucherPrintedMail,
  welcome,
} from './index.ts'

const blankAddress = { line1: '', line2: '', line3: '', city: '', state: '', postcode: '', country: '' }
const brandFile = new URL('../../../../../brands/bridge/brand.json', import.meta.url)
const brand = brandSchema.parse(JSON.parse(readFileSync(brandFile, 'utf8')))
const links = {
  order: 'https://shop.example/account/your-orders/ABCD2345',
  orders: 'https://shop.example/account/your-orders?reserved',
  shop: 'https://shop.example',
  reset: 'https://shop.example/reset?token=a&b=c',
}
const monthly = {
  name: 'The stage fund',
  amount: money(10_00),
  day: 15,
  nextOn: '2031-12-15',
  link: 'https://shop.example/account/giving-history',
}
const ticket: OrderMail['tickets'][number] = {
  instance: 'tempest-1',
  title: 'The Tempest',
  startsAt: '2026-07-03T18:30:00Z',
  timeZone: 'Europe/London',
  hallName: 'The Bridge',
  ...{ area: 'Stalls', row: 'F', number: '12' },
  entrance: 'Door 2',
  priceTypeName: 'Full price',
  price: money(45_00),
}
const drawn = { of: 'ballot', title: 'The Tempest', startsAt: ticket.startsAt } as const
const order: OrderMail = {
  number: 'ABCD2345',
  placedAt: '2026-06-01T10:00:00Z',
  firstName: 'Ada',
  delivery: { method: 'print-at-home', address: null },
  tickets: [ticket, { ...ticket, number: '13', proofAtDoor: { text: 'a student card' } }],
  items: [],
  totals: {
    subtotal: money(90_00),
    discount: money(10_00),
    delivery: money(1_00),
    fees: money(3_00),
    vat: money(13_50),
    total: money(81_00),
    paid: money(0),
    leftToPay: money(81_00),
  },
}
const confirm = (changes: Partial<OrderMail> = {}, locale: (typeof locales)[number] = 'en') =>
  orderConfirmation({ brand, locale, order: { ...order, ...changes }, links })
/** The schema.org objects in a mail. */
const reservationsIn = (html: string): unknown[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, text]) => JSON.parse(text!))
const headingsOf = (html: string) => [...html.matchAll(/<h(\d)/g)].map(([, level]) => Number(level))

describe.each(locales)('in %s', (locale) => {
  test('marks a mail of a test shop in its subject and at its beginning', async () => {
    const real = await confirm({}, locale)
    const mail = await orderConfirmation({ brand: { ...brand, isTestShop: true }, locale, order, links })
    expect(mail.subject).toMatch(new RegExp(`^(TEST|TÈS|PRUEBA): `))
    expect(mail.subject).toContain(real.subject)
    const note = mailWords(brand, locale)('test.note')
    expect(mail.html).toContain(note)
    expect(mail.html.indexOf(note)).toBeLessThan(mail.html.indexOf('The Tempest</'))
    expect(mail.text.replaceAll(/\s+/g, ' ')).toContain(note)
    expect(real.html).not.toContain(note)
  })

  test('has a subject, headings in order, a text part and no missing text in every mail', async () => {
    const to = { brand, locale, firstName: 'Ada', links }
    const inLocale = { ...brand, defaultLocale: locale }
    const mails = await Promise.all([
      confirm({}, locale),
      refundMade({ ...to, amount: money(81_00) }),
      orderReturned({ ...to, number: 'ABCD2345', amount: money(81_00), expiresOn: '2026-12-01' }),
      orderReturned({ ...to, number: 'ABCD2345', amount: money(81_00), expiresOn: '2026-12-01', isPart: true }),
      orderReturned({ ...to, number: 'ABCD2345', amount: money(40_00), expiresOn: '2026-12-01', purses: money(41_00) }),
      orderReturned({ ...to, number: 'ABCD2345', amount: money(0), expiresOn: null, purses: money(81_00) }),
      orderReturned({ ...to, number: 'ABCD2345', amount: money(0), expiresOn: null, ended: money(81_00) }),
      partsReturned({
        ...{ ...to, number: 'ABCD2345', expiresOn: '2026-12-01' },
        ...{ tickets: [ticket], items: [{ kind: 'gift-voucher', name: '', quantity: 2 }] },
        values: { origin: money(25_00), credit: money(45_00), purses: money(5_00), ended: money(1_00) },
        hasReservations: true,
      }),
      ...(['card', 'bank-transfer', 'credit-note'] as const).map((means) =>
        orderRefunded({ ...to, means, number: 'ABCD2345', amount: money(81_00), links: { orders: links.order } }),
      ),
      debitFailed({ ...to, number: 'ABCD2345', amount: money(81_00) }),
      welcome(to),
      passwordReset({ ...to, minutes: 10 }),
      passwordChanged(to),
      guestOrders({ ...to, minutes: 10, links: { claim: 'https://shop.example/account/guest-orders#token=t' } }),
      performanceTomorrow({ ...to, performance: ticket, seats: [ticket, { ...ticket, number: '13' }] }),
      seatsMoved({ ...to, number: 'ABCD2345', performance: ticket, seats: [{ from: { ...ticket, row: 'G' }, to: ticket }] }),
      reservationEnding({ ...to, number: 'ABCD2345', title: 'The Tempest', until: '2026-07-01T18:30:00Z' }),
      drawWon({ ...to, ...drawn, number: 'ABCD2345', quantity: 2, until: '2026-07-01T18:30:00Z' }),
      drawLost({ ...to, ...drawn }),
      ...(['email', 'print'] as const).map((delivery) => {
        const detail = { value: money(25_00), delivery, to: 'Nan', from: 'Ada', message: 'Enjoy', email: null, sendOn: null, months: 24 }
        const voucher = { code: 'ABCD-EFGHJKM', balance: money(25_00), expiresOn: '2033-01-31' }
        const redeem = 'https://shop.example/redeem-gift-voucher'
        return giftVoucherMail({
          brand: inLocale,
          locale: to.locale,
          detail,
          codes: [voucher, voucher],
          number: 'ABCD2345',
          links: { redeem },
        })
      }),
      voucherPrintedMail({ brand: inLocale, locale, value: money(25_00), links: { redeem: 'https://shop.example/redeem-gift-voucher' } }),
      ...['', 'Ada'].map((from) =>
        giftMembershipMail({
          ...{ brand: inLocale, locale: to.locale },
          detail: { name: 'Friend', months: 12, to: 'Nan', from, message: 'Welcome' },
          claimUntil: '2033-01-31',
          link: `${links.shop}/contributions/memberships/claim#gift=token`,
        }),
      ),
      membershipClaimedMail({
        ...{ ...to, name: 'Friend', startsOn: '2031-12-31', expiresOn: '2032-12-30', link: `${links.shop}/account/memberships` },
      }),
      ...membershipLetters.map((letter) =>
        membershipMail(letter, {
          ...{ ...to, name: 'Friend', amount: money(60_00), on: '2031-12-31', until: '2032-12-31' },
          link: `${links.shop}/account/memberships`,
        }),
      ),
      ...monthlyGiftLetters.map((letter) => monthlyGiftMail(letter, { ...to, ...monthly, isDebit: letter === 'started' })),
      monthlyGiftMail('failed', { ...to, ...monthly, isDebit: true }),
      ...giftEndReasons.map((reason) => monthlyGiftEnded(reason, { ...to, ...monthly, isDebit: false })),
      ...(['mandateActive', 'mandateEnded'] as const).map((letter) =>
        mandateMail(letter, { ...to, plan: 'DD-ABCD2345', link: `${links.shop}/account/payment-cards` }),
      ),
      ...(['disputed', 'dispute-lost', 'refunded', 'part-refunded'] as const).map((notice) =>
        orderNotice({ brand: inLocale, notice, number: 'ABCD2345', amount: money(81_00), links }),
      ),
      ...[true, false].map((isOpen) =>
        unmatchedNotice({
          ...{ brand: inLocale, amount: money(81_00), currency: 'GBP', provider: 'stripe', session: 'cs_1', isOpen },
          links: { boxOffice: links.shop },
        }),
      ),
    ])
    for (const { subject, html, text } of mails) {
      expect(headingsOf(html)).toEqual([1, ...Array(headingsOf(html).length - 1).fill(2)])
      expect(html).toContain(`lang="${{ en: 'en-GB', 'en-us': 'en-US' }[locale as string] ?? locale}"`)
      expect(`${subject}${html.replace(/<style>.*?<\/style>/s, '')}${text}`).not.toMatch(
        /\{\{|undefined|\b(order|totals|refund|returned|orderRefund|debitFailed|welcome|passwordReset|passwordChanged|guestOrders|boxOffice|contact|tomorrow|reservation|drawWon|drawLost|ballotWon|ballotLost|giftVoucher|voucherPrinted|giftMembership|membershipClaimed|membership|monthlyGift|mandateActive|mandateEnded|visit)\.\w/,
      )
      expect(text).toContain(brand.contact.phone)
      expect(text).toContain('https://shop.example')
      expect(text).not.toMatch(/<[a-z/]/)
    }
  })

  test('has the same keys and values as English', () => {
    const read = (format: string) =>
      JSON.parse(readFileSync(fileURLToPath(import.meta.resolve(`@playhouse/shop-ui/words/${format}/mail.json`)), 'utf8'))
    const entries = (words: object, path = ''): [string, string[]][] =>
      Object.entries(words).flatMap(([key, text]) =>
        typeof text === 'object' ? entries(text, `${path}${key}.`) : [[path + key, (String(text).match(/\{\{\w+\}\}/g) ?? []).toSorted()]],
      )
    const english = entries(read('en'))
    expect(english.length).toBeGreaterThan(50)
    expect(entries(read(locale))).toEqual(english)
  })
})

describe('an order confirmation', () => {
  test('has performances, seats, money and the link to the order', async () => {
    const { subject, text, html } = await confirm()
    expect(subject).toBe('Your tickets for The Tempest, order ABCD2345')
    for (const said of [
      'Friday 3 July 2026, 7.30pm',
      'The Bridge',
      'Stalls, row F, seat 12: Full price, £45.00. Entrance: Door 2',
      'seat 13',
      '2 tickets',
      '£90.00',
      '-£10.00',
      '£81.00',
      '£13.50 VAT',
      links.order,
    ])
      expect(text).toContain(said)
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(/seat 13: Full price, £45\.00\. Entrance: Door 2\W+Bring to the door: a student card\./)
    expect(html).toContain(`href="${links.order}"`)
  })

  test('describes each seat to mail programs, without prices and ticket codes', async () => {
    const { html, text } = await confirm()
    const reservations = reservationsIn(html)
    expect(reservations).toMatchObject([
      {
        '@type': 'EventReservation',
        reservationNumber: 'ABCD2345',
        reservationStatus: 'https://schema.org/ReservationConfirmed',
        reservationFor: { '@type': 'TheaterEvent', name: 'The Tempest', startDate: '2026-07-03T18:30:00Z' },
        venueRow: 'F',
        venueSeat: '12',
        url: links.order,
      },
      { venueSeat: '13' },
    ])
    expect(JSON.stringify(reservations)).not.toMatch(/4500|45\.00|\b99\d{18}\b/)
    expect(text).not.toContain('schema.org')
  })

  test('lists several performances by date, and a standing place without a row', async () => {
    const standing = { ...ticket, instance: 'hamlet', title: 'Hamlet', startsAt: '2026-07-01T18:30:00Z', area: 'Pit', row: '', number: '' }
    const { subject, text } = await confirm({ tickets: [ticket, standing] })
    expect(subject).toBe('Your tickets, order ABCD2345')
    expect(text.indexOf('Hamlet')).toBeLessThan(text.indexOf('The Tempest'))
    expect(text).toContain('* Pit: Full price')
  })

  test('describes the delivery of the tickets', async () => {
    const address = { line1: '1 High Street', line2: '', line3: '', city: 'London', state: '', postcode: 'SE1 2SG', country: 'GB' }
    expect((await confirm({ delivery: { method: 'postal', address } })).text).toMatch(
      /post your tickets to 1 High Street, London, SE1 2SG, GB\s/,
    )
    expect((await confirm({ delivery: { method: 'collect', address: null } })).text).toContain('Bring order number ABCD2345')
  })

  test('uses the brand’s own texts', async () => {
    const ownBrand = { ...brand, words: { ...brand.words, en: { 'mail:order.title': 'Curtain up soon at {{brand}}' } } }
    const { text } = await orderConfirmation({ brand: ownBrand, locale: 'en', order, links })
    expect(text).toContain('Curtain up soon at Bridge Theatre')
  })

  test('escapes any name and title, and keeps the subject on one line', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', maxLength: 30 }),
        fc.constantFrom('<img src=x onerror=a>', '"><script>x</script>', 'a\r\nBcc: b@c.example', '{{brand}}', '$t(order.title)', '&amp;'),
        async (start, payload) => {
          const { html, subject } = await confirm({ firstName: start + payload, tickets: [{ ...ticket, title: payload + start }] })
          if (!payload.includes('\n')) expect(subject).toContain(payload)
          expect(html.match(/<script[^>]*>/gi)).toEqual(['<script type="application/ld+json">'])
          expect(html).not.toMatch(/<img/i)
          const underName = { name: sanitizeLine(start + payload) }
          expect(reservationsIn(html)).toMatchObject([{ reservationFor: { name: payload + start }, underName }])
          expect(subject).not.toMatch(/[\r\n]/)
        },
      ),
      { numRuns: 25 },
    )
  })
})

describe('typed text', () => {
  const corpus = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "'-alert(1)-'",
    '<svg/onload=alert(1)>',
    '</style><script>alert(1)</script>',
    'javascript:alert(1)',
    '<a href="https://evil.example">tickets</a>',
    '</script><script>alert(1)</script>',
    '\u202e<b>\u0000</b>',
    '{{constructor.constructor("alert(1)")()}}',
  ]
  test.each(corpus)('escapes %j in every mail', async (typed) => {
    const to = { brand, locale: 'en' as const, firstName: typed, links }
    const place = {
      ...{ ...ticket, title: typed, area: typed, hallName: typed },
      ...{ entrance: typed, priceTypeName: typed, row: typed, number: typed },
    }
    const mails = await Promise.all([
      confirm({ firstName: typed, tickets: [place], delivery: { method: 'postal', address: { ...blankAddress, line1: typed } } }),
      passwordReset({ ...to, minutes: 10 }),
      passwordChanged(to),
      performanceTomorrow({ ...to, performance: place, seats: [place] }),
      seatsMoved({ ...to, number: 'ABCD2345', performance: place, seats: [{ from: place, to: place }] }),
      reservationEnding({ ...to, number: 'ABCD2345', title: typed, until: ticket.startsAt }),
      drawWon({ ...to, ...drawn, number: 'ABCD2345', title: typed, quantity: 2, until: ticket.startsAt }),
      drawLost({ ...to, ...drawn, title: typed }),
      partsReturned({
        ...{ ...to, number: 'ABCD2345', expiresOn: null, tickets: [{ ...ticket, title: typed }], items: [] },
        values: { origin: money(1), credit: money(0), purses: money(0), ended: money(0) },
      }),
      orderReturned({ ...to, number: 'ABCD2345', amount: money(1), expiresOn: '2026-12-01' }),
    ])
    for (const { html, subject } of mails) {
      const inert = html.replaceAll(/<script type="application\/ld\+json">[^<]*<\/script>/g, '')
      expect(inert).not.toMatch(/<(script|img|svg|b)\b|<[^>]*\son\w+=/i)
      const targets = [...inert.matchAll(/\b(?:href|src|action)="([^"]*)"/g)].map(([, target]) => target!)
      for (const target of targets) expect(target).toMatch(/^(https:\/\/shop\.example|mailto:|tel:)/)
      expect(subject).not.toMatch(/[\r\n]/)
    }
  })
})

test('prints an address in its order, without control characters', async () => {
  const parts = { line1: `1 \u202eyawdaorB${'\u0301'.repeat(10_000)}`, city: 'London\r\nBcc: b@c.example', postcode: '\u200b' }
  const address = { ...blankAddress, ...parts }
  const { text } = await confirm({ delivery: { method: 'postal', address } })
  const collapsedText = text.replaceAll(/\s+/g, ' ')
  expect(collapsedText).toContain(`1 yawdaorB${'\u0301'.repeat(4)}, London Bcc: b@c.example`)
  expect(collapsedText).not.toContain('\u202e')
})
