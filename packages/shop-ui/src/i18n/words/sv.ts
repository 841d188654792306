import type { Texts } from '../translator.ts'

export const files = import.meta.glob<Texts>(['./sv/*.json', '!./sv/{mail,page,ticket}.json'], { import: 'default' })
