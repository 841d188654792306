import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '#db/testing'
import { migrations } from '../migrations/index.ts'
import { type AppliedFunctions, checksumOf, functions, type FunctionSignature } from './index.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const signatures = Object.keys(functions) as FunctionSignature[]

async function definitionOf(db: TestDatabase['owner'], signature: string): Promise<string> {
  const { rows } = await sql<{ definition: string }>`select pg_get_functiondef(${signature}::regprocedure) as definition`.execute(db)
  return rows[0]!.definition
}

describe.each(signatures)('%s', (signature) => {
  it('has in a migrated database the text of its file', async () => {
    const fromMigrations = await definitionOf(database.owner, signature)
    const trx = await database.owner.startTransaction().execute()
    await sql.raw(functions[signature]).execute(trx)
    const fromSource = await definitionOf(trx, signature)
    const { rows } = await sql<{
      xmin: string
    }>`select xmin from pg_proc where oid = ${signature}::regprocedure and xmin = pg_current_xact_id()::xid`.execute(trx)
    await trx.rollback().execute()
    expect(rows, 'the file defines this signature').toHaveLength(1)
    expect(fromMigrations).toBe(fromSource)
  })

  it('is applied with its current text by the last migration that applies it', () => {
    const checksums = Object.values(migrations).flatMap((step) =>
      'applied' in step ? [(step.applied as AppliedFunctions)[signature]] : [],
    )
    expect(
      checksums.findLast((checksum) => checksum !== undefined),
      'add a migration that applies the new text',
    ).toBe(checksumOf(signature))
  })
})
