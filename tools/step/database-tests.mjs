import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/repository.mjs'

const sources = 'apps/server/src'

/** Folders of the server with statements. Their tests run on both PostgreSQLs, as the contract suite does. */
export const foldersOfStatements = ['db', 'modules', 'jobs', 'http']

/** Tests of whole flows and of faults that run on both, because they depend on locks or on the rows that a statement reads. */
export const flowsOnInstalled = {
  proof: ['concurrent-counter', 'contention', 'deadlocks', 'rate-limits', 'storm'],
  integration: ['constant-work', 'crash-points', 'membership-races', 'overdue-rows'],
}

/** Long random tests of rules of money, whose statements other tests run on both. */
const randomTests = ['modules/payment/money-conservation', 'modules/invariant/item-invariants']

/** Globs of test files that run on the embedded PostgreSQL only: tests of itself, of command lines, of flows, of faults and of random sales. */
export const notOnInstalled = [
  '**/db/embedded/**',
  '**/cli/**',
  ...randomTests.map((name) => `${sources}/${name}.test.ts`),
  ...Object.entries(flowsOnInstalled).map(([folder, names]) => `${sources}/${folder}/!(${names.join('|')}).test.ts`),
]

/** Sources of tests that use the server of the database without `testDatabase`, some of them only where it is an installed one. */
const directUse = /inject\('database'\)|TEST_DATABASE_URL/

/**
 * The test files of the server that have opened no database, from the record that `testDatabase` writes during a complete run.
 * @param {string} record its path @returns {string[]} paths from the root; none without a record
 */
export function filesWithoutDatabase(record) {
  if (!existsSync(record)) return []
  const recordedFiles = new Set(readFileSync(record, 'utf8').split('\n'))
  // Without the newer `glob` of Node: Node 20 runs this.
  return readdirSync(join(root, sources), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => `${sources}/${file.replaceAll('\\', '/')}`)
    .filter((file) => !recordedFiles.has(join(root, file)) && !directUse.test(readFileSync(join(root, file), 'utf8')))
    .toSorted()
}
