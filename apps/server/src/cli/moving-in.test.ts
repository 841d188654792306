import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { outsideTransaction, transact } from '#db'
import { until } from '@playhouse/testing/until'
import { databaseUrl, openTestTheatre, runCommand, type TestTheatre } from '#testing'
import { exampleFolder } from '../modules/moving-in/testing/example-sheets.ts'

let theatre: TestTheatre
beforeAll(async () => {
  theatre = await openTestTheatre()
})
afterAll(() => theatre.database.drop())

const movingIn = (...args: string[]) => runCommand('moving-in.ts', args, { DATABASE_URL: databaseUrl(theatre.database.address) })

it('checks, moves in, and prints a reconciliation that a second run repeats', () => {
  const checked = movingIn('check', exampleFolder)
  expect(checked).toMatchObject({ status: 0, stderr: '' })
  expect(checked.stdout).toContain('an import would make:\ncustomers: 3 new, 0 changed, 0 as before, 0 kept as they are here')
  const first = movingIn('import', exampleFolder)
  expect(first.stdout).toContain('  vouchers, money: 125.00, 125.00, 0.00\nevery difference is 0')
  const second = movingIn('import', exampleFolder)
  expect(second.stdout).toContain('customers: 0 new, 0 changed, 3 as before, 0 kept as they are here')
  expect(second.stdout).toContain('every difference is 0')
})

it('prints every problem, with its row, and fails', () => {
  const { status, stdout, stderr } = movingIn('import', `${exampleFolder}/customers.csv`, `${exampleFolder}/customers.csv`)
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toBe('customers: "customers" is there twice\n1 problem; nothing was changed\n')
})

it('writes nothing when its process is killed in the middle, and can run again', async () => {
  movingIn('import', exampleFolder)
  const folder = mkdtempSync(join(tmpdir(), 'ph-moving-in-'))
  const rows = Array.from({ length: 500 }, (_, nth) => `${4000 + nth},ann.page.${nth}@audience.example,Ann,Page`)
  writeFileSync(join(folder, 'customers.csv'), ['customer,e-mail,first name,last name', ...rows].join('\n'))
  writeFileSync(join(folder, 'credit.csv'), 'customer,balance\n1001,37.50\n4001,5.00\n')
  const movedIn = () => theatre.db.selectFrom('customer').select('id').where('email', 'like', 'ann.page.%').execute()
  const isWaiting = async (): Promise<boolean> =>
    (await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(theatre.db)).rows
      .length > 0
  await transact(theatre.db, async (trx) => {
    // The import waits for this account after it has written its customers.
    await sql`select 1 from ledger_account a join moved_in m on m.id = a.id where m.kind = 'credit' and m.key = '1001' for update of a`.execute(
      trx,
    )
    const settings = { DATABASE_URL: databaseUrl(theatre.database.address), SECRET: 'secret-of-a-tested-command-with-32-characters' }
    const command = fileURLToPath(new URL('moving-in.ts', import.meta.url))
    const child = spawn(process.execPath, [command, 'import', folder], { env: { ...process.env, ...settings }, stdio: 'ignore' })
    const ended = once(child, 'exit')
    await until('the import waits for the lock', () => outsideTransaction(isWaiting))
    child.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])
  })
  expect(await movedIn()).toEqual([])
  expect(movingIn('import', folder).stdout).toContain('customers: 500 new')
  expect(await movedIn()).toHaveLength(500)
  rmSync(folder, { recursive: true })
})
