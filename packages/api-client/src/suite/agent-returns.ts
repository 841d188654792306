import { expect, it } from 'vitest'
import { agentSums } from '@playhouse/domain/agent-return'
import type { ProductionPlan } from '@playhouse/domain/production-plan'
import { money } from '@playhouse/domain/money'
import { readPlan } from '@playhouse/domain/plan'
import type { SeatLock } from '@playhouse/domain/seat-lock'
import { longestWait } from '@playhouse/testing/time-limit'
import type { ApiClient } from '#client'
import { code, value } from './visitor.ts'

type Parts = {
  readonly visitor: () => ApiClient
  readonly administrator: () => Promise<ApiClient>
  readonly programmer: () => Promise<ApiClient>
  readonly production: (id: string, title: string) => ProductionPlan
}

/** Seats that agents report as sold. */
export function describeAgentReturns({ visitor, administrator: signIn, programmer, production }: Parts): void {
  it('sells the seats of a return file as orders on account once, and shows everything that is wrong in one', async () => {
    const administrator = await signIn()
    const event = `returns-${Date.now()}`
    const agent = `${event}-agent`
    value(await administrator.planning.createProduction({ body: { production: production(event, 'Returns') } }))
    const { halls, priceLists, timeZone } = value(await administrator.planning.options())
    const { hall, planVersion } = halls.find((each) => priceLists.some((list) => list.hall === each.hall))!
    const defaults = {
      ...{ hall, planVersion, timeZone, priceList: priceLists.find((list) => list.hall === hall)!.id },
      web: { isVisible: true, sale: 'on-sale' as const },
      counter: { isVisible: true, isOnSale: true },
      ...{ generalSaleAt: '2026-01-10T10:00', priority: [], programme: null, members: null, perCustomer: null, accessTags: [] },
    }
    const day = `${new Date().getFullYear() + 7}-06-01`
    const pattern = {
      ...{ from: day, until: day, except: [] },
      rules: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], time: '19:30', type: null }],
    }
    value(await administrator.planning.addRun({ params: { event }, body: { pattern, defaults, skip: [], isPreview: false } }))
    const draft = value(await administrator.planning.production({ params: { event } }))
    value(await administrator.planning.publish({ params: { event }, body: { version: draft.version } }))
    const instance = draft.performances[0]!.id
    const isOpen = async () => (await visitor().catalogue.instance({ params: { instance } })).ok
    await expect.poll(isOpen, { timeout: longestWait }).toBe(true)

    const record = { name: 'Hotel Globe', commissionBasisPoints: 1_000, paymentDays: 30, position: 1 }
    value(await administrator.records.save({ params: { kind: 'agent', id: agent }, body: { version: null, record } }))
    const plan = readPlan(value(await visitor().catalogue.plan({ params: { venue: hall, version: planVersion } })))
    const { taken, version } = value(await administrator.seatLocks.one({ params: { instance } }))
    const free = Array.from({ length: plan.seatCount }, (_, seat) => plan.idOf(seat)).filter((seat) => !taken.includes(seat))
    const [one, two, three, other] = free as [string, string, string, string]
    const lock: SeatLock = { type: 'agent', agent, note: '', release: null }
    const painting = [{ lock, seats: [one, two, three] }]
    value(await administrator.seatLocks.paint({ params: { instance }, body: { version, painting, also: [] } }))

    const call = (...seats: { readonly seat: string; readonly reference?: string }[]) => {
      const sheet = seats.map((row) => ({ performance: instance, reference: '', ...row }))
      return { params: { agent }, body: { file: { name: 'march.json', file: btoa(JSON.stringify({ march: sheet })) } } }
    }
    const sold = call({ seat: one, reference: 'G-1' }, { seat: two, reference: 'G-2' })
    const preview = value(await administrator.agents.previewReturn(sold))
    expect(preview).toMatchObject({ problems: [], saleCount: 2, orders: 2, unchanged: 0, isEntered: false })
    expect(preview.gross).toBe(preview.sales.reduce((sum, { price }) => sum + price, 0))
    expect(preview.commission).toBeGreaterThan(0)
    expect(preview.net).toBe(preview.gross - preview.commission)
    expect(preview.sales).toMatchObject([{ row: 2, performance: instance, reference: 'G-1' }, { row: 3 }])

    const wrong = value(await administrator.agents.enterReturn(call({ seat: other }, { seat: one }, { seat: one }, { seat: 'none' })))
    expect(wrong).toMatchObject({ problemCount: 3, isEntered: false })
    expect(wrong.problems.map(({ row, fault }) => [row, fault])).toEqual([
      [2, 'not-allocated'],
      [4, 'repeated-seat'],
      [5, 'unknown-seat'],
    ])
    expect(value(await administrator.agents.enterReturn(sold))).toMatchObject({ ...preview, isEntered: true })
    expect(value(await administrator.agents.enterReturn(sold))).toMatchObject({ saleCount: 0, orders: 0, unchanged: 2, gross: 0 })
    const { allocations } = value(await administrator.agents.allocations({ params: { agent } }))
    expect(allocations).toMatchObject([{ instance, seats: [{}] }])
    const { entries } = value(await administrator.counter.book({ params: { instance } }))
    const sales = entries.filter(({ verb }) => verb === 'sell')
    expect(sales).toHaveLength(2)
    const order = value(await administrator.afterSale.order({ params: { number: sales[0]!.order! } }))
    expect(order).toMatchObject({ origin: 'invoice', refundMeans: 'credit-note', channel: 'box-office', order: { state: 'confirmed' } })

    const { sales: owed, hasMore } = value(await administrator.agents.sales({ params: { agent }, query: {} }))
    expect(hasMore).toBe(false)
    expect(owed.map(({ reference, count, returned }) => [reference, count, returned]).toSorted()).toEqual([
      ['G-1', 1, 0],
      ['G-2', 1, 0],
    ])
    expect(owed[0]).toMatchObject({ performance: { instance, title: 'Returns' } })
    expect(agentSums(owed)).toEqual({ gross: preview.gross, commission: preview.commission, net: preview.net })
    const [{ enteredOn, dueOn }] = owed as [(typeof owed)[number]]
    expect(dueOn).toBe(Temporal.PlainDate.from(enteredOn).add({ days: 30 }).toString())
    const others = { until: Temporal.PlainDate.from(enteredOn).subtract({ days: 1 }).toString() }
    expect(value(await administrator.agents.sales({ params: { agent }, query: others })).sales).toEqual([])
    const { worth } = order
    const tickets = worth.map(({ ticket }) => ticket)
    const total = money(worth.reduce((sum, each) => sum + each.value, 0))
    const back = { tickets, to: 'origin' as const, value: total, reason: 'not sold' }
    value(await administrator.afterSale.giveBack({ params: { number: order.order.number }, body: back }))
    const { sales: left } = value(await administrator.agents.sales({ params: { agent }, query: { from: enteredOn } }))
    expect(left.find((each) => each.order === order.order.number)).toMatchObject({ count: 0, returned: 1, gross: 0, commission: 0, net: 0 })
    expect(agentSums(left).gross).toBe(owed.find((each) => each.order !== order.order.number)!.gross)

    expect(code(await (await programmer()).agents.sales({ params: { agent }, query: {} }))).toBe('not-allowed')
    expect(code(await (await programmer()).agents.previewReturn(sold))).toBe('not-allowed')
    expect(code(await administrator.agents.previewReturn({ ...sold, params: { agent: 'none' } }))).toBe('page-not-found')
    const noSheet = { name: 'old.xls', file: btoa('\u00D0\u00CF\u0011\u00E0') }
    expect(await administrator.agents.previewReturn({ params: { agent }, body: { file: noSheet } })).toMatchObject({
      error: { code: 'spreadsheet-refused', params: { file: 'old.xls', reason: 'old-excel' } },
    })
  })
}
