import { expect, it } from 'vitest'
import { longestWait } from '@playhouse/testing/time-limit'
import type { ApiClient } from '#client'
import { openPerformances } from './product-performances.ts'
import { code, value } from './visitor.ts'

type Parts = { readonly visitor: () => ApiClient; readonly programmer: () => Promise<ApiClient> }

/** Ballots as records of the catalogue. */
export function describeBallotRecords({ visitor, programmer: signIn }: Parts): void {
  it('opens a ballot that staff created, changes and withdraws it, and undoes all', async () => {
    const programmer = await signIn()
    const anyone = visitor()
    const id = `last-weekend-${Date.now()}`
    const params = { kind: 'ballot', id } as const
    const performance = await performanceWithoutBallot(programmer)
    const record = {
      ...{ name: 'Last weekend', kind: 'choices', opensAt: '2020-05-02T10:00', closesAt: '2040-05-02T10:00', drawsAt: '2040-05-03T10:00' },
      ...{ holdHours: 48, maxQuantity: 4, performances: [{ performance, seats: 20 }] },
    }
    const save = (version: number | null, change: object = {}) =>
      programmer.records.save({ params, body: { version, record: { ...record, ...change } } })
    const created = value(await save(null))
    expect(created.record).toEqual({ ...params, version: 1, isWithdrawn: false, record })
    const shown = async () => {
      const reply = await anyone.ballot.read({ params: { instance: performance } })
      return reply.ok ? [reply.value.state, reply.value.maxQuantity, reply.value.performances[0]?.seats] : reply.error.code
    }
    await expect.poll(shown, { timeout: longestWait }).toEqual(['open', 4, 20])
    const faultsOf = async (change: object, version: number | null = 1) => {
      const reply = await save(version, change)
      return reply.ok || reply.error.code !== 'invalid-input' ? reply : reply.error.params.fields
    }
    expect(await faultsOf({ closesAt: '2020-05-02T10:00' })).toEqual(['record.closesAt'])
    expect(await faultsOf({ drawsAt: '2039-05-02T10:00' })).toEqual(['record.drawsAt'])
    expect(await faultsOf({ closesAt: '2020-05-03T10:00', drawsAt: '2020-05-04T10:00' })).toEqual(['record.drawsAt'])
    expect(await faultsOf({ opensAt: '2040-02-30T10:00' })).toEqual(['record.opensAt'])
    expect(await faultsOf({ performances: [] })).toEqual(['record.performances'])
    expect(await faultsOf({ performances: [{ performance: 'long-ago', seats: 2 }] })).toEqual(['record.performances.0.performance'])
    expect(await faultsOf({ performances: [record.performances[0], record.performances[0]] })).toEqual(['record.performances'])
    const other = await programmer.records.save({ params: { kind: 'ballot', id: `${id}-2` }, body: { version: null, record } })
    expect(other).toMatchObject({ error: { code: 'invalid-input', params: { fields: ['record.performances.0.performance'] } } })
    expect(await faultsOf({ priceType: 'no-such-price' })).toEqual(['record.priceType'])
    const priceOf = async () => value(await anyone.ballot.read({ params: { instance: performance } })).performances[0]!.price
    expect(await priceOf()).toBeNull()
    const edited = value(await save(1, { maxQuantity: 2, priceType: 'full' }))
    expect(edited.record).toMatchObject({ version: 2, record: { maxQuantity: 2, priceType: 'full' } })
    await expect.poll(priceOf, { timeout: longestWait }).toBeGreaterThan(0)
    await expect.poll(shown, { timeout: longestWait }).toEqual(['open', 2, 20])
    const withdrawn = value(await programmer.records.setSale({ params, body: { version: 2, isWithdrawn: true } }))
    await expect.poll(shown, { timeout: longestWait }).toBe('instance-unavailable')
    for (const { changeSet } of [withdrawn, edited, created])
      value(await programmer.planning.undo({ params: { change: changeSet! }, body: {} }))
    expect(code(await programmer.records.one({ params }))).toBe('page-not-found')
  })
}

/** A performance ahead that no ballot has. */
async function performanceWithoutBallot(programmer: ApiClient): Promise<string> {
  const open = await openPerformances(programmer)
  for (const { id } of open) if (!(await programmer.ballot.read({ params: { instance: id } })).ok) return id
  throw new Error('each performance has a ballot')
}
