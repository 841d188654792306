import type { Kysely } from 'kysely'
import { ConfigError, readConfig } from '#config'
import { type Closing, type Database, openMigratedDatabase } from '#db'

/** What a command line asks for: a text to print as it is, or work on the database whose result is printed. */
export type Command = string | ((db: Kysely<Database>) => Promise<string>)

/**
 * Runs a command line on the shop's database and prints the result. Exit code 0: done; 2: invalid arguments or settings;
 * 1: any other failure.
 * @param parse is given the arguments after the command's name, before the database is opened. A RangeError, from it or from the
 * work, is a message about invalid arguments.
 */
export async function operate(parse: (args: readonly string[]) => Command): Promise<void> {
  const closing: Closing = []
  try {
    const command = parse(process.argv.slice(2))
    if (typeof command === 'string') return console.log(command)
    const db = await openMigratedDatabase(readConfig(process.env, { isStarting: false }), closing, { size: 1 })
    console.log(await command(db))
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = error instanceof ConfigError || error instanceof RangeError || isParseError(error) ? 2 : 1
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

/** An option that `parseArgs` of node:util does not know. */
const isParseError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
