import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MovingInSummary } from '@playhouse/domain/moving-in'
import { writeCsv } from '#modules/spreadsheet'
import { expectInvariants } from '#testing'
import { staffCookieOf } from '../../proof/staff-cookie.ts'
import { startTestServer, type TestServer } from '../../proof/test-server.ts'
import { exampleFolder } from './testing/example-sheets.ts'

let server: TestServer
let cookie: string
beforeAll(async () => {
  server = await startTestServer()
  cookie = (await staffCookieOf(server.theatre.db, 'administrator')).cookie
})
afterAll(async () => {
  await expectInvariants(server.theatre)
  await server.close()
})

type SentFile = { readonly name: string; readonly bytes: Buffer }
const post = (path: string, files: readonly SentFile[]) =>
  server.app.inject({
    ...{ method: 'POST', url: `/api/staff/moving-in${path}` },
    headers: { cookie, origin: 'http://localhost', 'content-type': 'application/json' },
    payload: JSON.stringify({ files: files.map(({ name, bytes }) => ({ name, file: bytes.toString('base64') })) }),
  })
const csv = (...rows: (string | number)[][]): Buffer => Buffer.from(writeCsv({ name: '', rows }))
const example = async (): Promise<SentFile[]> =>
  Promise.all((await readdir(exampleFolder)).map(async (name) => ({ name, bytes: await readFile(join(exampleFolder, name)) })))
const movedRows = async () => (await server.theatre.db.selectFrom('moved_in').select('id').execute()).length

it('moves the example in, with the staff user in the audit trail, and keeps the reply in no cache', async () => {
  const preview = await post('/preview', await example())
  expect(preview.json<MovingInSummary>()).toMatchObject({ problemCount: 0, differences: 0, isImported: false })
  expect(await movedRows()).toBe(0)
  const imported = await post('', await example())
  expect(imported.json()).toEqual({ ...preview.json<MovingInSummary>(), isImported: true })
  expect(imported.headers['cache-control']).toContain('no-store')
  expect(await movedRows()).toBeGreaterThan(5)
  const entries = await server.theatre.db.selectFrom('audit').select(['actor', 'request_id']).where('verb', '=', 'move-in').execute()
  expect(entries.length).toBeGreaterThan(0)
  for (const { actor, request_id } of entries) expect([actor, request_id]).toEqual([expect.stringMatching(/^staff /), expect.any(String)])
  const again = (await post('', await example())).json<MovingInSummary>()
  expect(again.counts.map(({ created, changed }) => created + changed)).toEqual([0, 0, 0, 0, 0, 0, 0])
})

it('counts kept rows, and returns the first 500 problems with their number', async () => {
  const renamed = csv(['customer', 'e-mail', 'first name', 'last name'], ['7001', 'known@audience.example', 'Portia', 'Known'])
  await post('', [{ name: 'customers.csv', bytes: renamed }])
  await server.theatre.db
    .updateTable('customer')
    .set({ address_proved_at: new Date() })
    .where('email', '=', 'known@audience.example')
    .execute()
  const other = csv(['customer', 'e-mail', 'first name', 'last name'], ['7001', 'other@audience.example', 'Portia', 'Known'])
  const kept = (await post('/preview', [{ name: 'customers.csv', bytes: other }])).json<MovingInSummary>()
  expect(kept.kept).toEqual([{ sheet: 'customers', row: 2, reason: 'customer-uses-account' }])
  expect(kept.counts.find(({ sheet }) => sheet === 'customers')).toMatchObject({ kept: 1, changed: 0 })
  const rows = Array.from({ length: 600 }, (_, nth) => [`none-${nth}`, 'ten'])
  const faulty = (await post('', [{ name: 'credit.csv', bytes: csv(['customer', 'balance'], ...rows) }])).json<MovingInSummary>()
  expect([faulty.problems.length, faulty.problemCount, faulty.isImported]).toEqual([500, 600, false])
})

it('logs neither names, addresses nor codes', async () => {
  const bytes = csv(['code', 'balance'], ['SECRET-4711-CODE', 'ten'])
  await post('', [{ name: 'vouchers.csv', bytes }, ...(await example()).filter(({ name }) => name === 'customers.csv')])
  expect(server.log.join('')).not.toMatch(/SECRET|Portia|audience\.example/i)
})
