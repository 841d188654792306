import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

// pnpm bench: every benchmark that prints a table, one after the other. The map's, which takes an hour, is `pnpm bench:seatmap`.

const benches = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['node_modules', 'seatmap'].includes(entry.name))
  .flatMap(({ name }) =>
    readdirSync(join(import.meta.dirname, name)).flatMap((file) => (/^run\.(mjs|ts)$/.test(file) ? [join(name, file)] : [])),
  )

for (const bench of benches) {
  console.log(`\n— ${bench}`)
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, bench)], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
