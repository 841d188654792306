import { createElement as h, type ReactNode } from 'react'
import type { Order } from '@playhouse/api-client/contract'
import type { Brand, Locale } from '@playhouse/domain/brand'
import { formatDate, formatDateAndTime, formatWhen } from '@playhouse/domain/calendar'
import { add, formatMoney, type Money, subtract } from '@playhouse/domain/money'
import { discountsOf } from '@playhouse/domain/named-discounts'
import { addressLines } from '@playhouse/domain/postal-address'
import { formatRate } from '@playhouse/domain/rate'
import { sanitizeLine } from '@playhouse/domain/sanitize'
import { textIn } from '@playhouse/domain/text-in'
import type { TranslatedText } from '@playhouse/domain/translated-text'
import { itemName, itemNotes } from '#modules/messages'
import { greeting } from './greeting.ts'
import { type MailWriter, type RenderedMail, writeMail } from './mail-template.ts'
import type { MailedTicket, OrderMail } from './order-mail.ts'
import { describeReservations } from './reservation-data.ts'
import { seatText } from './seat-text.ts'

/** Confirms an order: performances, seats, other items, totals and delivery. Without tickets there is no delivery and no visit. */
export function orderConfirmation(order: {
  readonly brand: Brand
  readonly locale: Locale
  readonly order: OrderMail
  /** Absolute URL of the order in the shop. */
  readonly links: { readonly order: string }
}): Promise<RenderedMail> {
  const { brand, locale, links } = order
  const { number, addsTo = null, placedAt, firstName, tickets, delivery, totals } = order.order
  const performances = byPerformance(tickets)
  const first = performances[0]?.[0]
  const format = (amount: Money) => formatMoney(amount, brand.currency, locale)
  return writeMail(brand, locale, (pen) => {
    const { t, heading, paragraph, note, button } = pen
    return {
      subject: subjectOf(t, performances, number),
      preview: first
        ? t('order.preview', { count: tickets.length, when: formatWhen(first.startsAt, first.timeZone, locale) })
        : t('order.previewItems'),
      title: t(first ? 'order.title' : 'order.titleItems'),
      data: describeReservations(brand, order.order, links.order),
      body: [
        paragraph(greeting(t, firstName)),
        paragraph(t('order.lead')),
        paragraph(`${t('order.number')}: ${number}`),
        ...(addsTo === null ? [] : [paragraph(t('order.addsTo', { order: addsTo }))]),
        ...performances.flatMap((performance) => describePerformance(pen, performance, locale, format)),
        ...describePackages(pen, order.order.packages, locale, format),
        ...describeItems(pen, order.order.items, (item) => [
          itemName(brand, locale, item),
          ...itemNotes(brand, locale, item, delivery.address),
        ]),
        button(t('order.show'), links.order),
        ...(first
          ? [heading(t('delivery.title')), paragraph(t(`delivery.${delivery.method}`, { number, address: addressLine(delivery.address) }))]
          : [paragraph(t('order.receipt'))]),
        heading(t('totals.title')),
        totalsTable(
          pen,
          order.order,
          { itemName: (item) => itemName(brand, locale, item), offerName: (name) => textIn(name, locale) },
          format,
        ),
        note(
          [
            ...(totals.fees > 0 ? [t('totals.fees', { amount: format(totals.fees) })] : []),
            ...(totals.levies ?? []).map(({ name, amount }) => t('totals.levy', { amount: format(amount), levy: textIn(name, locale) })),
            ...(totals.vat > 0 ? [t('totals.vat', { amount: format(totals.vat) }), ...taxTexts(t, totals.taxes, locale, format)] : []),
          ].join(' '),
        ),
        note(`${t('order.placed')}: ${formatDate(placedAt, brand.timeZone, locale)}`),
        ...(first ? [heading(t('visit.title')), paragraph(`${t('visit.arrive')} ${t('visit.late')}`)] : []),
        paragraph(t('visit.where', { address: brand.contact.address })),
      ],
    }
  })
}

/** Net and tax of each rate; nothing for a single rate, whose tax is stated already. */
const taxTexts = (
  t: MailWriter['t'],
  taxes: Order['totals']['taxes'] = [],
  locale: Locale,
  formatAmount: (amount: Money) => string,
): string[] =>
  taxes.length < 2
    ? []
    : taxes.map(({ vatBasisPoints, net, vat }) =>
        t(vatBasisPoints > 0 ? 'totals.tax' : 'totals.noTax', {
          ...{ rate: formatRate(vatBasisPoints, locale), net: formatAmount(net), vat: formatAmount(vat) },
        }),
      )

