import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'

let runs = 0

/** Runs a command of `apps/server/src/cli`, such as `outbox`, in this process, because a separate one takes seconds to load its modules. */
export async function runInProcess(name: string, args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  const env = { DATABASE_URL: 'postgres://unused@127.0.0.1:1/none', ...settings }
  for (const [setting, value] of Object.entries(env)) vi.stubEnv(setting, value)
  const [log, error] = [vi.spyOn(console, 'log').mockReturnValue(), vi.spyOn(console, 'error').mockReturnValue()]
  const { argv, exitCode } = process
  process.argv = ['node', `${name}.ts`, ...args]
  process.exitCode = undefined
  try {
    // Each query is a separate module, so that the command runs again.
    runs += 1
    await import(/* @vite-ignore */ `${fileURLToPath(new URL('../cli', import.meta.url))}/${name}.ts?run=${runs}`)
    const [stdout, stderr] = [log, error].map(({ mock }) => mock.calls.map(([text]) => `${text}\n`).join(''))
    return { status: process.exitCode ?? 0, stdout: stdout!, stderr: stderr! }
  } finally {
    process.argv = argv
    process.exitCode = exitCode
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
  }
}
