import type { Kysely } from 'kysely'
import { ConfigError, readConfig } from '#config'
import type { Database } from '#db'
import { type Closing, reachDatabase } from './reach-database.ts'

/**
 * Carries out what somebody asks on the command line, on the database of the house, and prints the answer. The process leaves
 * with 0 where it was done, 2 where the words or a setting can't be understood, 1 where anything else went wrong.
 * @param run is given what stands behind the command's name; a RangeError says what can't be understood
 */
export async function operate(run: (db: Kysely<Database>, args: readonly string[]) => Promise<string>): Promise<void> {
  const closing: Closing = []
  try {
    const db = await reachDatabase(readConfig(process.env), closing, { size: 1 })
    console.log(await run(db, process.argv.slice(2)))
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = error instanceof ConfigError || error instanceof RangeError ? 2 : 1
  } finally {
    for (const close of closing.reverse()) await close()
  }
}