function describePerformance(
  { t, look, heading, paragraph }: MailWriter,
  tickets: readonly MailedTicket[],
  locale: Locale,
  formatAmount: (amount: Money) => string,
): ReactNode[] {
  const { title, startsAt, timeZone, hallName } = tickets[0]!
  const items = tickets.map((ticket, index) =>
    h(
      'li',
      { key: index, style: { margin: '0 0 8px' } },
      h('strong', null, seatText(t, ticket)),
      [
        `: ${ticket.priceTypeName}, ${formatAmount(ticket.price)}.`,
        ...(ticket.entrance ? [t('order.entrance', { entrance: ticket.entrance })] : []),
        ...(ticket.proofAtDoor ? [t('order.proof', { proof: textIn(ticket.proofAtDoor, locale) })] : []),
      ].join(' '),
    ),
  )
  return [
    heading(title),
    paragraph(`${formatDateAndTime(startsAt, timeZone, locale)}, ${hallName}`),
    h('ul', look.styleOf('ink', { ...look.body, margin: '0 0 24px', paddingLeft: '20px' }), items),
  ]
}

function subjectOf(t: MailWriter['t'], performances: readonly (readonly MailedTicket[])[], number: string): string {
  const [first] = performances[0] ?? []
  if (!first) return t('order.subjectItems', { number })
  return performances.length === 1 ? t('order.subject', { title: first.title, number }) : t('order.subjectSeveral', { number })
}

/** The packages of an order with their prices, which their tickets share. */
function describePackages(
  { t, look, heading }: MailWriter,
  packages: OrderMail['packages'] = [],
  locale: Locale,
  formatAmount: (amount: Money) => string,
): ReactNode[] {
  if (packages.length === 0) return []
  const list = packages.map(({ id, name, choice, amount, saved }) => {
    const summary = t('order.package.summary', { count: choice.length, amount: formatAmount(amount) })
    return h(
      'li',
      { key: id, style: { margin: '0 0 8px' } },
      h('strong', null, textIn(name, locale)),
      `: ${summary}.${saved > 0 ? ` ${t('order.package.saved', { amount: formatAmount(saved) })}` : ''}`,
    )
  })
  return [heading(t('order.package.title')), h('ul', look.styleOf('ink', { ...look.body, margin: '0 0 24px', paddingLeft: '20px' }), list)]
}

/** The items of an order with what was chosen with each. @param textsOf the name of an item, and its notes */
function describeItems(
  { t, look, heading }: MailWriter,
  items: OrderMail['items'],
  textsOf: (item: OrderMail['items'][number]) => readonly string[],
): ReactNode[] {
  if (items.length === 0) return []
  const list = items.map((item) => {
    const [name, ...notes] = textsOf(item)
    const lines = notes.flatMap((note, index) => [h('br', { key: index }), note])
    return h('li', { key: item.id, style: { margin: '0 0 8px' } }, h('strong', null, name), ...lines)
  })
  return [heading(t('order.items')), h('ul', look.styleOf('ink', { ...look.body, margin: '0 0 24px', paddingLeft: '20px' }), list)]
}

function totalsTable(
  { t, look }: MailWriter,
  { totals, tickets, items }: OrderMail,
  names: { readonly itemName: (item: OrderMail['items'][number]) => string; readonly offerName: (name: TranslatedText) => string },
  formatAmount: (amount: Money) => string,
): ReactNode {
  const itemsTotal = add(...items.map(({ amount }) => amount))
  const rows: [string, Money][] = [
    [t('totals.tickets', { count: tickets.length }), subtract(totals.subtotal, itemsTotal)],
    ...items.map((item): [string, Money] => [names.itemName(item), item.amount]),
    ...discountsOf(totals).map(({ name, amount }): [string, Money] => [
      name ? names.offerName(name) : t('totals.discount'),
      -amount as Money,
    ]),
    [t('totals.delivery'), totals.delivery],
  ]
  const cell = { ...look.body, padding: '6px 0', textAlign: 'left' as const, fontWeight: 400 }
  const row = (key: number, label: string, amount: Money, weight: number) =>
    h(
      'tr',
      { key },
      h('th', { scope: 'row', ...look.styleOf('ink', { ...cell, fontWeight: weight }) }, label),
      h('td', look.styleOf('ink', { ...cell, textAlign: 'right', fontWeight: weight, whiteSpace: 'nowrap' }), formatAmount(amount)),
    )
  const shownRows = rows.filter(([, amount], index) => amount !== 0 || (index === 0 && tickets.length > 0))
  const body = h(
    'tbody',
    null,
    ...shownRows.map(([label, amount], nth) => row(nth, label, amount, 400)),
    row(shownRows.length, t('totals.total'), totals.total, 700),
  )
  return h(
    'table',
    { className: 'sums', cellPadding: 0, cellSpacing: 0, style: { width: '100%', borderCollapse: 'collapse', margin: '0 0 12px' } },
    body,
  )
}

const addressLine = (address: Order['delivery']['address']): string =>
  (address ? [...addressLines(address), address.country] : []).map(sanitizeLine).filter(Boolean).join(', ')

/** Groups tickets by performance, the earliest performance first. */
function byPerformance(tickets: readonly MailedTicket[]): MailedTicket[][] {
  return [...Map.groupBy(tickets, (ticket) => ticket.instance).values()].toSorted(
    ([a], [b]) => Date.parse(a!.startsAt) - Date.parse(b!.startsAt),
  )
}
