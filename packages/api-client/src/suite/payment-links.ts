import { expect, it } from 'vitest'
import type { ApiClient } from '#client'
import type { ItemToAdd } from '#contract'
import type { ItemSuiteHost } from './item-kinds.ts'
import { readTakingsSince, sumOf } from './takings.ts'
import { code, findBookablePerformance, newAddress, value, visitorOf } from './visitor.ts'

/** Payment links: staff send one for a counter basket, and its holder pays without an account. */
export function describePaymentLinks(host: () => ItemSuiteHost, staff: () => ApiClient, donation: ItemToAdd): void {
  /** Sells to a new customer and sends the link. @returns its token, its id, and a client without an account */
  const send = async ({ hasSeat = false } = {}) => {
    value(await staff().counter.reset())
    const email = newAddress()
    value(await staff().staff.registerCustomer({ body: { email, title: '', firstName: 'Ada', lastName: 'Quill', phone: '' } }))
    const holder = visitorOf(host())
    const { id: instance } = await findBookablePerformance(holder, 4)
    if (hasSeat) {
      value(await staff().counter.bestAvailable({ params: { instance }, body: { wish: { quantity: 1, together: true } } }))
    }
    const { basket } = value(await staff().counter.addItem({ body: donation }))
    const { version, quote } = basket
    const sent = value(await staff().staffPaymentLinks.create({ body: { version, ...(quote !== undefined && { quote }) } }))
    const { links } = value(await staff().staffPaymentLinks.list())
    const link = links.find((one) => one.customer.email === email)!
    return {
      sent,
      link,
      email,
      holder,
      instance,
      total: basket.totals.total,
      params: { link: link.id },
      token: await host().paymentLinkToken(email),
    }
  }
  const read = async (client: ApiClient, token: string) => value(await client.paymentLinks.read({ body: { token } }))
  const start = async (client: ApiClient, token: string) => {
    const { contents } = await read(client, token)
    return client.paymentLinks.pay({ body: { token, quote: contents?.quote ?? '' } })
  }

  it('shows its holder what is paid for, and is paid once without an account', async () => {
    const { sent, link, email, holder, total, token, instance } = await send({ hasSeat: true })
    expect(sent).toMatchObject({ email, desk: { basket: { tickets: [], items: [] } } })
    expect(Date.parse(sent.until)).toBeGreaterThan(Date.now())
    expect(link).toMatchObject({ state: 'open', amount: total, tickets: 1, items: 1, order: null, until: sent.until })
    const view = await read(holder, token)
    expect(view).toMatchObject({ state: 'open', contents: { tickets: [{}], items: [{ kind: donation.kind }], totals: { total } } })
    expect(JSON.stringify(view), 'nothing of the customer').not.toContain(email)
    expect(code(await holder.paymentLinks.pay({ body: { token, quote: 'another' } }))).toBe('price-changed')
    const first = value(await start(holder, token))
    expect(value(await start(visitorOf(host()), token)), 'in a second tab').toEqual(first)
    expect((await read(holder, token)).state).toBe('paying')
    const before = value(await staff().afterSale.takings({ query: {} }))
    await host().pay(first.redirectUrl!)
    const paid = await read(holder, token)
    expect(paid).toMatchObject({ state: 'paid', contents: null })
    expect(code(await start(holder, token))).toBe('payment-link-paid')
    expect(value(await staff().afterSale.order({ params: { number: paid.order! } }))).toMatchObject({
      ...{ customer: { email }, channel: 'box-office', taken: total },
      order: { tickets: [{}], items: [{ kind: donation.kind }], delivery: { method: 'print-at-home' } },
    })
    const { links } = value(await staff().staffPaymentLinks.list())
    expect(links.find(({ id }) => id === link.id)).toMatchObject({ state: 'paid', order: paid.order })
    const { entries } = value(await staff().counter.book({ params: { instance } }))
    const [entry, ...more] = entries.filter(({ order }) => order === paid.order)
    expect(entry).toMatchObject({ verb: 'pay-by-link', who: link.by, amount: total, seats: [expect.any(String)] })
    expect(more).toEqual([])
    const report = await readTakingsSince(staff(), before.today)
    expect(report, 'no staff user has taken the money').toMatchObject({
      people: before.people,
      kinds: before.kinds,
      refunds: before.refunds,
    })
    const paidBy = ({ links: { kinds } }: Pick<typeof before, 'links'>): number => sumOf(kinds.map(({ amount }) => amount))
    expect(report.links.sales - before.links.sales).toBe(1)
    expect(paidBy(report) - paidBy(before)).toBe(total)
    for (const { amount, tenders } of report.links.kinds) expect(sumOf(tenders.map((cell) => cell.amount))).toBe(amount)
  })

  it('is sent again with another token, and cancelled: neither can be paid then', async () => {
    const { params, email, holder, token } = await send()
    value(await staff().staffPaymentLinks.resend({ params }))
    const next = await host().paymentLinkToken(email)
    expect(next).not.toBe(token)
    expect(code(await holder.paymentLinks.read({ body: { token } }))).toBe('page-not-found')
    expect(code(await start(holder, next))).toBe('ok')
    const { links } = value(await staff().staffPaymentLinks.cancel({ params }))
    expect(links.find(({ id }) => id === params.link)).toMatchObject({ state: 'cancelled' })
    expect(await read(holder, next)).toMatchObject({ state: 'cancelled', contents: null })
    expect(code(await start(holder, next))).toBe('payment-link-cancelled')
    for (const change of ['resend', 'cancel', 'takeBack'] as const)
      expect(code(await staff().staffPaymentLinks[change]({ params }))).toBe('payment-link-cancelled')
  })

  it('is taken back to an empty counter and paid there', async () => {
    const { params, email, holder, total, token } = await send()
    value(await staff().counter.addItem({ body: donation }))
    expect(code(await staff().staffPaymentLinks.takeBack({ params }))).toBe('basket-not-empty')
    value(await staff().counter.reset())
    const { basket, customer } = value(await staff().staffPaymentLinks.takeBack({ params }))
    expect(customer).toMatchObject({ email })
    expect(basket).toMatchObject({ items: [{ kind: donation.kind }], totals: { total } })
    expect(code(await start(holder, token))).toBe('payment-link-cancelled')
    value(await staff().counter.sell({ body: { version: basket.version, way: 'cash', delivery: 'print' } }))
    expect(await read(holder, token)).toMatchObject({ state: 'paid' })
    expect(code(await start(holder, token))).toBe('payment-link-paid')
  })

  it('needs a customer, and is unknown by any other token', async () => {
    value(await staff().counter.reset())
    value(await staff().staff.actFor({ body: { customer: null } }))
    expect(code(await staff().staffPaymentLinks.create({ body: { version: 0 } }))).toBe('basket-empty')
    const { basket } = value(await staff().counter.addItem({ body: donation }))
    expect(code(await staff().staffPaymentLinks.create({ body: { version: basket.version } }))).toBe('no-customer')
    expect(code(await staff().staffPaymentLinks.create({ body: { version: basket.version + 1 } }))).toBe('price-changed')
    value(await staff().counter.reset())
    const token = 'x'.repeat(43)
    expect(code(await visitorOf(host()).paymentLinks.read({ body: { token } }))).toBe('page-not-found')
    expect(code(await visitorOf(host()).paymentLinks.pay({ body: { token, quote: '' } }))).toBe('page-not-found')
    expect(code(await staff().staffPaymentLinks.cancel({ params: { link: crypto.randomUUID() } }))).toBe('page-not-found')
  })
}
