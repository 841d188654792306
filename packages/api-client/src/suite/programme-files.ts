import { expect, it } from 'vitest'
import { longestWait } from '@playhouse/testing/time-limit'
import type { ApiClient } from '#client'
import { samplePng } from './sample-png.ts'
import { code, value } from './visitor.ts'

type Parts = { readonly visitor: () => ApiClient; readonly programmer: () => Promise<ApiClient> }
type Row = Readonly<Record<string, string | number>>
type Programme = Readonly<Record<string, readonly Row[]>>

const utf8 = (text: string): string => Array.from(new TextEncoder().encode(text), (byte) => String.fromCodePoint(byte)).join('')
/** The rows of sheets as a file. */
export const fileOf = (programme: Programme) => [{ name: 'season.json', file: btoa(utf8(JSON.stringify(programme))) }]

/** The rows of the sheets of an export. */
export const exported = async (programmer: ApiClient): Promise<Programme> =>
  JSON.parse(new TextDecoder().decode(value(await programmer.programmeFiles.json()))) as Programme

/** The programme as files that staff import and export. */
export function describeProgrammeFiles({ visitor, programmer: signIn }: Parts): void {
  /** A production with two performances years ahead. */
  async function season(programmer: ApiClient, event: string) {
    const { halls, priceLists } = value(await programmer.planning.options())
    const { id: list, hall } = priceLists.find((each) => each.planVersion === null && halls.some((one) => one.hall === each.hall))!
    const night = (nth: number): Row => ({
      ...{ performance: `${event}-${nth}`, production: event, time: '19:30', hall, 'price list': list, state: 'published' },
      ...{ date: `${new Date().getFullYear() + 7}-05-0${nth}`, 'general sale': '2026-01-10 10:00' },
    })
    const play: Row = { production: event, title: 'Säsong', 'running time': 95, language: 'en', synopsis: 'A play.', state: 'published' }
    return { productions: [play], performances: [night(1), night(2)] }
  }
  /** The same as drafts: their hall may be in use. */
  async function draftSeason(programmer: ApiClient, event: string) {
    const { productions, performances } = await season(programmer, event)
    const asDraft = (row: Row): Row => ({ ...row, state: 'draft' })
    return { productions: productions.map(asDraft), performances: performances.map(asDraft) }
  }
  it('imports a programme after a preview, finds it unchanged then, exports it, and undoes it', async () => {
    const programmer = await signIn()
    const event = `file-${Date.now()}`
    const files = fileOf(await season(programmer, event))
    const things = [
      { subject: 'production', id: event, effect: 'created' },
      { subject: 'performance', id: `${event}-1`, effect: 'created' },
      { subject: 'performance', id: `${event}-2`, effect: 'created' },
    ]
    const preview = value(await programmer.programmeFiles.preview({ body: { files } }))
    expect(preview).toMatchObject({ problems: [], problemCount: 0, things, created: 3, changed: 0, unchanged: 0, changeSet: null })
    expect(code(await programmer.planning.production({ params: { event } }))).toBe('event-unavailable')
    const imported = value(await programmer.programmeFiles.import({ body: { files, reason: 'Next season' } }))
    expect(imported).toMatchObject({ things, created: 3, changeSet: expect.any(String) })
    const instances = async () => {
      const found = await visitor().catalogue.event({ params: { event } })
      return found.ok ? found.value.instances.length : 0
    }
    await expect.poll(instances, { timeout: longestWait }).toBe(2)
    const { changes } = value(await programmer.planning.changes({ query: { subject: 'production', id: event } }))
    expect(changes).toMatchObject([{ id: imported.changeSet, kind: 'import-programme', reason: 'Next season' }])

    const whole = await exported(programmer)
    expect(whole['productions']!.find(({ production }) => production === event)).toMatchObject({ title: 'Säsong', 'running time': 95 })
    const again = value(await programmer.programmeFiles.import({ body: { files: fileOf(whole) } }))
    expect(again).toMatchObject({ problems: [], created: 0, changed: 0, changeSet: null })
    expect(again.unchanged).toBeGreaterThan(3)

    value(await programmer.planning.undo({ params: { change: imported.changeSet! }, body: {} }))
    expect(code(await programmer.planning.production({ params: { event } }))).toBe('event-unavailable')
  })

  it('imports the image of a production by its upload, exports it, and names one that was never uploaded', async () => {
    const programmer = await signIn()
    const event = `image-${Date.now()}`
    const { productions } = await draftSeason(programmer, event)
    const { id, width, height } = value(await programmer.planning.uploadImage({ body: { file: samplePng } }))
    const described = { image: `${id} ${width}x${height}`, 'image focus': '30 40', 'image text': 'A ship', 'image text (de)': 'Ein Schiff' }
    const files = fileOf({ productions: productions.map((row) => ({ ...row, ...described })) })
    const imported = value(await programmer.programmeFiles.import({ body: { files } }))
    expect(imported).toMatchObject({ problems: [], created: 1 })
    expect(value(await programmer.planning.production({ params: { event } })).production.image).toEqual({
      ...{ id, width, height, focus: { x: 30, y: 40 } },
      alt: { text: 'A ship', translations: { de: 'Ein Schiff' } },
    })
    expect((await exported(programmer))['productions']!.find(({ production }) => production === event)).toMatchObject(described)
    const problemsOf = async (row: Row) => {
      const changed = fileOf({ productions: productions.map(({ production }) => ({ production: production!, ...row })) })
      const { problems } = value(await programmer.programmeFiles.preview({ body: { files: changed } }))
      return problems.map(({ column, fault, suggestion }) => [column, fault, suggestion])
    }
    expect(await problemsOf({ image: `${'0'.repeat(32)} 800x400` })).toEqual([['image', 'unknown-reference', null]])
    expect(await problemsOf({ image: `${id} 9999x400` })).toEqual([['image', 'unknown-reference', `${id} ${width}x${height}`]])
    expect(await problemsOf({ image: 'ship.png' })).toEqual([['image', 'unknown-file', null]])
    expect(await problemsOf({ 'image focus': '30 140' })).toEqual([['image focus', 'out-of-range', '0–100']])
    const without = fileOf({ productions: productions.map(({ production }) => ({ production: production!, image: '' })) })
    value(await programmer.programmeFiles.import({ body: { files: without } }))
    expect(value(await programmer.planning.production({ params: { event } })).production.image).toBeUndefined()
  })

  it('imports further pictures of a production by their places, exports them, and names each that is faulty', async () => {
    const programmer = await signIn()
    const event = `pictures-${Date.now()}`
    const { productions } = await draftSeason(programmer, event)
    const { id, width, height } = value(await programmer.planning.uploadImage({ body: { file: samplePng } }))
    const described = { image: `${id} ${width}x${height}`, 'image focus': '30 40', 'image text': 'A ship', 'image text (de)': 'Ein Schiff' }
    const pictures = [
      { production: event, picture: 2, image: described.image, 'image text': 'The same ship' },
      { production: event, picture: 1, ...described },
    ]
    const galleryOf = async () => value(await programmer.planning.production({ params: { event } })).production.gallery
    const importOf = async (rows: readonly Row[]) =>
      value(await programmer.programmeFiles.import({ body: { files: fileOf({ pictures: rows }) } }))
    const imported = value(await programmer.programmeFiles.import({ body: { files: fileOf({ productions, pictures }) } }))
    expect(imported).toMatchObject({ problems: [], created: 1 })
    const image = { id, width, height }
    const gallery = [
      { ...image, focus: { x: 30, y: 40 }, alt: { text: 'A ship', translations: { de: 'Ein Schiff' } } },
      { ...image, focus: { x: 50, y: 50 }, alt: { text: 'The same ship' } },
    ]
    expect(await galleryOf()).toEqual(gallery)
    const whole = await exported(programmer)
    expect(whole['pictures']!.filter(({ production }) => production === event)).toMatchObject([
      { picture: 1, ...described },
      { picture: 2, image: described.image, 'image focus': '50 50', 'image text': 'The same ship' },
    ])
    expect(value(await programmer.programmeFiles.preview({ body: { files: fileOf(whole) } }))).toMatchObject({ problems: [], changed: 0 })

    value(await programmer.programmeFiles.import({ body: { files: fileOf({ productions }) } }))
    expect(await galleryOf()).toEqual(gallery)
    const translated = await importOf([{ production: event, picture: 2, 'image text (de)': 'Dasselbe Schiff' }])
    expect(translated.things).toEqual([{ subject: 'production', id: event, effect: 'changed', fields: ['gallery'] }])
    const both = [gallery[0], { ...gallery[1], alt: { text: 'The same ship', translations: { de: 'Dasselbe Schiff' } } }]
    expect(await galleryOf()).toEqual(both)

    const { problems } = await importOf([
      { production: event, picture: 1, 'image text': 'A ship', image: `${'0'.repeat(32)} 800x400` },
      { production: event, picture: 2, 'image text': 'A ship', image: `${id} 9999x400` },
      { production: event, picture: 4, image: described.image, 'image text': 'A ship' },
      { production: event, picture: 25, image: described.image, 'image text': 'A ship' },
      { production: 'no-such-play', picture: 1, image: described.image, 'image text': 'A ship' },
      { production: event, picture: 3, image: 'ship.png', 'image text': 'A ship' },
      { production: event, picture: 1, image: described.image },
    ])
    expect(problems.map(({ row, column, fault, suggestion }) => [row, column, fault, suggestion])).toEqual([
      [2, 'image', 'unknown-reference', null],
      [3, 'image', 'unknown-reference', described.image],
      [4, 'picture', 'out-of-range', '3'],
      [5, 'picture', 'out-of-range', '1–24'],
      [6, 'production', 'unknown-reference', null],
      [7, 'image', 'unknown-file', null],
      [8, 'image text', 'missing', null],
    ])
    expect(await galleryOf()).toEqual(both)
    value(await programmer.planning.undo({ params: { change: translated.changeSet! }, body: {} }))
    expect(await galleryOf()).toEqual(gallery)
  })

  it('exports the plans of halls, keeps them, and names those that no file brings', async () => {
    const programmer = await signIn()
    const { halls = [] } = await exported(programmer)
    const { halls: listed } = value(await programmer.halls.all())
    expect(new Set(halls.map(({ hall }) => hall))).toEqual(new Set(listed.map(({ hall }) => hall)))
    const check = async (rows: readonly Row[]) =>
      value(await programmer.programmeFiles.preview({ body: { files: fileOf({ halls: rows }) } }))
    expect(await check(halls)).toMatchObject({ problems: [], created: 0, changed: 0, unchanged: halls.length })
    const faulty = await check([
      { ...halls[0]!, name: 'Another name' },
      { hall: 'new-hall', 'plan file': 'new.json', name: 'New' },
    ])
    expect(faulty.problems.map(({ row, column, fault, suggestion }) => [row, column, fault, suggestion])).toEqual([
      [2, 'name', 'hall-name-kept', halls[0]!['name']],
      [3, 'plan file', 'unknown-file', null],
    ])
  })

  it('imports types of performances and on-sale windows, finds them unchanged in the export, and undoes them', async () => {
    const programmer = await signIn()
    const event = `windows-${Date.now()}`
    const { productions, performances } = await draftSeason(programmer, event)
    const types = [
      { type: event, name: 'Relaxed', 'price list': performances[0]!['price list']!, access: 'relaxed', 'tickets per customer': 6 },
    ]
    const windows = [
      { production: event, window: 1, channel: 'web', from: '2026-02-01 10:00', limit: 4 },
      { production: event, window: 2, channel: 'counter', from: '14 days before 10:00', until: '90 minutes before' },
    ]
    const files = fileOf({
      'performance types': types,
      productions,
      performances: performances.map((performance) => ({ ...performance, type: event })),
      'on-sale windows': windows,
    })
    const imported = value(await programmer.programmeFiles.import({ body: { files } }))
    expect(imported).toMatchObject({ problems: [], created: 5, changed: 0 })
    expect(value(await programmer.planning.performanceTypes()).types).toContainEqual(
      expect.objectContaining({ id: event, name: 'Relaxed', accessTags: ['relaxed'], perCustomer: 6 }),
    )
    const stored = value(await programmer.saleWindows.one({ params: { event } }))
    expect(stored.windows).toEqual([
      { channel: 'web', memberships: null, from: { kind: 'at', at: '2026-02-01T10:00' }, until: null, limit: 4 },
      {
        ...{ channel: 'counter', memberships: null, limit: null },
        ...{ from: { kind: 'days-before', days: 14, time: '10:00' }, until: { kind: 'minutes-before', minutes: 90 } },
      },
    ])
    const again = value(await programmer.programmeFiles.import({ body: { files: fileOf(await exported(programmer)) } }))
    expect(again).toMatchObject({ problems: [], created: 0, changed: 0, changeSet: null })
    const limit = fileOf({ 'on-sale windows': [{ production: event, window: 1, limit: 2 }] })
    expect(value(await programmer.programmeFiles.preview({ body: { files: limit } }))).toMatchObject({
      things: [{ subject: 'sale-windows', id: event, effect: 'changed', fields: ['windows'] }],
    })
    value(await programmer.planning.undo({ params: { change: imported.changeSet! }, body: {} }))
    expect(code(await programmer.planning.production({ params: { event } }))).toBe('event-unavailable')
  })

  it('imports an event of pretix with what its files lack, notes what it leaves out, and finds it unchanged', async () => {
    const programmer = await signIn()
    const slug = `pretix-${Date.now()}`
    const { performances } = await draftSeason(programmer, slug)
    const year = new Date().getFullYear() + 7
    const date = { event: slug, date_to: `${year}-06-01T20:45:00Z`, presale_start: '2026-01-10T10:00:00Z', active: true }
    const pretix = {
      event: { slug, name: { en: 'The Storm' }, currency: 'GBP', timezone: 'Europe/London', has_subevents: true, date_from: null },
      subevents: [1, 2].map((id) => ({ ...date, id, date_from: `${year}-06-0${id}T18:30:00Z` })),
      items: [
        { id: 5, name: 'Seat', default_price: '41.50', admission: true, active: true, variations: [] },
        { id: 6, name: 'Poster', default_price: '5.00', admission: false, active: true, variations: [] },
      ],
    }
    const files = [{ name: 'event.json', file: btoa(JSON.stringify(pretix)) }]
    const lacking = value(await programmer.programmeFiles.preview({ body: { files } }))
    expect(lacking.problems).toContainEqual(
      expect.objectContaining({ sheet: 'event.json', row: null, column: 'price lists, hall', fault: 'missing' }),
    )
    const defaults = { hall: String(performances[0]!['hall']) }
    const imported = value(await programmer.programmeFiles.import({ body: { files, defaults } }))
    expect(imported).toMatchObject({ problems: [], created: 4 })
    expect(imported.notes).toEqual([
      { file: 'event.json', line: null, field: 'items', value: 'Poster', note: 'no-ticket' },
      { file: 'event.json', line: null, field: 'subevents active', value: '2', note: 'not-read' },
    ])
    const planned = value(await programmer.planning.production({ params: { event: slug } }))
    expect(planned.production).toMatchObject({ title: 'The Storm', runningTime: 135, state: 'draft' })
    expect(planned.performances.map(({ id, startsAt, priceList }) => [id, startsAt, priceList])).toEqual([
      [`${slug}-1`, `${year}-06-01T19:30`, slug],
      [`${slug}-2`, `${year}-06-02T19:30`, slug],
    ])
    expect(value(await programmer.priceLists.one({ params: { priceList: slug } })).prices).toEqual({
      a: { 'item-5': { price: 41_50, fee: 0 } },
    })
    const again = value(await programmer.programmeFiles.import({ body: { files, defaults } }))
    expect(again).toMatchObject({ problems: [], created: 0, changed: 0, unchanged: 4, changeSet: null })
    value(await programmer.planning.undo({ params: { change: imported.changeSet! }, body: {} }))
    expect(code(await programmer.planning.production({ params: { event: slug } }))).toBe('event-unavailable')
  })

  it('returns every problem of types and windows with its row and column', async () => {
    const programmer = await signIn()
    const event = `windows-${Date.now()}`
    const files = fileOf({
      ...(await draftSeason(programmer, event)),
      'performance types': [{ type: event, name: 'Gala', 'price list': 'no-such-list' }],
      'on-sale windows': [
        { production: event, window: 1, channel: 'web', memberships: 'no-such-level', from: '2026-02-01 10:00' },
        { production: event, window: 2, channel: 'counter', from: '10 minutes before', until: '20 minutes before', limit: 2 },
        { production: event, window: 4, channel: 'counter', from: '2026-02-01 10:00' },
        { production: event, window: 5, channel: 'counter', from: 'two weeks before' },
        { production: 'no-such-play', window: 1, channel: 'counter', from: '2026-02-01 10:00' },
      ],
    })
    const { problems } = value(await programmer.programmeFiles.preview({ body: { files } }))
    const found = problems.map(({ sheet, row, column, fault, suggestion }) => [sheet, row, column, fault, suggestion])
    const inWindows = (...problem: unknown[]) => ['on-sale windows', ...problem]
    expect(found).toHaveLength(8)
    expect(found).toEqual(
      expect.arrayContaining([
        ['performance types', 2, 'price list', 'unknown-reference', null],
        inWindows(2, 'memberships', 'unknown-reference', null),
        inWindows(2, 'memberships', 'one-general-window', null),
        inWindows(3, 'limit', 'not-at-counter', null),
        inWindows(3, 'until', 'window-never-open', null),
        inWindows(4, 'window', 'out-of-range', '3'),
        inWindows(5, 'from', 'not-a-date', '2031-02-03 10:00, 14 days before 10:00'),
        inWindows(6, 'production', 'unknown-reference', null),
      ]),
    )
  })

  it('returns every problem of a file at once, and changes nothing', async () => {
    const programmer = await signIn()
    const event = `faulty-${Date.now()}`
    const { productions, performances } = await season(programmer, event)
    const files = fileOf({
      productions: [{ ...productions[0]!, 'running time': 0 }],
      performances: [
        { ...performances[0]!, hall: 'nowhere' },
        { ...performances[1]!, date: '2031-02-31' },
      ],
      things: [],
    })
    const problems = [
      ['things', null, null, 'unknown-sheet'],
      ['productions', 2, 'running time', 'out-of-range'],
      ['performances', 2, 'hall', 'unknown-reference'],
      ['performances', 3, 'date', 'no-such-time'],
    ]
    const before = await exported(programmer)
    for (const report of [
      value(await programmer.programmeFiles.preview({ body: { files } })),
      value(await programmer.programmeFiles.import({ body: { files } })),
    ]) {
      expect(report.problems.map(({ sheet, row, column, fault }) => [sheet, row, column, fault])).toEqual(problems)
      expect(report).toMatchObject({ problemCount: 4, things: [], changeSet: null })
    }
    expect(await exported(programmer)).toEqual(before)
  })

  it('publishes no production of a file that is incomplete', async () => {
    const programmer = await signIn()
    const { productions } = await season(programmer, `empty-${Date.now()}`)
    const { problems } = value(await programmer.programmeFiles.preview({ body: { files: fileOf({ productions }) } }))
    expect(problems).toMatchObject([{ sheet: 'productions', row: 2, fault: 'incomplete', suggestion: 'no-performance' }])
  })

  it('refuses files that are no spreadsheet by name, and more than ten', async () => {
    const programmer = await signIn()
    const previewOf = (...files: { name: string; file: string }[]) => programmer.programmeFiles.preview({ body: { files } })
    const [good] = fileOf({ productions: [] })
    for (const [content, reason] of [
      ['', 'empty'],
      ['\xd0\xcf\x11\xe0', 'old-excel'],
      ['{"productions": 1}', 'malformed'],
      ['{"productions": [', 'malformed'],
    ] as const)
      expect(await previewOf(good!, { name: 'plan.doc', file: btoa(content) })).toMatchObject({
        error: { code: 'spreadsheet-refused', params: { file: 'plan.doc', reason } },
      })
    expect(code(await previewOf())).toBe('invalid-input')
    expect(code(await previewOf(...Array.from({ length: 11 }, () => good!)))).toBe('invalid-input')
  })
}
