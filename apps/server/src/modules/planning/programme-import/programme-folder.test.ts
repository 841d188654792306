import sharp from 'sharp'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PlanData } from '@playhouse/domain/plan'
import { type Cell, type RawSheet, writeJsonSheets } from '@playhouse/domain/programme-file'
import type { Source } from '@playhouse/domain/programme-source'
import { pack, readSource, writeWorkbook } from '#modules/spreadsheet'
import { openTestTheatre, type TestTheatre } from '#testing'
import { daysAhead } from '../testing/staff-client.ts'
import { exportFolder, exportProgramme, importSources } from './index.ts'

let theatre: TestTheatre
beforeAll(async () => {
  theatre = await openTestTheatre()
})
afterAll(() => theatre.database.drop())

const planner = { staff: null, actor: { name: 'operator' } }
type File = { readonly name: string; readonly bytes: Uint8Array }

/** Reads files as the command does, and imports them. */
async function run(files: readonly File[], { into = theatre, isPreview = false } = {}) {
  const sources: Source[] = []
  for (const { name, bytes } of files) {
    const read = await readSource(bytes, name)
    if (!read.ok) throw new Error(`${read.error.file}: ${read.error.reason}`)
    sources.push(...read.value)
  }
  return importSources(into, planner, sources, { isPreview })
}
const problemsOf = ({ problems }: Awaited<ReturnType<typeof run>>) =>
  problems.map(({ sheet, row, column, fault, suggestion }) => [sheet, row, column, fault, suggestion])
const jsonFile = (name: string, content: unknown): File => ({ name, bytes: Buffer.from(JSON.stringify(content)) })
const sheetsFile = (...sheets: RawSheet[]): File => ({ name: 'season.json', bytes: Buffer.from(writeJsonSheets(sheets)) })
const sheet = (name: string, ...rows: Cell[][]): RawSheet => ({ name, rows })

/** A plan of the editor of pretix: two rows of ten seats in two categories. */
const barn = jsonFile('barn.json', {
  ...{ name: 'Barn', size: { width: 400, height: 400 } },
  categories: ['Gold', 'Silver'].map((name) => ({ name, color: '#00a' })),
  zones: [
    {
      ...{ name: 'Stalls', position: { x: 20, y: 60 } },
      rows: ['A', 'B'].map((letter, nth) => ({
        ...{ row_number: letter, position: { x: 0, y: nth * 25 } },
        seats: Array.from({ length: 10 }, (_, place) => ({
          ...{ seat_number: String(place + 1), category: nth === 0 ? 'Gold' : 'Silver', position: { x: place * 20, y: 0 } },
        })),
      })),
    },
  ],
})
const poster = async (width = 1000): Promise<File> => ({
  name: 'Images/Lantern.JPG',
  bytes: await sharp({ create: { width, height: 700, channels: 3, background: '#a63' } })
    .jpeg()
    .toBuffer(),
})

/** A season in a new hall: a production with an image, two performances, and a presale for members. */
const season = (hall: string, membership: string): RawSheet[] => [
  sheet('halls', ['hall', 'plan file', 'name'], [hall, 'barn.json', 'The Barn']),
  sheet('price lists', ['price list', 'name', 'hall'], [`${hall}-week`, 'Week', hall]),
  sheet('price types', ['price list', 'price type', 'name', 'kind'], [`${hall}-week`, 'full', 'Full price', 'full']),
  sheet(
    'prices',
    ['price list', 'band', 'price type', 'price', 'fee'],
    [`${hall}-week`, 'a', 'full', 40, 2],
    [`${hall}-week`, 'b', 'full', '27.50', 2],
  ),
  sheet(
    'productions',
    [
      ...['production', 'title', 'running time', 'language', 'synopsis', 'image', 'image text', 'image text (en-us)', 'image text (sv)'],
      ...['image text (de)', 'image text (es)', 'image text (ht)', 'state'],
    ],
    [
      ...[`${hall}-play`, 'The Lantern Maker', 140, 'en', 'A lamp goes out.', 'lantern.jpg', 'A lamp', 'A lamp', 'En lampa'],
      ...['Eine Lampe', 'Una lámpara', 'Yon lanp', 'published'],
    ],
  ),
  sheet(
    'performances',
    ['performance', 'production', 'date', 'time', 'hall', 'price list', 'general sale', 'state'],
    ...[90, 91].map((days) => [
      ...[`${hall}-${days}`, `${hall}-play`, daysAhead(days), '19:30', hall, `${hall}-week`, '2026-01-05 10:00', 'published'],
    ]),
  ),
  sheet(
    'on-sale windows',
    ['production', 'window', 'channel', 'memberships', 'from', 'until', 'limit'],
    [`${hall}-play`, 1, 'web', membership, '80 days before 10:00', null, 4],
    [`${hall}-play`, 2, 'web', null, '60 days before 10:00', null, null],
  ),
]

