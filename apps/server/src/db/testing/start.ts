import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { applicationRole, type DatabaseAddress, grantToApplication, migrate, openDatabase, startDatabase } from '#db'
import { addressOf, administer, createApplicationRole } from './administer.ts'

/** The server on which a test creates its database, and the name of the migrated database that it copies. */
export type TestServer = { readonly address: DatabaseAddress; readonly template: string }

declare module 'vitest' {
  export interface ProvidedContext {
    database: TestServer
  }
}

/**
 * Starts one PostgreSQL for all test files, embedded in a temporary folder unless TEST_DATABASE_URL is set, and creates the
 * migrated database that tests copy.
 */
export default async function startTestServer(project: TestProject): Promise<() => Promise<void>> {
  const { address, stop } = await openServer()
  const template = `playhouse_test_${process.pid}_${Date.now().toString(36)}`
  await administer(address, `create database ${template}`)
  const db = openDatabase(addressOf(address, template))
  await migrate(db)
  await createApplicationRole(address)
  await grantToApplication(db, applicationRole)
  await db.destroy()
  project.provide('database', { address, template })
  return async () => {
    await administer(address, `drop database ${template} with (force)`)
    await stop()
  }
}

async function openServer(): Promise<{ address: DatabaseAddress; stop: () => Promise<void> }> {
  const url = process.env['TEST_DATABASE_URL']
  if (url) return { address: { url }, stop: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'playhouse-test-'))
  const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '200' }
  const embedded = await startDatabase({ folder, settings })
  return {
    address: embedded.address,
    stop: async () => {
      await embedded.stop()
      await rm(folder, { recursive: true })
    },
  }
}
