import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Brand, parseBrand } from '@playhouse/domain/brand'

/**
 * Reads the brand of this deployment.
 * @param folder its folder in `brands/`
 * @throws Error with all faults of the file and their places
 */
export const readBrand = async (folder: string): Promise<Brand> =>
  parseBrand(await readFile(join(folder, 'brand.json'), 'utf8'), basename(folder))
