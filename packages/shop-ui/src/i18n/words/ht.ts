import type { Texts } from '../translator.ts'

export const files = import.meta.glob<Texts>(['./ht/*.json', '!./ht/{mail,page,ticket}.json'], { import: 'default' })
