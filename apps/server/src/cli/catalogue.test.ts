import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hall, season } from '@playhouse/fixtures'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordKinds } from '@playhouse/domain/record-kind'
import { newId } from '#db'
import { type TestDatabase, testDatabase } from '#db/testing'
import { createCatalogue, readBrand, seedSeason } from '#modules/catalogue'
import { saveRecord, seedRecords, undoChange } from '#modules/planning'
import { databaseUrl, runInProcess } from '#testing'
import { seed } from '../seed.ts'

const folder = mkdtempSync(join(tmpdir(), 'ph-catalogue-'))
const planner = { staff: null, actor: { name: 'operator' } }
const readKingston = () => readBrand(fileURLToPath(new URL('../../../../brands/kingston/', import.meta.url)))
let brand: Awaited<ReturnType<typeof readKingston>>
/** A shop with everything of the seed, and one with the programme alone. */
let full: TestDatabase
let empty: TestDatabase
const depsOf = ({ db }: TestDatabase) => ({ db, brand, catalogue: createCatalogue(db) })

beforeAll(async () => {
  brand = await readKingston()
  full = await testDatabase()
  await seedRecords(full.db, brand)
  await seed(full.db, brand, { isTestMode: true })
  await addMissingKinds()
  empty = await testDatabase()
  const { rows } = await sql<{ day: string }>`select (now() at time zone ${brand.timeZone})::date::text as day`.execute(empty.db)
  const programme = season('kingston', Temporal.PlainDate.from(rows[0]!.day))
  const performances = programme.performances.map(({ programme: _, waitingRoom: __, ...performance }) => performance)
  const plans = [...new Set(performances.map((each) => each.hall))].map(hall)
  await seedSeason(empty.db, { ...programme, programmes: [], performances, plans, sold: new Map() })
})
afterAll(async () => {
  await full.drop()
  await empty.drop()
  rmSync(folder, { recursive: true })
})

/** Creates records of the kinds of which the seed has none. */
async function addMissingKinds(): Promise<void> {
  const found = await full.db
    .selectFrom('performance')
    .innerJoin('price_list', 'price_list.id', 'performance.price_list_id')
    .select([
      'performance.id',
      'starts_local as startsAt',
      sql<string>`(select t from jsonb_each(data -> 'prices') as b, jsonb_object_keys(b.value) as t limit 1)`.as('type'),
    ])
    .where('programme_id', 'is', null)
    .where('starts_at', '>', sql<Date>`now() + interval '9 days'`)
    .where('sale', '<>', 'cancelled')
    .orderBy('starts_at')
    .executeTakeFirstOrThrow()
  const performance = {
    ...found,
    /** A number of days before its start. */
    before: (days: number) => Temporal.PlainDateTime.from(found.startsAt).subtract({ days }).toString({ smallestUnit: 'minute' }),
  }
  const before = (minutes: number) => ({ kind: 'minutes-before', minutes }) as const
  const records = {
    agent: [
      'coach-tours',
      { name: 'Coach Tours', email: 'sales@coach.example', commissionBasisPoints: 1_000, paymentDays: 30, position: 1 },
    ],
    'waiting-room': [
      performance.id,
      {
        ...{ performance: performance.id, gathersAt: performance.before(3), opensAt: performance.before(2), rate: 100 },
        ...{ patienceMinutes: 5, isOfProduction: false, isPaused: false },
      },
    ],
    'maintenance-window': ['works', { name: 'Works', from: '2036-02-01T03:00', until: '2036-02-01T05:00', position: 1 }],
    'day-seats': [
      'day',
      {
        ...{ name: 'Day seats', performances: [performance.id], maxQuantity: 2, priceType: performance.type },
        ...{ opens: before(2_880), closes: before(1_440), draws: before(1_440), payUntil: before(120) },
      },
    ],
  } as const
  for (const [kind, [id, record]] of Object.entries(records)) {
    const saved = await saveRecord(depsOf(full), planner, { kind: kind as keyof typeof records, id }, { version: null, record })
    expect(saved.ok ? undefined : saved.error, kind).toBe(undefined)
  }
}

