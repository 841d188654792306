import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Brand, parseBrand } from '@playhouse/domain/brand'

/** The white label this deployment serves. @param folder its folder of `brands/` @throws Error that says what is wrong with the file, and where. */
export const readBrand = async (folder: string): Promise<Brand> =>
  parseBrand(await readFile(join(folder, 'brand.json'), 'utf8'), basename(folder))
