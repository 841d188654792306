import { appendFileSync } from 'node:fs'
import type { Kysely } from 'kysely'
import { expect, inject } from 'vitest'
import { type Database, type DatabaseAddress, newId, openDatabase } from '#db'
import { addressOf, administer, asApplication } from './administer.ts'

export type TestDatabase = {
  /** As the role of the server: all tests run with the privileges that it has in production. */
  readonly db: Kysely<Database>
  /** As the owner of the tables, for a test that changes the schema. */
  readonly owner: Kysely<Database>
  /** For a second pool or another server process. */
  readonly address: DatabaseAddress
  /** For a command that migrates. */
  readonly ownerAddress: DatabaseAddress
  readonly drop: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/** Creates a database with all tables and no rows for one test. Drop it, or write `await using`. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = inject('database')
  const { DATABASE_TESTS } = process.env
  // Which files need a database: the run on the installed PostgreSQL leaves out the others (tools/step/database-tests.mjs).
  if (DATABASE_TESTS) appendFileSync(DATABASE_TESTS, `${expect.getState().testPath}\n`)
  const name = `${server.template}_${newId().replaceAll('-', '')}`
  // A copy by blocks would also write each block to the WAL.
  await administer(server.address, `create database ${name} template ${server.template} strategy file_copy`)
  const own = addressOf(server.address, name)
  const address = asApplication(own)
  const [db, owner] = [openDatabase(address), openDatabase(own, { size: 2, isLimited: false })]
  const drop = async (): Promise<void> => {
    await Promise.all([db.destroy(), owner.destroy()])
    await administer(server.address, `drop database if exists ${name} with (force)`)
  }
  return { db, owner, address, ownerAddress: own, drop, [Symbol.asyncDispose]: drop }
}