const catalogue = (database: TestDatabase, ...args: string[]) =>
  runInProcess('catalogue', args, {
    ...{ DATABASE_URL: databaseUrl(database.address), BRAND: 'kingston' },
    SECRET: 'secret-of-a-tested-command-with-32-characters',
  })
const fileOf = (name: string, content: unknown): string => {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
const readExport = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, { id: string }[]>

describe('pnpm catalogue', () => {
  it('exports every kind, imports it into a shop that has none, and exports the same; a second import changes nothing', async () => {
    const [first, second] = [join(folder, 'full.json'), join(folder, 'copy.json')]
    expect(await catalogue(full, 'export', first)).toMatchObject({ status: 0, stderr: '' })
    const exported = readExport(first)
    expect(Object.keys(exported)).toEqual([...recordKinds, 'offer'])
    expect(Object.values(exported).filter((list) => list.length > 0).length).toBeGreaterThanOrEqual(16)
    const checked = await catalogue(empty, 'check', first)
    expect([checked.stderr, checked.stdout]).toEqual([
      '',
      expect.stringMatching(/an import would make: \d+ new, 0 changed, 0 as before\n$/),
    ])
    expect((await catalogue(empty, 'kinds')).stdout).toContain('fund: 0\n')
    const imported = await catalogue(empty, 'import', first, '--reason', 'A new shop')
    expect([imported.status, imported.stderr]).toEqual([0, ''])
    expect(await catalogue(empty, 'export', second)).toMatchObject({ status: 0 })
    expect(readExport(second)).toEqual(exported)
    const again = await catalogue(empty, 'import', first)
    expect(again.stdout).toMatch(/^0 new, 0 changed, \d+ as before\n$/)
    // No secret leaves the shop.
    expect(readFileSync(first, 'utf8')).not.toMatch(/argon2|digest|drawKey|seed/)
  })

  it('lists every problem with its kind, id, field, value, reason and a similar name, and changes nothing', async () => {
    const before = (await catalogue(full, 'show', 'fund', await firstId('fund'))).stdout
    const menu = JSON.parse((await catalogue(full, 'show', 'menu', await firstId('menu'))).stdout) as Record<string, unknown>
    const courses = menu['courses'] as { dishes: { product: string }[] }[]
    const dish = courses[0]!.dishes[0]!.product
    courses[0]!.dishes[0]!.product = `${dish}x`
    const fund = JSON.parse(before) as Record<string, unknown>
    const { name: _, ...nameless } = fund
    const file = fileOf('faulty.json', {
      funds: [],
      agent: {},
      fund: [
        { ...nameless, presets: 'ten', nmae: 'Roof' },
        { id: 'Not an id' },
        { ...fund, id: 'other', most: 1 },
        { ...fund, id: 'other' },
      ],
      menu: [menu],
      'collection-point': [{ id: 'bar', name: 'Bar', position: -1, isWithdrawn: 'no' }],
      product: [{ ...JSON.parse((await catalogue(full, 'show', 'product', await firstId('product'))).stdout), delivery: ['collekt'] }],
      offer: [
        {
          id: 'NEW-1',
          name: 'New',
          startsAt: null,
          endsAt: null,
          maxUses: null,
          usesPerCustomer: null,
          rule: { opensPriority: true, opensPriceTypes: [], memberships: ['frend'] },
        },
      ],
    })
    const { status, stderr } = await catalogue(full, 'import', file)
    expect(status).toBe(1)
    const lines = stderr.trimEnd().split('\n')
    expect(lines).toEqual(
      expect.arrayContaining([
        'funds: is no kind of the catalogue (fund)',
        'agent: "{}" is no list',
        'fund #2, id: "Not an id" is no id: lower-case letters, digits and hyphens (of an offer, its promo code)',
        'fund other, id: is there twice',
        `fund ${fund['id']}, name: needs a value`,
        `fund ${fund['id']}, presets: "ten" is a value of another type (array)`,
        `fund ${fund['id']}, nmae: "Roof" is no field of this kind (name)`,
        'fund other, most: "1" does not fit the other fields, or the other things of the shop',
        `menu ${menu['id']}, courses.0.dishes.0.product: "${dish}x" does not exist, or cannot be named here (${dish})`,
        'collection-point bar, isWithdrawn: "no" is neither true nor false',
        `product ${await firstId('product')}, delivery.0: "collekt" is none of the possible values (collect)`,
        `${lines.length - 1} problems; nothing was changed`,
      ]),
    )
    expect(lines.find((line) => line.startsWith('offer NEW-1, rule.memberships: "frend"'))).toContain('does not exist')
    expect((await catalogue(full, 'show', 'fund', String(fund['id']))).stdout).toBe(before)
    expect((await catalogue(full, 'check', fileOf('no.json', 'no json'))).stderr).toContain('the file is no JSON object')
    expect(await catalogue(full, 'check', join(folder, 'none.json'))).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('there is no file'),
    })
  })

  it('makes one change set, which staff can undo with everything that it created', async () => {
    const listAll = async () => [await listed('menu'), await listed('collection-point'), await listed('product')]
    const before = await listAll()
    const product = dishOf(JSON.parse((await catalogue(full, 'show', 'menu', await firstId('menu'))).stdout))
    const dish = JSON.parse((await catalogue(full, 'show', 'product', product)).stdout) as object
    const level = JSON.parse((await catalogue(full, 'show', 'membership-level', await firstId('membership-level'))).stdout) as object
    const file = fileOf('new.json', {
      'membership-level': [{ ...level, id: 'patron', link: 'patron' }],
      menu: [
        {
          ...{ id: 'supper', name: 'Supper', summary: '', price: 2_000, fee: 0, vatBasisPoints: null, translations: {}, position: 90 },
          courses: [{ course: 'main', name: 'Main', dishes: [{ product: 'stew', supplement: 0 }] }],
          servings: [{ point: 'annexe', servedBefore: 60, closesBefore: 120, guests: 20, productions: [], performances: [] }],
        },
      ],
      product: [{ ...dish, id: 'stew', name: 'Stew' }],
      restaurant: ['cellar', 'attic'].map((id) => ({
        ...{ id, name: id, summary: '', access: '', translations: {}, position: 90 },
        sittings: [
          {
            ...{ sitting: '', startsBefore: 90, minutes: 60, closesBefore: 120, price: 0, vatBasisPoints: null, covers: 4 },
            tables: [{ size: 2, tables: 2, least: 1 }],
            ...{ productions: [], performances: [], fromHour: 18, beforeHour: null },
          },
        ],
      })),
      'collection-point': [{ id: 'annexe', name: 'Annexe', position: 90, opensBefore: 90 }],
      offer: [
        {
          ...{ id: 'patrons', name: 'Patrons', startsAt: null, endsAt: null, maxUses: 50, usesPerCustomer: 1 },
          rule: { discount: { kind: 'percent', percent: 10 }, opensPriority: false, opensPriceTypes: [], memberships: ['patron'] },
          codes: [{ code: 'leaflet', label: 'Leaflet', maxUses: 20, endsAt: null }],
        },
      ],
    })
    const imported = await catalogue(full, 'import', file, '--reason', 'Winter')
    expect([imported.stderr, imported.stdout]).toEqual(['', expect.stringContaining('7 new, 0 changed, 0 as before')])
    expect((await catalogue(full, 'import', file)).stdout).toBe('0 new, 0 changed, 7 as before\n')
    // Each sitting gets a short name that no other has.
    const names = await full.db
      .selectFrom('restaurant_sitting')
      .select('sitting_id')
      .where('restaurant_id', 'in', ['cellar', 'attic'])
      .execute()
    expect(names.map(({ sitting_id }) => sitting_id).toSorted()).toEqual(['sitting', 'sitting-2'])
    expect(JSON.parse((await catalogue(full, 'show', 'offer', 'PATRONS')).stdout)).toMatchObject({
      maxUses: 50,
      codes: [{ code: 'LEAFLET', maxUses: 20 }],
    })
    const change = await full.db.selectFrom('change_set').selectAll().orderBy('seq', 'desc').limit(1).executeTakeFirstOrThrow()
    expect(change).toMatchObject({ kind: 'import-catalogue', actor: 'operator', reason: 'Winter' })
    const undone = await undoChange(depsOf(full), planner, change.id, undefined)
    expect(undone).toMatchObject({ ok: true })
    expect(await listAll()).toEqual(before)
    expect(await catalogue(full, 'show', 'offer', 'PATRONS')).toMatchObject({ status: 1, stderr: 'there is no offer PATRONS\n' })
    // The undo can be undone.
    const again = await undoChange(depsOf(full), planner, undone.ok ? undone.value : '', undefined)
    expect(again).toMatchObject({ ok: true })
    expect((await catalogue(full, 'import', file)).stdout).toBe('0 new, 0 changed, 7 as before\n')
  })

  it('refuses a change of what is in use, and names what uses it', async () => {
    const ballot = JSON.parse((await catalogue(full, 'show', 'ballot', await firstId('ballot'))).stdout) as {
      id: string
      maxQuantity: number
    }
    const { id } = await full.db.selectFrom('customer').select('id').limit(1).executeTakeFirstOrThrow()
    await full.db
      .insertInto('ballot_entry')
      .values({ id: newId(), ballot_id: ballot.id, customer_id: id, quantity: 1, choices: '[]' })
      .execute()
    const file = fileOf('ballot.json', { ballot: [{ ...ballot, maxQuantity: ballot.maxQuantity + 1 }] })
    expect((await catalogue(full, 'check', file)).stderr).toContain(
      `ballot ${ballot.id}: cannot be changed like this: it was sold, or is in use (1 in ballot_entry)`,
    )
    expect(await catalogue(full, 'withdraw', 'ballot', ballot.id)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('change-has-dependents'),
    })
  })

  it('lists things, withdraws them and offers them again, and ends an offer', async () => {
    const fund = await firstId('fund')
    expect(await catalogue(full, 'withdraw', 'fund', fund, '--reason', 'Paid')).toMatchObject({
      status: 0,
      stdout: `fund ${fund} is withdrawn\n`,
    })
    expect((await catalogue(full, 'list', 'fund')).stdout).toMatch(new RegExp(`^${fund}  .+  withdrawn$`, 'm'))
    expect((await catalogue(full, 'offer', 'fund', fund)).stdout).toBe(`fund ${fund} is on offer\n`)
    expect((await catalogue(full, 'offer', 'fund', fund)).stdout).toBe(`fund ${fund} is on offer as before\n`)
    expect((await catalogue(full, 'withdraw', 'offer', 'PATRONS')).stdout).toBe('offer PATRONS has ended\n')
    expect((await catalogue(full, 'list', 'offer')).stdout).toMatch(/^PATRONS {2}Patrons {2}ended, 0 orders$/m)
    expect(await catalogue(full, 'withdraw', 'fund', 'none')).toMatchObject({ status: 1, stderr: 'there is no fund none\n' })
  })
})

const listed = async (kind: string): Promise<string> => (await catalogue(full, 'list', kind)).stdout
const firstId = async (kind: string): Promise<string> => (await listed(kind)).split('  ')[0]!
const dishOf = (menu: { readonly courses: readonly { readonly dishes: readonly { readonly product: string }[] }[] }): string =>
  menu.courses[0]!.dishes[0]!.product
