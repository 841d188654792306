import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PassIcons } from './apple.ts'

/** The icon sizes that Apple Wallet requires, in pixels. */
const sizes = { 'icon.png': 29, 'icon@2x.png': 58, 'icon@3x.png': 87 } as const

/** The brand's icons, as `icon/<pixels>.png` beside its brand.json. */
export async function readPassIcons(brandFolder: string): Promise<PassIcons> {
  const icons = Object.entries(sizes).map(async ([name, size]) => [name, await readFile(join(brandFolder, 'icon', `${size}.png`))] as const)
  return Object.fromEntries(await Promise.all(icons))
}
