import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Brand, brandSchema } from '@playhouse/domain/brand'

/** The white label this deployment serves. @throws Error that says what is wrong with the file, and where. */
export async function readBrand(folder: string): Promise<Brand> {
  const file = join(folder, 'brand.json')
  const parsed = brandSchema.safeParse(JSON.parse(await readFile(file, 'utf8')))
  if (parsed.success) return parsed.data
  throw new Error(`${file}: ${parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')}`)
}
