import { afterAll, beforeAll, expect, it } from 'vitest'
import { lockCreation } from '../apply-changes.ts'
import { type TestTheatre, openTestTheatre } from '#testing'
import { isBusy, transact } from '#db'
import { readSource } from '#modules/spreadsheet'
import { createImporter } from './importer.ts'

let theatre: TestTheatre
let importer: ReturnType<typeof createImporter>
beforeAll(async () => {
  theatre = await openTestTheatre()
  importer = createImporter(theatre.database.address, () => theatre.brand)
})
afterAll(async () => {
  await importer.close()
  await theatre[Symbol.asyncDispose]()
})

async function importProductions(...lines: string[]) {
  const csv = ['production,title,running time,language,state', ...lines].join('\n')
  const source = await readSource(new TextEncoder().encode(csv), 'productions.csv')
  if (!source.ok) throw new Error(source.error.reason)
  return importer.importFiles({ staff: null, actor: { name: 'test' } }, source.value, { isPreview: false })
}
const hasProduction = async (id: string): Promise<boolean> =>
  (await theatre.db.selectFrom('production').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

it('imports files in another thread, and reports their problems', async () => {
  expect(await importProductions('lear,King Lear,180,en,draft')).toMatchObject({ problems: [], things: [{ id: 'lear' }] })
  expect(await hasProduction('lear')).toBe(true)
  expect((await importProductions('hamlet,Hamlet,long,en,draft')).problems).toMatchObject([{ sheet: 'productions', value: 'long' }])
  expect(await hasProduction('hamlet')).toBe(false)
})

it('reports a database whose programme is being changed as busy', async () => {
  const error = await transact(theatre.db, async (trx) => {
    await lockCreation(trx)
    return importProductions('othello,Othello,180,en,draft').catch((thrown: unknown) => thrown)
  })
  expect(isBusy(error)).toBe(true)
  expect((await importProductions('othello,Othello,180,en,draft')).problems).toEqual([])
})
