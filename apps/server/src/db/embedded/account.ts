import { type ChildProcess, spawn, type SpawnOptions, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { manualSetupHint } from './binaries.ts'

/** PostgreSQL refuses to run as root. Whom it runs as: us, nobody in particular (a user namespace), or another user. */
export type Account =
  | { readonly kind: 'ourselves' }
  | { readonly kind: 'namespace' }
  | { readonly kind: 'user'; readonly name: string; readonly uid: number; readonly gid: number }

/** @throws Error with the way on where root can find nobody to run PostgreSQL as. */
export async function chooseAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) return { kind: 'ourselves' }
  if (process.platform === 'linux' && allowsNamespace()) return { kind: 'namespace' }
  const user = await findUser('postgres', 'nobody')
  if (user) return user
  throw new Error(
    `PostgreSQL does not run as root, and neither a user namespace nor a user "postgres" or "nobody" is to be had. ${manualSetupHint}.`,
  )
}

/** Without a mapping, root is nobody inside and still owns its files outside: nothing is copied, no user is made. */
function allowsNamespace(): boolean {
  return spawnSync('unshare', ['-U', 'true'], { stdio: 'ignore' }).status === 0
}

/** The first of these users that this machine knows. */
export async function findUser(...names: readonly string[]): Promise<Account | undefined> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'))
  for (const name of names) {
    const [, , uid, gid] = lines.find(([known]) => known === name) ?? []
    if (Number(uid) > 0) return { kind: 'user', name, uid: Number(uid), gid: Number(gid) }
  }
  return undefined
}

/** Starts a program as `account`, in a small, plain environment. */
export function spawnAs(account: Account, program: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const plain = { ...options, env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } }
  if (account.kind === 'namespace') return spawn('unshare', ['-U', program, ...args], plain)
  if (account.kind === 'user') return spawn(program, args, { ...plain, uid: account.uid, gid: account.gid })
  return spawn(program, args, plain)
}
