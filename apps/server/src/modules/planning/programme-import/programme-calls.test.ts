import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ImportSummary } from '@playhouse/domain/programme-import'
import { mostSpreadsheetBytes } from '@playhouse/domain/spreadsheet-refusal'
import { writeCsv } from '#modules/spreadsheet'
import { expectInvariants } from '#testing'
import { staffCookieOf } from '../../../proof/staff-cookie.ts'
import { startTestServer, type TestServer } from '../../../proof/test-server.ts'

let server: TestServer
let cookie: string
beforeAll(async () => {
  server = await startTestServer()
  cookie = (await staffCookieOf(server.theatre.db, 'programmer')).cookie
})
afterAll(async () => {
  await expectInvariants(server.theatre)
  await server.close()
})

const get = (ending: string) => server.app.inject({ url: `/api/staff/programme-file.${ending}`, headers: { cookie } })
const post = (path: string, ...files: { readonly name: string; readonly bytes: Buffer }[]) =>
  server.app.inject({
    ...{ method: 'POST', url: `/api/staff/programme-file${path}` },
    headers: { cookie, origin: 'http://localhost', 'content-type': 'application/json' },
    payload: JSON.stringify({ files: files.map(({ name, bytes }) => ({ name, file: bytes.toString('base64') })) }),
  })
const csv = (...rows: (string | number)[][]): Buffer => Buffer.from(writeCsv({ name: '', rows }))

it('downloads a workbook that is kept in no cache, and imports it without a change', async () => {
  const workbook = await get('xlsx')
  expect(workbook.headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': 'attachment; filename="programme.xlsx"',
    'cache-control': expect.stringContaining('no-store'),
  })
  const reply = await post('', { name: 'season.xlsx', bytes: workbook.rawPayload })
  expect(reply.json<ImportSummary>()).toMatchObject({ problems: [], created: 0, changed: 0, changeSet: null })
  const json = await get('json')
  expect(json.headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': expect.stringContaining('no-store') })
  expect(Object.keys(json.json())).toContain('performances')
})

it('reads several CSV files, each as the sheet that its name says', async () => {
  const plays = csv(['production', 'title', 'running time', 'language'], ['iphigenia', 'Iphigenia', 100, 'en'])
  const nights = csv(['performance', 'production', 'date'], ['iphigenia-1', 'iphigenia', '2031-02-31'])
  const reply = await post('/preview', { name: 'productions.csv', bytes: plays }, { name: 'performances.CSV', bytes: nights })
  expect(reply.json<ImportSummary>().problems).toMatchObject([{ sheet: 'performances', row: 2, column: 'date', fault: 'no-such-time' }])
})

it('returns the first 500 problems, and their number', async () => {
  const rows = Array.from({ length: 600 }, (_, nth) => [`play-${nth}`, 'Play', 0])
  const reply = await post('/preview', { name: 'productions.csv', bytes: csv(['production', 'title', 'running time'], ...rows) })
  const { problems, problemCount } = reply.json<ImportSummary>()
  expect([problems.length, problemCount]).toEqual([500, 600])
})

it('refuses a workbook of another time, and files that are too large', async () => {
  const old = await post('/preview', { name: 'old.xls', bytes: Buffer.from([0xd0, 0xcf, 0x11, 0xe0]) })
  expect([old.statusCode, old.json()]).toMatchObject([
    422,
    { code: 'spreadsheet-refused', params: { file: 'old.xls', reason: 'old-excel' } },
  ])
  const large = { name: 'large.csv', bytes: Buffer.alloc(mostSpreadsheetBytes / 2 + 50_000, 'a') }
  expect((await post('/preview', large, large)).statusCode).toBe(413)
})
