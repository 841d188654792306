import type { Texts } from '../translator.ts'

export const files = import.meta.glob<Texts>(['./es/*.json', '!./es/{mail,page,ticket}.json'], { import: 'default' })
