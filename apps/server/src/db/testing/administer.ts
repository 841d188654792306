import pg from 'pg'
import type { DatabaseAddress } from '#db'
import { driverAddress } from '../open-database.ts'

/** Runs one statement that no transaction can hold, such as `create database`. */
export async function administer(address: DatabaseAddress, statement: string): Promise<void> {
  const client = new pg.Client(driverAddress(address))
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Another database of the same server. */
export function addressOf(server: DatabaseAddress, database: string): DatabaseAddress {
  if (!('url' in server)) return { ...server, database }
  const url = new URL(server.url)
  url.pathname = `/${database}`
  return { url: url.href }
}
