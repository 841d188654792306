import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chooseAccount, findUser } from './account.ts'
import { findBinaries } from './binaries.ts'
import { createCluster } from './cluster.ts'
import { prepareClusterPaths } from './home.ts'
import { reachPostmaster, stopPostmaster } from './postmaster.ts'

const asRoot = process.getuid?.() === 0

test.skipIf(asRoot)('runs PostgreSQL as the current user where that is not root', async () => {
  expect(await chooseAccount()).toEqual({ kind: 'ourselves' })
})

test.runIf(asRoot)('runs PostgreSQL in a user namespace or as another user where the current user is root', async () => {
  expect((await chooseAccount()).kind).toMatch(/namespace|user/)
})

test.runIf(asRoot && process.platform === 'linux')('runs PostgreSQL as another user where a user namespace is refused', async () => {
  const nobody = await findUser('nobody')
  if (nobody?.kind !== 'user') throw new Error('this machine has no user `nobody`')
  const folder = await mkdtemp(join(tmpdir(), 'playhouse-nobody-'))
  await chmod(folder, 0o755)
  const home = await prepareClusterPaths(nobody, folder, await findBinaries())
  await createCluster(nobody, home)
  const { client } = await reachPostmaster(nobody, home, {})
  const pid = Number.parseInt(await readFile(join(home.data, 'postmaster.pid'), 'utf8'), 10)
  expect((await stat(`/proc/${pid}`)).uid).toBe(nobody.uid)
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await client.end()
  await stopPostmaster(home)
  await rm(folder, { recursive: true })
})
