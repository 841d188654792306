import { constants } from 'node:fs'
import { cp, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder of this run's prepared shops, a data folder for each brand. */
const variable = 'E2E_PREPARED_SHOPS'

/** Starts a shop of a brand in a data folder, and stops it when it is ready. */
type PrepareShop = (brand: string, dataFolder: string) => Promise<void>

/** Creates the folder of prepared shops. @returns a function that removes it */
export async function createPreparedShops(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'ph-e2e-prepared-'))
  process.env[variable] = folder
  return () => rm(folder, { recursive: true, force: true })
}

/**
 * Prepares a shop of a brand, unless this run has one: it is migrated and seeded, and stopped. Processes that prepare one at once do
 * not wait for each other. @returns its data folder
 */
export async function prepareBrand(brand: string, prepare: PrepareShop): Promise<string> {
  const folder = process.env[variable]
  if (!folder) throw new Error(`${variable} is missing: run the journeys with their configuration`)
  const preparedFolder = join(folder, brand)
  if (await exists(preparedFolder)) return preparedFolder
  const unfinishedFolder = await mkdtemp(join(folder, `${brand}-`))
  await prepare(brand, unfinishedFolder)
  // Fails where another process was first.
  await rename(unfinishedFolder, preparedFolder).catch(() => rm(unfinishedFolder, { recursive: true, force: true }))
  return preparedFolder
}

/** Copies the brand's prepared shop to a data folder, where it starts in a third of the processor time of an empty one. */
export async function copyPreparedShop(brand: string, dataFolder: string, prepare: PrepareShop): Promise<void> {
  await cp(await prepareBrand(brand, prepare), dataFolder, { recursive: true, mode: constants.COPYFILE_FICLONE })
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined
}