const countImages = async (from = theatre): Promise<number> => (await from.db.selectFrom('image').select('id').execute()).length

it('imports a season with its hall and its image from one workbook, as one change set', async () => {
  const workbook: File = { name: 'season.xlsx', bytes: await writeWorkbook(season('barn', theatre.brand.memberships[0]!.id)) }
  const files = [workbook, barn, await poster()]
  const before = await exportProgramme(theatre.db)
  const preview = await run(files, { isPreview: true })
  expect(preview).toMatchObject({ problems: [], notes: [], changeSet: null })
  expect(await countImages()).toBe(0)
  expect(await exportProgramme(theatre.db)).toEqual(before)
  const { things, problems } = await run(files)
  expect(problems).toEqual([])
  expect(things.map(({ subject, id }) => `${subject} ${id}`)).toEqual([
    expect.stringMatching(/^hall-plan barn\/1-[0-9a-f]{8}$/),
    'price-list barn-week',
    'production barn-play',
    'performance barn-90',
    'performance barn-91',
    'sale-windows barn-play',
  ])
  const { data: list } = await theatre.db.selectFrom('price_list').select('data').where('id', '=', 'barn-week').executeTakeFirstOrThrow()
  // The categories of the plan are bands, in their order.
  expect(list.seatBands).toEqual([
    [2, 10],
    [3, 10],
  ])
  expect(await run(files)).toMatchObject({ problems: [], things: [], unchanged: 6 })
})

it('imports what it exports into a database without halls, and exports the same', async () => {
  const folder: File = { name: 'programme.zip', bytes: await pack(exportFolder(theatre.db)) }
  const sheets = await exportProgramme(theatre.db)
  const empty = await openTestTheatre()
  try {
    const { owner } = empty.database
    for (const table of [
      'performance',
      'sale_windows',
      'production',
      'performance_type',
      'price_schedule',
      'price_list',
      'hall_plan',
    ] as const)
      await owner.deleteFrom(table).execute()
    const report = await run([folder], { into: empty })
    expect(report).toMatchObject({ problems: [], notes: [], unchanged: 0 })
    expect(await exportProgramme(empty.db)).toEqual(sheets)
    const plansOf = async (from: TestTheatre) =>
      (await from.db.selectFrom('hall_plan').select(['hall', 'version', 'data']).orderBy('hall').orderBy('version').execute()).map(
        ({ data, ...plan }) => ({ ...plan, data: JSON.parse(data) as PlanData }),
      )
    expect(await plansOf(empty)).toEqual(await plansOf(theatre))
    const imagesOf = (from: TestTheatre) => from.db.selectFrom('image').select(['id', 'width', 'height']).execute()
    expect(await imagesOf(empty)).toEqual(await imagesOf(theatre))
    const widthsOf = async (from: TestTheatre) =>
      (await from.db.selectFrom('image_file').select(['width', 'format']).orderBy('width').orderBy('format').execute()).map(
        ({ width, format }) => `${width}.${format}`,
      )
    expect(await widthsOf(empty)).toEqual(await widthsOf(theatre))
  } finally {
    await empty.database.drop()
  }
})

