import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { DatabaseAddress } from '#db'

/** Returns a database's address as a value for the setting `DATABASE_URL`. */
export const databaseUrl = (address: DatabaseAddress): string =>
  'url' in address
    ? address.url
    : `postgres://${address.user}@localhost/${address.database}?host=${encodeURIComponent(address.host)}&port=${address.port}`

/** Runs a command of `apps/server/src/cli`, such as `outbox.ts`, to its end. Without `DATABASE_URL` there is no database. */
export function runCommand(file: string, args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    DATABASE_URL: 'postgres://unused@127.0.0.1:1/none',
    SECRET: 'secret-of-a-tested-command-with-32-characters',
    ...settings,
  }
  const path = fileURLToPath(new URL(`../cli/${file}`, import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...args], { env, encoding: 'utf8' })
  return { status, stdout, stderr }
}
