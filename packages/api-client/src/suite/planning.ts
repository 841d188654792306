import { Secret, TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { colleagues } from '@playhouse/fixtures'
import type { RunDefaults } from '@playhouse/domain/performance-plan'
import type { ProductionPlan } from '@playhouse/domain/production-plan'
import type { StaffRole } from '@playhouse/domain/staff'
import { longestWait } from '@playhouse/testing/time-limit'
import type { ApiClient } from '#client'
import { describeHalls } from './halls.ts'
import { describeMovingIn } from './moving-in.ts'
import { describeProgrammeFiles } from './programme-files.ts'
import { describeProgrammeSchedules } from './programme-schedules.ts'
import { samplePng } from './sample-png.ts'
import { describeAccessCards } from './access-cards.ts'
import { describeOfferCodes } from './offer-codes.ts'
import { describeOffers } from './offers.ts'
import { describePriceLists } from './price-lists.ts'
import { describeDaySeats } from './day-seats.ts'
import { describeBallotRecords } from './ballot-records.ts'
import { describeGiftVoucherRecords } from './gift-voucher-records.ts'
import { describeFormRecords } from './form-records.ts'
import { describeProgrammeRecords } from './programme-records.ts'
import { describeRecords } from './records.ts'
import { openMap as openMapOf } from './seating.ts'
import { describeSaleWindows } from './sale-windows.ts'
import { describeAgentReturns } from './agent-returns.ts'
import { describeSeatLocks } from './seat-locks.ts'
import { describeShopPreviews } from './shop-previews.ts'
import { describeStaffAccounts } from './staff-accounts.ts'
import { code, type PaymentSuite, type SuiteHost, value, visitorOf } from './visitor.ts'

const production = (id: string, title: string): ProductionPlan => ({
  ...{ id, title, credit: 'William Shakespeare', tagline: 'A king divides his kingdom', venue: 'Main House', copyLanguage: 'en' },
  synopsis: [{ kind: 'paragraph', text: 'A king divides his kingdom.' }],
  ...{ runningTime: 150, intervals: 1, ageGuidance: 12, warnings: [], poster: { hue: 20, motif: 'sun' } },
})

/** The programme that staff plan, and the roles that may. */
export function describePlanning(host: () => SuiteHost, payment: Pick<PaymentSuite, 'ready' | 'pay'>): void {
  const visitor = (): ApiClient => visitorOf(host())
  const codeOf = (secret: string, stepsAhead: number): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsAhead * 30_000 })
  async function signIn(role: StaffRole): Promise<{ readonly client: ApiClient; readonly secret: string }> {
    const { email, password, secret } = colleagues.find((colleague) => colleague.role === role && colleague.secret !== undefined)!
    const client = visitor()
    value(await client.staff.signIn({ body: { email, password } }))
    value(await client.staff.prove({ body: { code: codeOf(secret!, 0) } }))
    return { client, secret: secret! }
  }

  // A code is valid once.
  let signingIn: Promise<ApiClient> | undefined
  const signedInProgrammer = (): Promise<ApiClient> => (signingIn ??= signIn('programmer').then(({ client }) => client))
  let administratorSigningIn: Promise<ApiClient> | undefined
  const signedInAdministrator = (): Promise<ApiClient> => (administratorSigningIn ??= signIn('administrator').then(({ client }) => client))

  let signingInFinance: ReturnType<typeof signIn> | undefined
  const signedInFinance = (): Promise<ApiClient> => (signingInFinance ??= signIn('finance')).then(({ client }) => client)

  it('lets each role do what it may, and renews the second factor', async () => {
    const { client: finance, secret } = await (signingInFinance ??= signIn('finance'))
    value(await finance.planning.productions())
    value(await finance.afterSale.takings({ query: {} }))
    expect(code(await finance.planning.createProduction({ body: { production: production('nothing', 'Nothing') } }))).toBe('not-allowed')
    expect(code(await finance.counter.reset())).toBe('not-allowed')
    const { client: porter } = await signIn('front-of-house')
    value(await porter.counter.instances())
    expect(code(await porter.planning.productions())).toBe('not-allowed')
    expect(code(await porter.staff.findCustomers({ body: { query: 'Ada' } }))).toBe('not-allowed')
    expect(code(await finance.staff.proveAgain({ body: { code: '00000000' } }))).toBe('login-failed')
    expect(value(await finance.staff.proveAgain({ body: { code: codeOf(secret, 1) } }))).toEqual({ proved: true })
  })

  it('publishes a production with a run, changes it, and undoes that', async () => {
    const programmer = await signedInProgrammer()
    const administrator = await signedInAdministrator()
    const event = `lear-${Date.now()}`
    const created = value(await programmer.planning.createProduction({ body: { production: production(event, 'King Lear') } }))
    expect(created).toMatchObject({ production: { state: 'draft' }, performances: [] })
    expect(created.missing[0]).toMatchObject({ kind: 'no-performance' })
    expect(code(await programmer.planning.createProduction({ body: { production: production(event, 'King Lear') } }))).toBe('id-taken')
    expect(code(await programmer.planning.publish({ params: { event }, body: { version: created.version } }))).toBe('production-incomplete')

    const { halls, priceLists, timeZone } = value(await programmer.planning.options())
    const { hall, planVersion } = halls.find((each) => priceLists.some((list) => list.hall === each.hall))!
    const defaults: RunDefaults = {
      ...{ hall, planVersion, timeZone, priceList: priceLists.find((list) => list.hall === hall)!.id },
      web: { isVisible: true, sale: 'on-sale' },
      counter: { isVisible: true, isOnSale: true },
      ...{ generalSaleAt: '2026-01-10T10:00', priority: [], programme: null, members: null, perCustomer: null, accessTags: [] },
    }
    // Years ahead, so that no performance of the season has the hall.
    const year = new Date().getFullYear() + 3
    const days = { from: `${year}-06-01`, until: `${year}-06-03`, except: [`${year}-06-02`] }
    const pattern = { ...days, rules: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], time: '19:30', type: null }] }
    const run = { pattern, defaults, skip: [], isPreview: true }
    const late = { ...defaults, priority: [{ from: defaults.generalSaleAt, memberships: ['priority'] }] }
    expect(await programmer.planning.addRun({ params: { event }, body: { ...run, defaults: late } })).toMatchObject({
      ...{ ok: false, error: { code: 'invalid-input', params: { fields: ['priority.0.from'] } } },
    })
    const preview = value(await programmer.planning.addRun({ params: { event }, body: run }))
    expect(preview).toMatchObject({ changeSet: null, performances: [{ fault: null }, { fault: null }] })
    expect(value(await programmer.planning.production({ params: { event } })).performances).toEqual([])
    const made = value(await programmer.planning.addRun({ params: { event }, body: { ...run, isPreview: false } }))
    expect(made.performances.map(({ startsAt }) => startsAt)).toEqual([`${year}-06-01T19:30`, `${year}-06-03T19:30`])
    const again = value(await programmer.planning.addRun({ params: { event }, body: run }))
    expect(again.performances.map(({ fault }) => fault)).toEqual(['exists', 'exists'])

    const draft = value(await programmer.planning.production({ params: { event } }))
    const published = value(await programmer.planning.publish({ params: { event }, body: { version: draft.version } }))
    expect(published).toMatchObject({ production: { state: 'published' } })
    expect(published.missing.filter(({ isBlocking }) => isBlocking)).toEqual([])
    const instances = async () => {
      const found = await visitor().catalogue.event({ params: { event } })
      return found.ok ? found.value.instances.length : 0
    }
    await expect.poll(instances, { timeout: longestWait }).toBe(2)

    const edit = (client: ApiClient, title: string) =>
      client.planning.editProduction({ params: { event }, body: { version: published.version, production: production(event, title) } })
    value(await edit(administrator, 'Lear'))
    const refused = await edit(programmer, 'The King')
    expect(refused).toMatchObject({ error: { code: 'changed-meanwhile', params: { version: published.version + 1, by: 'Theo Athens' } } })

    const [first, second] = published.performances
    const body = {
      performances: [first!, second!].map(({ id, version }) => ({ id, version })),
      change: { web: { isVisible: false, sale: 'on-sale' as const } },
    }
    const hidden = value(await programmer.planning.editPerformances({ body: { ...body, isPreview: false } }))
    expect(hidden.rows.map(({ fields }) => fields.map(({ field }) => field))).toEqual([['web'], ['web']])
    await expect.poll(instances, { timeout: longestWait }).toBe(0)
    expect(code(await programmer.planning.editPerformances({ body: { ...body, isPreview: true } }))).toBe('changed-meanwhile')
    const { changes } = value(await programmer.planning.changes({ query: { subject: 'performance', id: first!.id } }))
    expect(changes.map(({ kind }) => kind)).toEqual(['edit-performances', 'publish-production', 'create-performances'])
    const found = async (query: { find: string; kind?: 'edit-performances' | 'edit-production' }) =>
      value(await programmer.planning.changes({ query: { subject: 'performance', id: first!.id, ...query } })).changes
    expect((await found({ find: ` LEAR ${changes[0]!.by.toUpperCase()}  ` })).map(({ kind }) => kind)).toEqual(
      changes.map(({ kind }) => kind),
    )
    expect((await found({ find: 'lear', kind: 'edit-performances' })).map(({ rows }) => rows[0]!.name)).toEqual(['Lear'])
    expect(await found({ find: 'lear zanzibar' })).toEqual([])
    expect(await found({ find: 'lear', kind: 'edit-production' })).toEqual([])
    const blocked = await programmer.planning.undo({ params: { change: changes[2]!.id }, body: {} })
    expect(blocked).toMatchObject({ error: { code: 'change-has-dependents' } })
    value(await programmer.planning.undo({ params: { change: hidden.changeSet! }, body: { reason: 'mistake' } }))
    await expect.poll(instances, { timeout: longestWait }).toBe(2)
    const { version } = value(await programmer.planning.production({ params: { event } }))
    value(await programmer.planning.withdraw({ params: { event }, body: { version } }))
    await expect.poll(instances, { timeout: longestWait }).toBe(0)
  })

  it('gives a production another address, and finds it at its former ones', async () => {
    const programmer = await signedInProgrammer()
    const { events } = value(await visitor().catalogue.events())
    const [first, second] = [events[0]!.id, events[1]!.id]
    const slug = `address-${Date.now()}`
    const { production: plan, version } = value(await programmer.planning.production({ params: { event: first } }))
    const { state: _, ...current } = plan
    const editTo = (address: string | null, at: number) =>
      programmer.planning.editProduction({ params: { event: first }, body: { version: at, production: { ...current, slug: address } } })
    expect(await editTo(second, version)).toMatchObject({ error: { code: 'id-taken', params: { id: second } } })
    expect(code(await editTo('King Lear', version))).toBe('invalid-input')
    const edited = value(await editTo(slug, version))
    expect(edited.production).toMatchObject({ id: first, slug })
    const addressAt = async (address: string) => {
      const found = await visitor().catalogue.event({ params: { event: address } })
      return found.ok ? [found.value.id, ...new Set(found.value.instances.map(({ event }) => event))] : []
    }
    await expect.poll(() => addressAt(first), { timeout: longestWait }).toEqual([slug, slug])
    expect(await addressAt(slug)).toEqual([slug, slug])
    expect(value(await visitor().catalogue.events()).events.map(({ id }) => id)).toContain(slug)
    expect(code(await programmer.planning.createProduction({ body: { production: production(slug, 'Another') } }))).toBe('id-taken')
    const { changes } = value(await programmer.planning.changes({ query: { subject: 'production', id: first } }))
    expect(changes[0]!.rows[0]!.fields).toEqual([{ field: 'slug', before: null, after: slug }])
    value(await editTo(null, edited.version))
    await expect.poll(() => addressAt(slug), { timeout: longestWait }).toEqual([first, first])
    const taken = await programmer.planning.createProduction({ body: { production: { ...production(`${slug}-2`, 'Another'), slug } } })
    expect(taken, 'a former address').toMatchObject({ error: { code: 'id-taken', params: { id: slug } } })
  })

  it('creates a type of performances, changes it, and undoes that', async () => {
    const programmer = await signedInProgrammer()
    const id = `matinee-${Date.now()}`
    const { priceLists } = value(await programmer.planning.options())
    const type = { name: 'Matinee', priceList: priceLists[0]!.id, accessTags: ['relaxed' as const], perCustomer: 6 }
    const set = (version: number | null, changes: Partial<typeof type> = {}) =>
      programmer.planning.setPerformanceType({ params: { type: id }, body: { version, type: { ...type, ...changes } } })
    expect(await set(null, { priceList: 'none' })).toMatchObject({
      error: { code: 'invalid-input', params: { fields: ['type.priceList'] } },
    })
    expect(code(await set(null, { perCustomer: -1 }))).toBe('invalid-input')
    const created = value(await set(null))
    expect(created).toMatchObject({ id, ...type })
    expect(code(await set(null))).toBe('id-taken')
    const changed = value(await set(created.version, { name: 'Early' }))
    expect(code(await set(created.version))).toBe('changed-meanwhile')
    const stored = async () => value(await programmer.planning.performanceTypes()).types.find((each) => each.id === id)
    expect(await stored()).toEqual(changed)
    const { changes } = value(await programmer.planning.changes({ query: { subject: 'performance-type', id } }))
    expect(changes.map(({ kind }) => kind)).toEqual(['set-performance-type', 'set-performance-type'])
    value(await programmer.planning.undo({ params: { change: changes[0]!.id }, body: {} }))
    expect(await stored()).toMatchObject({ name: 'Matinee' })
  })

  it('translates a production, and keeps the translations where an edit does not mention them', async () => {
    const programmer = await signedInProgrammer()
    const event = `timon-${Date.now()}`
    const plan = production(event, 'Timon of Athens')
    const created = value(await programmer.planning.createProduction({ body: { production: plan } }))
    const untranslated = created.missing.flatMap(({ kind, detail }) => (kind === 'not-translated' ? [detail] : []))
    expect(untranslated).not.toContain('en-us')
    const texts = { title: 'Timon von Athen', credit: 'William Shakespeare', tagline: 'Ein Menschenfreund', synopsis: plan.synopsis }
    const edit = (version: number, change: Partial<ProductionPlan>) =>
      programmer.planning.editProduction({ params: { event }, body: { version, production: { ...plan, ...change } } })
    const translated = value(await edit(created.version, { translations: { de: texts } }))
    expect(translated.production.translations).toEqual({ de: texts })
    expect(translated.missing).not.toContainEqual(expect.objectContaining({ kind: 'not-translated', detail: 'de' }))
    const renamed = value(await edit(translated.version, { title: 'Timon' }))
    expect(renamed.production).toMatchObject({ title: 'Timon', translations: { de: { title: 'Timon von Athen' } } })
    const removed = value(await edit(renamed.version, { title: 'Timon', translations: {} }))
    expect(removed.production.translations).toBeUndefined()
    const { changes } = value(await programmer.planning.changes({ query: { subject: 'production', id: event } }))
    const { id: change } = changes[0]!
    value(await programmer.planning.undo({ params: { change }, body: {} }))
    const restored = value(await programmer.planning.production({ params: { event } }))
    expect(restored.production.translations).toEqual({ de: texts })
  })

  it('stores an image by its content, and gives it to a production with texts', async () => {
    const programmer = await signedInProgrammer()
    const upload = (file: string) => programmer.planning.uploadImage({ body: { file } })
    expect(await upload(btoa('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'))).toMatchObject({
      error: { code: 'image-refused', params: { reason: 'not-an-image' } },
    })
    const stored = value(await upload(samplePng))
    expect(value(await upload(samplePng))).toEqual(stored)
    const event = `pericles-${Date.now()}`
    const image = { ...stored, focus: { x: 30, y: 40 }, alt: { text: 'A ship in a storm' } }
    const plan = production(event, 'Pericles')
    const create = (change: Partial<ProductionPlan>) =>
      programmer.planning.createProduction({ body: { production: { ...plan, ...change } } })
    expect(code(await create({ image: { ...image, width: 9_999 } }))).toBe('invalid-input')
    const created = value(await create({ image }))
    expect(created.production.image).toEqual(image)
    expect(created.missing).toContainEqual({ kind: 'image-not-described', isBlocking: true, performance: null, detail: 'de' })
    const { production: kept, version } = value(
      await programmer.planning.editProduction({ params: { event }, body: { version: created.version, production: plan } }),
    )
    expect(kept.image).toEqual(image)
    const edit = (atVersion: number, change: Partial<ProductionPlan>) =>
      programmer.planning.editProduction({ params: { event }, body: { version: atVersion, production: { ...plan, ...change } } })
    const removed = value(await edit(version, { image: null }))
    expect(removed.production.image).toBeUndefined()

    const gallery = [image, { ...image, alt: { text: 'The same ship', translations: { de: 'Dasselbe Schiff' } } }]
    expect(await edit(removed.version, { gallery: [image, { ...image, id: '0'.repeat(32) }] })).toMatchObject({
      error: { code: 'invalid-input', params: { fields: ['production.gallery.1.id'] } },
    })
    const pictured = value(await edit(removed.version, { gallery }))
    expect(pictured.production.gallery).toEqual(gallery)
    expect(pictured.missing).toContainEqual({ kind: 'image-not-described', isBlocking: true, performance: null, detail: 'de' })
    const unchanged = value(await edit(pictured.version, { tagline: 'Adrift' }))
    expect(unchanged.production.gallery).toEqual(gallery)
    const { changes } = value(await programmer.planning.changes({ query: { subject: 'production', id: event } }))
    expect(changes[1]!.rows[0]!.fields.map(({ field }) => field)).toEqual(['gallery'])
    expect(value(await edit(unchanged.version, { gallery: [] })).production.gallery).toBeUndefined()
  })

  it('refuses times that do not exist, and unknown plans and price lists', async () => {
    const programmer = await signedInProgrammer()
    const { productions } = value(await programmer.planning.productions())
    const { production: planned, performances } = value(await programmer.planning.production({ params: { event: productions[0]!.id } }))
    const {
      tickets: _tickets,
      inBaskets: _inBaskets,
      version: _version,
      state: _state,
      production: _production,
      ...template
    } = performances[0]!
    const add = (change: Partial<typeof template>) =>
      programmer.planning.addPerformance({
        params: { event: planned.id },
        body: { performance: { ...template, id: `new-${Date.now()}`, web: { isVisible: true, sale: 'on-sale' }, ...change } },
      })
    const fieldsOf = (result: Awaited<ReturnType<typeof add>>) =>
      result.ok ? [] : (result.error.params as { readonly fields: string[] }).fields
    expect(fieldsOf(await add({ startsAt: '2031-02-31T19:30' }))).toEqual(['startsAt'])
    expect(fieldsOf(await add({ planVersion: 'none', priceList: 'none' }))).toEqual(['planVersion', 'priceList'])
  })

  const openMap = (instance: string) => openMapOf(host(), instance)
  describePriceLists({ openMap, visitor, programmer: signedInProgrammer, production })
  describeOffers({ visitor, programmer: signedInProgrammer, ...payment })
  describeOfferCodes({ visitor, programmer: signedInProgrammer, finance: signedInFinance, ...payment })
  describeAccessCards({
    ...{ visitor, programmer: signedInProgrammer, finance: signedInFinance, administrator: signedInAdministrator },
  })
  describeSaleWindows({ visitor, programmer: signedInProgrammer, production })
  describeSeatLocks({ visitor, programmer: signedInProgrammer, production })
  describeAgentReturns({ visitor, administrator: signedInAdministrator, programmer: signedInProgrammer, production })
  describeFormRecords({ visitor, programmer: signedInProgrammer })
  describeBallotRecords({ visitor, programmer: signedInProgrammer })
  describeDaySeats({ visitor, programmer: signedInProgrammer, production })
  describeGiftVoucherRecords({ visitor, programmer: signedInProgrammer })
  describeProgrammeRecords({ programmer: signedInProgrammer })
  describeRecords({ visitor, programmer: signedInProgrammer, finance: signedInFinance })
  describeShopPreviews({ programmer: signedInProgrammer, production })
  describeStaffAccounts({ visitor, administrator: signedInAdministrator, host, production })
  describeProgrammeFiles({ visitor, programmer: signedInProgrammer })
  describeProgrammeSchedules({ programmer: signedInProgrammer })
  describeMovingIn({ visitor, administrator: signedInAdministrator, programmer: signedInProgrammer })
  // Last, because the others take the first hall.
  describeHalls({ openMap, visitor, programmer: signedInProgrammer, production })
}
