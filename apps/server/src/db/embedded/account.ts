import { type ChildProcess, spawn, type SpawnOptions, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { manualSetupHint } from './binaries.ts'

/** The account that PostgreSQL runs as, because it refuses root: the current user, an unmapped user (a user namespace), or another user. */
export type Account =
  | { readonly kind: 'ourselves' }
  | { readonly kind: 'namespace' }
  | { readonly kind: 'user'; readonly name: string; readonly uid: number; readonly gid: number }

/** Chooses the account for PostgreSQL. @throws Error with a hint where the current user is root and there is no other account */
export async function chooseAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) return { kind: 'ourselves' }
  if (process.platform === 'linux' && allowsNamespace()) return { kind: 'namespace' }
  const user = await findUser('postgres', 'nobody')
  if (user) return user
  throw new Error(
    // plain-words: allow unnamed-actor (the name of a system user)
    `PostgreSQL does not run as root, and there is neither a user namespace nor a user "postgres" or "nobody". ${manualSetupHint}.`,
  )
}

/** Without a mapping, root is an unprivileged user inside the namespace and still owns its files: no files are copied, no user is created. */
function allowsNamespace(): boolean {
  return spawnSync('unshare', ['-U', 'true'], { stdio: 'ignore' }).status === 0
}

/** Finds the first of these users that exists on this machine. */
export async function findUser(...names: readonly string[]): Promise<Account | undefined> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'))
  for (const name of names) {
    const [, , uid, gid] = lines.find(([userName]) => userName === name) ?? []
    if (Number(uid) > 0) return { kind: 'user', name, uid: Number(uid), gid: Number(gid) }
  }
  return undefined
}

/** Starts a program as `account`, with a minimal environment. */
export function spawnAs(account: Account, program: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const plain = { ...options, env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } }
  if (account.kind === 'namespace') return spawn('unshare', ['-U', program, ...args], plain)
  if (account.kind === 'user') return spawn(program, args, { ...plain, uid: account.uid, gid: account.gid })
  return spawn(program, args, plain)
}
