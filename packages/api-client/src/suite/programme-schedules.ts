import { expect, it } from 'vitest'
import type { ApiClient } from '#client'
import { exported, fileOf } from './programme-files.ts'
import { code, value } from './visitor.ts'

/** Scheduled prices in programme files. */
export function describeProgrammeSchedules({ programmer: signIn }: { readonly programmer: () => Promise<ApiClient> }): void {
  it('schedules prices of a new list, exports them, finds them unchanged, and undoes both', async () => {
    const programmer = await signIn()
    const id = `scheduled-${Date.now()}`
    const list = (await exported(programmer))['price lists']![0]!
    const from = `${new Date().getFullYear() + 6}-05-01 10:00`
    const schedule = [
      { 'price list': id, from, band: 'a', 'price type': 'full', price: 40, fee: 2.5 },
      { 'price list': id, from, band: 'b', 'price type': 'full' },
    ]
    const files = fileOf({
      'price lists': [{ ...list, 'price list': id, name: 'Scheduled' }],
      'price types': [{ 'price list': id, 'price type': 'full', name: 'Full price', kind: 'full' }],
      prices: ['a', 'b'].map((band) => ({ 'price list': id, band, 'price type': 'full', price: '30.00' })),
      'scheduled prices': schedule,
    })
    const imported = value(await programmer.programmeFiles.import({ body: { files } }))
    expect(imported).toMatchObject({
      problems: [],
      things: [
        { subject: 'price-list', id, effect: 'created' },
        { subject: 'price-schedule', id: `${id}, ${from}`, effect: 'created' },
      ],
    })
    expect(value(await programmer.priceLists.one({ params: { priceList: id } })).scheduled).toMatchObject([
      {
        from: from.replace(' ', 'T'),
        fields: [
          { field: 'price.a.full', after: { price: 40_00, fee: 2_50 } },
          { field: 'price.b.full', after: null },
        ],
      },
    ])
    expect((await exported(programmer))['scheduled prices']!.filter((row) => row['price list'] === id)).toEqual(schedule)
    const again = value(await programmer.programmeFiles.import({ body: { files } }))
    expect(again).toMatchObject({ problems: [], created: 0, changed: 0, unchanged: 2 })
    const past = fileOf({ 'scheduled prices': [{ ...schedule[0]!, from: '2026-01-10 10:00' }] })
    expect(value(await programmer.programmeFiles.preview({ body: { files: past } })).problems).toMatchObject([
      { sheet: 'scheduled prices', row: 2, column: 'from', value: '2026-01-10 10:00', fault: 'moment-passed' },
    ])
    value(await programmer.planning.undo({ params: { change: imported.changeSet! }, body: {} }))
    expect(code(await programmer.priceLists.one({ params: { priceList: id } }))).toBe('page-not-found')
  })
}
