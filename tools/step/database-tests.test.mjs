import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { root } from '../setup/repository.mjs'
import { filesWithoutDatabase } from './database-tests.mjs'

const folder = mkdtempSync(join(tmpdir(), 'database-tests-'))
const record = join(folder, 'record.txt')

it('lists no file without a record', () => {
  expect(filesWithoutDatabase(record)).toEqual([])
})

it('lists neither recorded files nor those that use the database server directly', () => {
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const recordedFile = 'apps/server/src/modules/staff/totp.test.ts'
  writeFileSync(record, `${join(root, recordedFile)}\n`)
  const files = filesWithoutDatabase(record)
  expect(files).toContain('apps/server/src/modules/ticket/qr.test.ts')
  for (const file of [recordedFile, 'apps/server/src/main.test.ts', 'apps/server/src/db/migrate.test.ts']) expect(files).not.toContain(file)
})
