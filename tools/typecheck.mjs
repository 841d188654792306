import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packages } from './setup/install.mjs'
import { node, root, run } from './setup/repository.mjs'

/** One checker per package: several would repeat the work on shared types, and cost half as much again. */
const checking = ['--noEmit', '--checkers', '1']

/** Checks the types of every package, two at a time. @returns {Promise<{ folder: string, ok: boolean, output: string }[]>} */
export async function typecheck() {
  const waiting = ['.', ...packages()].filter((folder) => existsSync(join(root, folder, 'tsconfig.json')))
  /** @type {{ folder: string, ok: boolean, output: string }[]} */
  const results = []
  const work = async () => {
    for (let folder = waiting.shift(); folder; folder = waiting.shift()) {
      results.push({ folder, ...(await run(node, ['node_modules/typescript/bin/tsc', '-p', folder, ...checking], { quiet: true })) })
    }
  }
  await Promise.all([work(), work()])
  return results
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const results = await typecheck()
  for (const { folder, ok, output } of results) console.log(ok ? `ok      ${folder}` : `failed  ${folder}\n${output}`)
  if (results.some(({ ok }) => !ok)) process.exit(1)
}