it('names every file that is missing or cannot be used, and stores nothing', async () => {
  const before = await exportProgramme(theatre.db)
  const images = await countImages()
  const plan = { ...jsonFile('drawing.svg', ''), bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>') }
  const report = await run([
    sheetsFile(
      sheet(
        'halls',
        ['hall', 'plan file', 'name'],
        ['attic', 'attic.json', 'The Attic'],
        ['cellar', 'drawing.svg', 'The Cellar'],
        ['barn', 'barn.json', 'The Great Barn'],
      ),
      sheet('price lists', ['price list', 'name', 'hall'], ['barn-new', 'New', 'barn']),
      sheet('price types', ['price list', 'price type', 'name', 'kind'], ['barn-new', 'full', 'Full price', 'full']),
      sheet(
        'productions',
        ['production', 'title', 'running time', 'language', 'image', 'image text'],
        ['one', 'One', 90, 'en', 'missing.jpg', 'Nothing'],
        ['two', 'Two', 90, 'en', 'lantern.jpg', 'Too small'],
      ),
    ),
    ...[barn, plan, await poster(300)],
  ])
  expect(problemsOf(report)).toEqual([
    ['Images/Lantern.JPG', null, null, 'not-an-image', 'too-small'],
    ['halls', 2, 'plan file', 'unknown-file', null],
    ['halls', 3, 'plan file', 'not-a-plan', 'drawing-without-seats'],
    ['halls', 4, 'name', 'hall-name-kept', 'The Barn'],
    ['price lists', 2, 'bands of seats', 'missing', null],
    ['productions', 2, 'image', 'unknown-file', null],
    ['productions', 3, 'image', 'unknown-file', null],
  ])
  expect([await exportProgramme(theatre.db), await countImages()]).toEqual([before, images])
})

it('adds a plan to a hall, whose lists then name theirs, and notes files that no row names', async () => {
  const attic = (seats: number): File =>
    jsonFile(
      `attic-${seats}.json`,
      Array.from({ length: seats }, (_, n) => ({ row: 'A', number: n + 1, x: n * 60, y: 0 })),
    )
  const list = (id: string, plan: Cell = null): Cell[] => [id, id, 'attic', plan]
  const sheets = (planFile: string, ...lists: Cell[][]): File =>
    sheetsFile(
      sheet('halls', ['hall', 'plan file', 'name'], ['attic', planFile, 'The Attic']),
      sheet('price lists', ['price list', 'name', 'hall', 'plan'], ...lists),
      sheet('price types', ['price list', 'price type', 'name', 'kind'], ...lists.map(([id]) => [id!, 'full', 'Full price', 'full'])),
    )
  expect(await run([sheets('attic-6.json', list('attic-six')), attic(6), await poster()])).toMatchObject({
    problems: [],
    notes: [{ file: 'Images/Lantern.JPG', note: 'file-not-named' }],
  })
  // As one that was made before lists named plans.
  await sql`update price_list set data = data - 'planVersion' where id = 'attic-six'`.execute(theatre.database.owner)
  expect((await run([sheets('attic-8.json', list('attic-eight')), attic(8)])).problems).toEqual([])
  const stored = await theatre.db.selectFrom('hall_plan').select('version').where('hall', '=', 'attic').orderBy('added_at').execute()
  expect(stored.map(({ version }) => version.slice(0, 2))).toEqual(['1-', '2-'])
  const lists = await theatre.db.selectFrom('price_list').select(['id', 'data']).where('hall', '=', 'attic').orderBy('id').execute()
  expect(lists.map(({ id, data }) => [id, data.planVersion])).toEqual([
    ['attic-eight', stored[1]!.version],
    ['attic-six', stored[0]!.version],
  ])
})
