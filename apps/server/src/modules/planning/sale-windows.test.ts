import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '@playhouse/api-client/client'
import type { SaleWindow } from '@playhouse/domain/sale-window'
import { openBasket, resetBasket } from '#modules/basket'
import { addTickets } from '#modules/hold'
import { expectInvariants, fullPriceSeats } from '#testing'
import { startTestServer, type TestServer } from '../../proof/test-server.ts'
import { daysAhead, defaults, planOf, problemIn, staffClientOf, value } from './testing/staff-client.ts'

let server: TestServer
let programmer: ApiClient
let other: ApiClient
beforeAll(async () => {
  server = await startTestServer()
  programmer = await staffClientOf(server, 'programmer')
  other = await staffClientOf(server, 'administrator')
})
afterAll(() => server.close())

const general: SaleWindow = {
  ...{ channel: 'web', memberships: null, limit: null, from: { kind: 'days-before', days: 100, time: '10:00' } },
  until: { kind: 'minutes-before', minutes: 60 },
}
/** General sale that is over already. */
const closed: SaleWindow = { ...general, until: { kind: 'days-before', days: 90, time: '10:00' } }
const guest = { name: 'guest' }

/** A published production with one performance. @returns the id of the performance */
async function productionOf(event: string, days: number): Promise<string> {
  value(await programmer.planning.createProduction({ body: { production: planOf(event, 'Macbeth') } }))
  const performance = { ...defaults(), id: `${event}-1`, type: null, startsAt: `${daysAhead(days)}T19:30` }
  const { version } = value(await programmer.planning.addPerformance({ params: { event }, body: { performance } }))
  value(await programmer.planning.publish({ params: { event }, body: { version } }))
  await server.theatre.catalogue.refresh()
  return performance.id
}
async function edit(client: ApiClient, event: string, version: number | null, windows: readonly SaleWindow[]) {
  const edited = await client.saleWindows.edit({ params: { event }, body: { version, windows: [...windows] } })
  await server.theatre.catalogue.refresh()
  return edited
}
const read = async (event: string) => value(await programmer.saleWindows.one({ params: { event } }))

describe('the windows of the sale of a production', () => {
  it('limit what is held from now on, and leave what is held', async () => {
    const performance = await productionOf('limited', 40)
    const { db, brand } = server.theatre
    const basket = await openBasket(db, brand)
    const hold = (...seats: string[]) => addTickets(server.theatre, basket, guest, performance, fullPriceSeats(...seats))
    value(await edit(programmer, 'limited', null, [{ ...general, limit: 2 }]))
    expect((await hold('A.1', 'A.2')).ok).toBe(true)
    expect(problemIn(await hold('A.3'))).toMatchObject({ code: 'performance-limit', params: { maximum: 2 } })
    value(await edit(other, 'limited', 1, [closed]))
    expect(problemIn(await hold('A.3')).code).toBe('instance-off-sale')
    expect(await db.selectFrom('basket_ticket').select('seat').where('basket_id', '=', basket).execute()).toHaveLength(2)
    value(await edit(programmer, 'limited', 2, []))
    expect((await hold('A.3', 'A.4')).ok).toBe(true)
    expect(await read('limited')).toMatchObject({ version: 3, windows: [] })
    await expectInvariants(server.theatre)
    await resetBasket(server.theatre, basket, guest)
  })

  it('are created by the first of two staff users; the second gets a problem, and overwrites nothing', async () => {
    await productionOf('shared', 41)
    const results = await Promise.all([edit(programmer, 'shared', null, [general]), edit(other, 'shared', null, [closed])])
    const refused = results.filter(({ ok }) => !ok)
    expect(refused.map((result) => problemIn(result))).toMatchObject([{ code: 'changed-meanwhile', params: { version: 1 } }])
    const { version, windows } = await read('shared')
    expect([version, windows]).toEqual([1, [results[0]!.ok ? general : closed]])
    expect(problemIn(await edit(programmer, 'shared', 9, []))).toMatchObject({ code: 'changed-meanwhile', params: { version: 1 } })
  })

  it('keep their production, and are restored by an undo', async () => {
    await productionOf('undone', 42)
    const first = value(await edit(programmer, 'undone', null, [general]))
    const second = value(await edit(programmer, 'undone', 1, [closed]))
    expect(problemIn(await programmer.planning.undo({ params: { change: first.changeSet! }, body: {} })).code).toBe('change-has-dependents')
    value(await programmer.planning.undo({ params: { change: second.changeSet! }, body: {} }))
    expect((await read('undone')).windows).toEqual([general])
    const { changes } = value(await programmer.planning.changes({ query: { subject: 'production', id: 'undone' } }))
    const created = changes.find(({ kind }) => kind === 'create-production')!
    const blocked = problemIn(await programmer.planning.undo({ params: { change: created.id }, body: {} }))
    expect(blocked.params['dependents']).toContainEqual({ kind: 'reference', id: 'sale_windows', count: 1 })
  })

  it('are refused where a performance could never be booked, for unknown levels, and without a fresh second factor', async () => {
    await productionOf('refused', 43)
    const fields = async (window: Partial<SaleWindow>) =>
      problemIn(await edit(programmer, 'refused', null, [{ ...general, ...window }])).params['fields']
    expect(await fields({ from: { kind: 'at', at: `${daysAhead(50)}T10:00` }, until: null })).toEqual(['windows.0.from'])
    expect(await fields({ memberships: ['none'] })).toEqual(['windows.0.memberships'])
    expect(await fields({ limit: 0 })).toEqual(['windows.0.limit'])
    const finance = await staffClientOf(server, 'finance')
    value(await finance.saleWindows.one({ params: { event: 'refused' } }))
    expect(problemIn(await edit(finance, 'refused', null, [general])).code).toBe('not-allowed')
    await server.theatre.db
      .updateTable('staff_session')
      .set({ proved_at: new Date(Date.now() - 3_600_000) })
      .execute()
    value(await programmer.saleWindows.preview({ params: { event: 'refused' }, body: { version: null, windows: [general] } }))
    expect(problemIn(await edit(programmer, 'refused', null, [general])).code).toBe('second-factor-required')
  })
})
