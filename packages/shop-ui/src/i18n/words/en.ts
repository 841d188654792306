import type { Texts } from '../translator.ts'

export const files = import.meta.glob<Texts>(['./en/*.json', '!./en/{mail,page,ticket}.json'], { import: 'default' })
