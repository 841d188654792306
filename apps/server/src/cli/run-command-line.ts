import type { Kysely } from 'kysely'
import { ConfigError, readConfig } from '#config'
import { type Closing, type Database, openCurrentDatabase } from '#db'

/** The work of a valid command line. Returns the text to print. */
export type Command = (db: Kysely<Database>) => Promise<string>

/**
 * Runs a command line on the shop's database and prints the result. Prints the usage for `--help` or `-h`. The database is
 * opened after the arguments are validated, and is never migrated. Exit code 0: done; 2: invalid arguments or settings; 1: any
 * other failure.
 * @param parse validates the arguments after the command's name. A RangeError, from it or from the command, is printed as a
 * message about invalid arguments; without a message the usage is printed.
 */
export async function runCommandLine(usage: string, parse: (args: readonly string[]) => Command): Promise<void> {
  const closing: Closing = []
  try {
    const args = process.argv.slice(2)
    if (args.some((arg) => arg === '--help' || arg === '-h')) return console.log(usage)
    const command = parse(args)
    const db = await openCurrentDatabase(readConfig(process.env, { isStarting: false }), closing, { size: 1 })
    console.log(await command(db))
  } catch (error) {
    console.error((error as Error).message || usage)
    process.exitCode = error instanceof ConfigError || error instanceof RangeError || isParseError(error) ? 2 : 1
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

/** An option that `parseArgs` of node:util does not know. */
const isParseError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

/** Whether a text is an id of a row. */
export const isRowId = (text: string | undefined): text is string =>
  text !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
