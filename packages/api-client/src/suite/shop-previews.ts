import { expect, it } from 'vitest'
import type { ProductionPlan } from '@playhouse/domain/production-plan'
import { previewHours, splitPreviewPath } from '@playhouse/domain/shop-preview'
import type { ApiClient } from '#client'
import { code, value } from './visitor.ts'

type Parts = {
  readonly programmer: () => Promise<ApiClient>
  readonly production: (id: string, title: string) => ProductionPlan
}

/** Previews of the shop at a moment. */
export function describeShopPreviews({ programmer: signIn, production }: Parts): void {
  it('opens a preview of the shop for a draft, and names what is wrong with a choice', async () => {
    const programmer = await signIn()
    const event = `preview-${Date.now()}`
    value(await programmer.planning.createProduction({ body: { production: production(event, 'Preview') } }))
    const visitor = { kind: 'visitor' } as const
    for (const at of [null, '2027-01-10T10:00']) {
      const { path, until } = value(await programmer.shopPreviews.open({ body: { event, at, person: visitor } }))
      expect(splitPreviewPath(`${path}/events/${event}`)?.url).toBe(`/events/${event}`)
      expect(Math.abs(Date.parse(until) - Date.now() - previewHours * 3_600_000)).toBeLessThan(600_000)
    }
    const refused = (at: string, person: { kind: 'visitor' } | { kind: 'member'; membership: string }) =>
      programmer.shopPreviews.open({ body: { event, at, person } })
    expect(await refused('2027-02-31T10:00', visitor)).toMatchObject({ error: { code: 'invalid-input', params: { fields: ['at'] } } })
    expect(await refused('2027-01-10T10:00', { kind: 'member', membership: 'none' })).toMatchObject({
      error: { code: 'invalid-input', params: { fields: ['person.membership'] } },
    })
    expect(code(await programmer.shopPreviews.open({ body: { event: 'none', at: null, person: visitor } }))).toBe('event-unavailable')
  })
}
