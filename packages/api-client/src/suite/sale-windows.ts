import { expect, it } from 'vitest'
import type { ProductionPlan } from '@playhouse/domain/production-plan'
import type { SaleWindow } from '@playhouse/domain/sale-window'
import { longestWait } from '@playhouse/testing/time-limit'
import type { ApiClient } from '#client'
import { code, value } from './visitor.ts'

type Parts = {
  readonly visitor: () => ApiClient
  readonly programmer: () => Promise<ApiClient>
  readonly production: (id: string, title: string) => ProductionPlan
}

/** The windows in which productions are sold. */
export function describeSaleWindows({ visitor, programmer: signIn, production }: Parts): void {
  it('sells a production in the windows that staff set, until they undo that', async () => {
    const programmer = await signIn()
    const event = `windows-${Date.now()}`
    value(await programmer.planning.createProduction({ body: { production: production(event, 'Windows') } }))
    const { halls, priceLists, timeZone } = value(await programmer.planning.options())
    const { hall, planVersion } = halls.find((each) => priceLists.some((list) => list.hall === each.hall))!
    const instance = `${event}-1`
    const year = new Date().getFullYear() + 5
    const { version } = value(
      await programmer.planning.addPerformance({
        params: { event },
        body: {
          performance: {
            ...{ id: instance, hall, planVersion, priceList: priceLists.find((list) => list.hall === hall)!.id, type: null },
            ...{
              startsAt: `${year}-05-01T19:30`,
              timeZone,
              generalSaleAt: '2026-01-10T10:00',
              priority: [],
              programme: null,
              members: null,
            },
            ...{
              web: { isVisible: true, sale: 'on-sale' },
              counter: { isVisible: true, isOnSale: true },
              perCustomer: null,
              accessTags: [],
            },
          },
        },
      }),
    )
    value(await programmer.planning.publish({ params: { event }, body: { version } }))
    const anyone = visitor()
    const label = async () => {
      const reply = await anyone.catalogue.instance({ params: { instance } })
      return reply.ok ? reply.value.availability : reply.error.code
    }
    const until = (expected: string) => expect.poll(label, { timeout: longestWait }).toBe(expected)
    await until('get-tickets')

    const params = { event }
    const none = value(await programmer.saleWindows.one({ params }))
    expect(none).toMatchObject({ event, title: 'Windows', version: null, windows: [], performances: [{ id: instance, periods: [] }] })
    const general: SaleWindow = {
      ...{ channel: 'web', memberships: null, limit: null, from: { kind: 'days-before', days: 7, time: '10:00' } },
      until: { kind: 'minutes-before', minutes: 60 },
    }
    const memberships = (await levelOf(programmer)) ?? []
    const early: SaleWindow = { ...general, memberships, from: { kind: 'at', at: '2026-01-10T10:00' }, until: null, limit: 2 }
    const windows = memberships.length > 0 ? [general, early] : [general]
    const body = { version: null, windows }
    const preview = value(await programmer.saleWindows.preview({ params, body }))
    expect(preview.fields).toEqual([{ field: 'windows', before: null, after: windows }])
    const [{ periods }] = [preview.performances[0]!]
    const hour = 3_600_000
    const [from, end] = [Date.parse(periods[0]!.from), Date.parse(periods[0]!.until)]
    expect(end - from).toBe(7 * 24 * hour + 8.5 * hour)
    expect(await label()).toBe('get-tickets')
    const saved = value(await programmer.saleWindows.edit({ params, body }))
    expect(saved.saleWindows).toMatchObject({ version: 1, windows })
    await until(memberships.length > 0 ? 'priority' : 'not-on-sale')
    expect(value(await anyone.catalogue.instance({ params: { instance } })).generalSaleAt).toBe(periods[0]!.from)
    for (const stale of [null, 7])
      expect(code(await programmer.saleWindows.edit({ params, body: { version: stale, windows: [] } }))).toBe('changed-meanwhile')

    const invalid = await programmer.saleWindows.preview({
      params,
      body: { version: 1, windows: [{ ...general, channel: 'counter', limit: 3, memberships: ['none'] }] },
    })
    expect(invalid).toMatchObject({ error: { code: 'invalid-input', params: { fields: ['windows.0.memberships'] } } })
    expect(code(await programmer.saleWindows.one({ params: { event: 'none' } }))).toBe('event-unavailable')

    value(await programmer.planning.undo({ params: { change: saved.changeSet! }, body: {} }))
    await until('get-tickets')
    expect(value(await programmer.saleWindows.one({ params }))).toMatchObject({ version: null, windows: [] })
    const { changes } = value(await programmer.planning.changes({ query: { subject: 'sale-windows', id: event } }))
    expect(changes.map(({ kind }) => kind)).toEqual(['undo', 'edit-sale-windows'])
  })
}

/** A level of membership that is on offer. */
async function levelOf(client: ApiClient): Promise<string[] | undefined> {
  const offers = await client.catalogue.memberships()
  return offers.ok && offers.value.memberships[0] ? [offers.value.memberships[0].membership] : undefined
}
