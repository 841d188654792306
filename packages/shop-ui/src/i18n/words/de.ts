import type { Texts } from '../translator.ts'

export const files = import.meta.glob<Texts>(['./de/*.json', '!./de/{mail,page,ticket}.json'], { import: 'default' })
