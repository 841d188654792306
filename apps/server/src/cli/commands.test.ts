import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { readSchemaVersion } from '../db/migrate.ts'
import { databaseUrl, openTestTheatre, runCommand, runInProcess } from '#testing'

/** A file of access cards. */
const cardFile = fileURLToPath(new URL('../modules/access/testing/cards.csv', import.meta.url))
const id = '0190c0de-0000-7000-8000-000000000001'

const movingInFolder = fileURLToPath(new URL('../../../../fixtures/moving-in', import.meta.url))

/** For each command: command lines that are rejected, and one that is valid. */
const commands: Record<string, { readonly invalid: readonly (readonly string[])[]; readonly valid: readonly string[] }> = {
  access: { invalid: [[], ['import'], ['import', 'a', 'b'], ['list'], ['--al']], valid: ['import', cardFile] },
  catalogue: {
    invalid: [
      [],
      ['kinds', 'fund'],
      ['list'],
      ['list', 'funds'],
      ['show', 'fund'],
      ['show', 'fund', 'a', 'b'],
      ['export'],
      ['export', 'a.xlsx'],
      ['export', 'a.json', 'funds'],
      ['check'],
      ['check', 'a.json', 'b.json'],
      ['check', 'a.json', '--reason', 'why'],
      ['import', 'a.json', 'b.json'],
      ['withdraw', 'fund'],
      ['offer', 'offer', 'SPRING'],
      ['drop', 'fund', 'a'],
      ['--al'],
    ],
    valid: ['kinds'],
  },
  'moving-in': { invalid: [[], ['check'], ['import'], ['drop', 'a.csv'], ['--al']], valid: ['check', movingInFolder] },
  outbox: { invalid: [[], ['retry'], ['retry', '17'], ['discard', 'x', 'y'], ['drop'], ['list', 'all'], ['--al']], valid: ['list'] },
  payments: { invalid: [['drop'], ['check', '--hours', '0'], ['refund'], ['keep', 's'], ['adopt', 'it'], ['--al']], valid: [] },
  programme: {
    invalid: [
      [],
      ['check'],
      ['import'],
      ['export'],
      ['export', 'a.xlsx', 'b.xlsx'],
      ['check', 'a.xlsx', '--reason', 'why'],
      ['drop', 'a.xlsx'],
      ['--al'],
    ],
    valid: ['export', join(tmpdir(), `programme-${process.pid}.json`)],
  },
  refunds: {
    invalid: [['again'], ['again', '17'], ['again', id, 'twice'], ['settle', id], ['settle', id, ' '], ['drop', id], ['--al']],
    valid: [],
  },
  series: {
    invalid: [
      [],
      ['renew', 'a'],
      ['renew', 'a', '--former', 'b'],
      ['renew', 'a', '--former', 'b', '--until', 'soon'],
      ['open', 'a', '--former', 'b', '--until', '2031-02-03T10:00:00Z'],
      ['--al'],
    ],
    valid: ['renew', 'a', '--former', 'b', '--until', '2031-02-03T10:00:00Z'],
  },
  staff: {
    invalid: [
      [],
      ['add', 'ann'],
      ['add', 'ann@theatre.example'],
      ['reset'],
      ['list', 'all'],
      ['reset', 'ann@theatre.example', 'Ann'],
      ['role', 'ann@theatre.example'],
      ['role', 'ann@theatre.example', 'director'],
      ['add', 'ann@theatre.example', 'Ann', '--role', 'director'],
      ['--al'],
    ],
    valid: ['list'],
  },
  'subscription-cards': {
    invalid: [
      [],
      ['issue'],
      ['issue', 'a'],
      ['issue', 'a', '0'],
      ['issue', 'a', 'ten'],
      ['issue', 'a', '1', 'b'],
      ['list', 'a', '1'],
      ['--al'],
    ],
    valid: ['issue', 'kingston-four', '2'],
  },
  training: {
    invalid: [[], ['copy'], ['copy', 'a'], ['drop', '--folder', 'a'], ['copy', '--folder'], ['--al']],
    valid: ['copy', '--folder', join(tmpdir(), `training-${process.pid}`)],
  },
  'waiting-room': {
    invalid: [
      [],
      ['a', 'b'],
      ['a', '--rate', '0'],
      ['a', '--pause', '--resume'],
      ['a', '--opens', 'soon'],
      ['a', '--patience', '61'],
      ['--al'],
    ],
    valid: ['tonight'],
  },
}

it('covers every command', async () => {
  const files = (await readdir(import.meta.dirname)).filter(
    (name) => !/\.test\.ts$|-texts\.ts$|^(?:low-priority|run-command-line|sheet-files)\.ts$/.test(name),
  )
  expect(files.toSorted()).toEqual(Object.keys(commands).map((name) => `${name}.ts`))
})

describe.each(Object.entries(commands))('pnpm %s', (name, { invalid, valid }) => {
  it('prints its usage for --help and -h', async () => {
    const usage = { status: 0, stdout: expect.stringMatching(`^Usage: pnpm ${name}`), stderr: '' }
    expect(runCommand(`${name}.ts`, ['--help'])).toMatchObject(usage)
    expect(await runInProcess(name, ['-h'])).toMatchObject(usage)
  })

  it('rejects invalid arguments with exit code 2 before the database is opened', async () => {
    const rejection = { status: 2, stdout: '', stderr: expect.stringMatching(/\w/) }
    const [first, ...others] = invalid
    expect(runCommand(`${name}.ts`, first!), first!.join(' ')).toMatchObject(rejection)
    for (const args of others) expect(await runInProcess(name, args), args.join(' ')).toMatchObject(rejection)
    expect(runCommand(`${name}.ts`, valid), 'valid arguments, no database').toMatchObject({ status: 1, stdout: '' })
  })

  it('runs no migration: refuses a database whose schema is older than this release', async () => {
    await using theatre = await openTestTheatre()
    const newest = await readSchemaVersion(theatre.db)
    await sql`delete from kysely_migration where name = ${newest}`.execute(theatre.database.owner)
    const older = await readSchemaVersion(theatre.db)
    const result = runCommand(`${name}.ts`, valid, { DATABASE_URL: databaseUrl(theatre.database.address) })
    expect(result).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining(`database schema is at ${older}`) })
    expect(await readSchemaVersion(theatre.db)).toBe(older)
  })
})
