import type { Texts } from '../translator.ts'

export const files = import.meta.glob<Texts>(['./en-us/*.json', '!./en-us/{mail,page,ticket}.json'], { import: 'default' })
