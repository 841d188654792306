import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId, transact } from '#db'
import { checkLogin, createPasswordResetLink, redeemPasswordReset } from '#modules/auth'
import { readPreferences, recordPermissions } from '#modules/consent'
import { readCredit } from '#modules/credit'
import { post } from '#modules/ledger'
import { listMemberships } from '#modules/membership'
import { closest } from '#modules/spreadsheet'
import { findVoucher } from '#modules/voucher'
import { isReconciled, type MovingInReport, readMovingIn } from '@playhouse/domain/moving-in'
import type { Cell, RawSheet } from '@playhouse/domain/programme-file'
import { until } from '@playhouse/testing/until'
import { customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { exampleSheets } from './testing/example-sheets.ts'
import { moveIn } from './index.ts'

let theatre: TestTheatre
beforeAll(async () => {
  theatre = await openTestTheatre()
})
afterAll(async () => {
  await expectInvariants(theatre)
  await theatre.database.drop()
})

const run = (sheets: readonly RawSheet[], { isPreview = false } = {}): Promise<MovingInReport> =>
  moveIn(theatre, { name: 'operator' }, readMovingIn(sheets, closest), { isPreview })
const sheet = (name: string, headers: string[], ...rows: Cell[][]): RawSheet => ({ name, rows: [headers, ...rows] })
const customers = (...rows: Cell[][]) => sheet('customers', ['customer', 'e-mail', 'first name', 'last name'], ...rows)
const credit = (...rows: Cell[][]) => sheet('credit', ['customer', 'balance'], ...rows)
const problemsOf = ({ problems }: MovingInReport) =>
  problems.map(({ sheet: name, row, column, fault, suggestion }) => [name, row, column, fault, suggestion])
const countOf = (report: MovingInReport, name: string) => {
  const { sheet: _sheet, ...counts } = report.counts.find((each) => each.sheet === name)!
  return counts
}
const accountOf = (email: string) =>
  theatre.db.selectFrom('customer').selectAll().where('email', '=', email).where('is_guest', '=', false).executeTakeFirstOrThrow()
const movedRows = async () => (await theatre.db.selectFrom('moved_in').select('id').execute()).length
const same = { created: 0, changed: 0, spentSince: 0 }

it('moves the example in, with every difference at 0, once', async () => {
  const sheets = await exampleSheets()
  const preview = await run(sheets, { isPreview: true })
  expect([preview.problems, await movedRows()]).toEqual([[], 0])
  const report = await run(sheets)
  expect(report).toEqual(preview)
  expect(report.reconciliation.map((line) => [line.sheet, line.part, line.rowsInShop, line.sumInShop])).toEqual([
    ['customers', null, 3, null],
    ['permissions', null, 3, null],
    ['memberships', 'priority', 1, 60_00],
    ['memberships', 'advance', 1, 35_00],
    ['credit', null, 2, 49_50],
    ['vouchers', null, 2, 125_00],
    ['orders', null, 0, null],
  ])
  expect(report.reconciliation.filter((line) => !isReconciled(line))).toEqual([])
  const again = await run(sheets)
  expect(again.counts.map((counts) => counts.created + counts.changed)).toEqual([0, 0, 0, 0, 0, 0, 0])
  expect(again.counts.map(({ unchanged }) => unchanged)).toEqual([3, 3, 2, 2, 2, 0, 0])
  expect(again.reconciliation).toEqual(report.reconciliation)
})

it('gives a customer the account with address, answers, membership and credit, and a password by mail', async () => {
  const portia = await accountOf('portia.vane@audience.example')
  expect(portia).toMatchObject({ first_name: 'Portia', title: 'Ms', password_hash: null, locale: 'en' })
  const { permissions } = await readPreferences(theatre, portia.id)
  const toldOf = (channel: string) => permissions.find((each) => each.purpose === 'whats-on' && each.channel === channel)
  expect(toldOf('email')).toMatchObject({ isAllowed: true, saidAt: '2023-05-16T23:00:00.000Z' })
  expect(toldOf('post')).toMatchObject({ isAllowed: false })
  const held = await listMemberships(theatre.db, theatre.brand, portia.id)
  expect(held).toMatchObject([{ membership: 'priority', startsOn: '2026-03-01', expiresOn: '2031-02-28' }])
  expect(await readCredit(theatre.db, portia.id)).toMatchObject({ balance: 37_50, entries: [{ amount: 37_50, reason: 'moved-in' }] })
  const { token } = (await createPasswordResetLink(theatre.db, portia.email))!
  const password = 'Curtain-27-Rises'
  expect(await redeemPasswordReset(theatre.db, theatre.brand, { token, password }, 'request')).toMatchObject({ ok: true })
  const login = await checkLogin(theatre.db, portia.email, password, 'request')
  expect(login).toMatchObject({ ok: true })
})

it('finds a voucher by the code that is printed on it, however it is typed, and stores no code', async () => {
  expect(await findVoucher(theatre.db, 'GIFT8842XY')).toMatchObject({ balance: 100_00, expiresOn: null })
  expect(await findVoucher(theatre.db, 'TKTS-7HQ2-99ZD')).toMatchObject({ balance: 25_00, expiresOn: '2031-06-30' })
  const { rows } = await sql<{ row: string }>`
    select row_to_json(a)::text as row from ledger_account a union all select row_to_json(m)::text from moved_in m
    union all select row_to_json(t)::text from audit t`.execute(theatre.db)
  for (const { row } of rows) expect(row).not.toMatch(/7HQ2|8842|Portia|audience\.example/i)
})

it('keeps what was spent here when a balance is corrected, and refuses less than that', async () => {
  const { account } = (await findVoucher(theatre.db, 'GIFT8842XY'))!
  const spend = { account, house: 'sales' as const, amount: -30_00, reason: 'spent' as const }
  await transact(theatre.db, (trx) => post(trx, spend, { name: 'customer' }))
  const vouchers = (balance: number) => [sheet('vouchers', ['code', 'balance'], ['gift8842xy', balance])]
  expect(countOf(await run(vouchers(100)), 'vouchers')).toEqual({ ...same, unchanged: 1, spentSince: 30_00 })
  const more = await run(vouchers(110))
  expect(countOf(more, 'vouchers')).toEqual({ ...same, unchanged: 0, changed: 1, spentSince: 30_00 })
  expect(more.reconciliation.filter((line) => !isReconciled(line))).toEqual([])
  expect(await findVoucher(theatre.db, 'GIFT8842XY')).toMatchObject({ balance: 80_00 })
  expect(problemsOf(await run(vouchers(20)))).toEqual([['vouchers', 2, 'balance', 'spent-here', '30.00']])
  expect(await findVoucher(theatre.db, 'GIFT8842XY')).toMatchObject({ balance: 80_00 })
})

it('changes details of customers who moved in, but not of those who use their account here', async () => {
  const before = await accountOf('portia.vane@audience.example')
  const report = await run([
    customers(['1001', 'thief@audience.example', 'Portia', 'Vane'], ['1003', 'imogen.new@audience.example', 'Imogen', 'Leonatus']),
  ])
  expect(report.kept).toEqual([{ sheet: 'customers', row: 2, key: '1001', reason: 'customer-uses-account' }])
  expect(countOf(report, 'customers')).toEqual({ ...same, changed: 1, unchanged: 0 })
  expect(await accountOf('portia.vane@audience.example')).toEqual(before)
  expect(await accountOf('imogen.new@audience.example')).toMatchObject({ last_name: 'Leonatus' })
})

it('lets an answer that a customer gave here count, whatever the file says again', async () => {
  const { id } = await accountOf('benedick@audience.example')
  const answer = { purpose: 'support-us' as const, channel: 'phone' as const, isAllowed: false }
  await transact(theatre.db, (trx) => recordPermissions(trx, id, [answer], { wording: '1', source: 'account' }))
  await run(await exampleSheets())
  const { permissions } = await readPreferences(theatre, id)
  expect(permissions.find(({ purpose, channel }) => purpose === 'support-us' && channel === 'phone')).toMatchObject({ isAllowed: false })
})

it('joins an account whose customer has proved the address, and refuses one that could be of another person', async () => {
  const proved = await customerOf(theatre)
  await theatre.db.updateTable('customer').set({ address_proved_at: new Date() }).where('id', '=', proved.id).execute()
  const unproved = await customerOf(theatre)
  const rows = [
    ['2001', proved.email.toUpperCase(), 'Somebody', 'Else'],
    ['2002', unproved.email, 'Ada', 'Quill'],
  ]
  expect(problemsOf(await run([customers(...rows)]))).toEqual([['customers', 3, 'e-mail', 'email-in-use', null]])
  const report = await run([customers(rows[0]!), credit(['2001', 5])])
  expect(report.kept).toMatchObject([{ key: '2001', reason: 'customer-uses-account' }])
  expect(report.reconciliation.filter((line) => !isReconciled(line))).toEqual([])
  expect(await accountOf(proved.email)).toMatchObject({ first_name: 'Ada' })
  expect(await readCredit(theatre.db, proved.id)).toMatchObject({ balance: 5_00 })
})

it.each([
  { name: 'reports', isProved: false },
  { name: 'joins', isProved: true },
])('$name an account that a customer opens while the import runs', async ({ isProved }) => {
  const id = newId()
  const email = `${id}@example.org`
  const opening = await theatre.db.startTransaction().execute()
  await customerOf({ db: opening }, email)
  if (isProved) await opening.updateTable('customer').set({ address_proved_at: new Date() }).where('email', '=', email).execute()
  const rowsBefore = await movedRows()
  const moving = run([customers([id, email, 'Ada', 'Quill'])])
  try {
    await until('the import waits for the new account', async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query ilike '%insert into%customer%'`.execute(theatre.db)
      return rows.length > 0
    })
  } finally {
    await opening.commit().execute()
  }
  const report = await moving
  expect(problemsOf(report)).toEqual(isProved ? [] : [['customers', 2, 'e-mail', 'email-in-use', null]])
  expect(report.kept.map(({ key }) => key)).toEqual(isProved ? [id] : [])
  expect(await movedRows()).toBe(rowsBefore + (isProved ? 1 : 0))
})

it('lists every problem at once, with suggestions, and writes nothing', async () => {
  const before = await movedRows()
  const report = await run([
    customers(
      ['3001', 'ann@example', 'Ann', 'Page'],
      ['3002', 'twice@example.org', 'Anne', 'Page'],
      ['3003', 'Twice@example.org', 'Nan', 'Page'],
      ['3004', null, 'No', 'Address'],
    ),
    sheet(
      'permissions',
      ['customer', 'purpose', 'channel', 'allowed', 'date', 'source'],
      ['3002', 'partners', 'email', 'yes', '2999-01-01', 'form'],
    ),
    sheet(
      'memberships',
      ['customer', 'membership', 'from', 'until', 'price paid'],
      ['3002', 'priorty', '2026-02-01', '2026-01-31', '12,50'],
      ['9999', 'priority', '2026-02-30', '2027-01-31', '1,250'],
    ),
    credit(['3004', 10], ['9999', 10]),
    sheet(
      'vouchers',
      ['code', 'balance', 'until'],
      ['12345678', 10, null],
      ['abcd', 10, null],
      ['Good-Code-1', 10, '2020-01-01'],
      ['GOOD-CODE-1', 10, null],
    ),
    sheet('voucher', ['code'], ['x']),
  ])
  expect(problemsOf(report)).toEqual([
    ['voucher', null, null, 'unknown-sheet', 'vouchers'],
    ['customers', 5, 'e-mail', 'missing', null],
    ['memberships', 3, 'from', 'no-such-time', null],
    ['memberships', 3, 'price paid', 'not-an-amount', '1250'],
    ['customers', 2, 'e-mail', 'not-an-email', null],
    ['customers', 4, 'e-mail', 'repeated-email', '3'],
    ['permissions', 2, 'channel', 'not-asked', null],
    ['permissions', 2, 'date', 'in-the-future', null],
    ['memberships', 2, 'membership', 'unknown-reference', 'priority'],
    ['memberships', 2, 'until', 'until-before-from', '2026-02-01'],
    ['credit', 3, 'customer', 'unknown-reference', null],
    ['vouchers', 2, 'code', 'guessable-code', null],
    ['vouchers', 3, 'code', 'not-a-voucher-code', null],
    ['vouchers', 4, 'until', 'already-over', null],
    ['vouchers', 5, 'code', 'repeated-key', '4'],
  ])
  expect(await movedRows()).toBe(before)
})
