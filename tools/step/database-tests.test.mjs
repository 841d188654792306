import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { root } from '../setup/repository.mjs'
import { filesWithoutDatabase, flowsOnInstalled, foldersOfStatements } from './database-tests.mjs'

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

const server = join(root, 'apps/server/src')

it('names existing tests of flows', () => {
  const files = Object.entries(flowsOnInstalled).flatMap(([sub, names]) => names.map((name) => join(server, sub, `${name}.test.ts`)))
  expect(files.length).toBeGreaterThan(5)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})

it('finds statements only in folders whose tests run on both PostgreSQLs', () => {
  // The season of a new shop, the readiness check, and support of tests.
  const others = ['seed.ts', 'app.ts', 'testing', 'proof', 'integration']
  const isElsewhere = (/** @type {string} */ file) => ![...foldersOfStatements, ...others].includes(file.split('/')[0] ?? '')
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.ts$/.test(file))
  const statement = /\b(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(<[^`]*>)?`/
  const hasStatement = (/** @type {string} */ file) => statement.test(readFileSync(join(server, file), 'utf8'))
  expect(files.filter(hasStatement).length).toBeGreaterThan(100)
  expect(files.filter(isElsewhere).filter(hasStatement)).toEqual([])
})
