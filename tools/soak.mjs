import { environment, node, run } from './setup/repository.mjs'

// pnpm test:soak: repeats the storms of apps/server/src/proof and the kills between statements. `pnpm test:soak 20` is twenty of each; without a
// number ten, some ten minutes on two cores. It fails at the first wrong seat, hold or amount.

const longer = Number(process.argv[2] ?? 10)
if (!Number.isInteger(longer) || longer < 1) throw new Error('pnpm test:soak takes a whole number of storms')
const storms = [
  'proof/contention',
  'proof/storm',
  'proof/outbox-storm',
  'proof/fuzz',
  'proof/unknown-payments',
  'integration/crash-points',
].map((name) => `apps/server/src/${name}.test.ts`)
const { ok } = await run(node, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', '--no-file-parallelism', ...storms], {
  env: environment({ PROOF_LONGER: String(longer) }),
})
process.exit(ok ? 0 : 1)
