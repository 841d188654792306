import pg from 'pg'
import { applicationRole, type DatabaseAddress } from '#db'
import { driverAddress } from '../open-database.ts'

/** Runs one statement that PostgreSQL rejects within a transaction, such as `create database`. */
export async function administer(address: DatabaseAddress, statement: string): Promise<void> {
  const client = new pg.Client(driverAddress(address))
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The address of another database of the same server. */
export function addressOf(server: DatabaseAddress, database: string): DatabaseAddress {
  if (!('url' in server)) return { ...server, database }
  const url = new URL(server.url)
  url.pathname = `/${database}`
  return { url: url.href }
}

/** Only tests use it, on their own server or the one of TEST_DATABASE_URL. */
const password = 'for-tests-only'

/** The role of the server, which owns no tables. On one server several test runs may create it at once. */
export async function createApplicationRole(server: DatabaseAddress): Promise<void> {
  await administer(
    server,
    `do $$ begin create role ${applicationRole} login password '${password}';
      exception when duplicate_object or unique_violation then null; end $$`,
  )
}

/** The address of a database with the role of the server. */
export function asApplication(address: DatabaseAddress): DatabaseAddress {
  if (!('url' in address)) return { ...address, user: applicationRole }
  const url = new URL(address.url)
  url.username = applicationRole
  url.password = password
  return { url: url.href }
}
