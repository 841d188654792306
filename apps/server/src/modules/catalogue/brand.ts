import { readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Brand, parseBrand } from '@playhouse/domain/brand'

const brandShelf = resolve(fileURLToPath(new URL('../../../../../brands/', import.meta.url)))

/**
 * Reads the brand of this deployment.
 * @param folder its folder in `brands/`, whose name is its id, or any folder elsewhere
 * @throws Error with all faults of the file and their places
 */
export async function readBrand(folder: string): Promise<Brand> {
  const file = join(folder, 'brand.json')
  const path = resolve(folder)
  return parseBrand(await readFile(file, 'utf8'), dirname(path) === brandShelf ? basename(path) : { file })
}
