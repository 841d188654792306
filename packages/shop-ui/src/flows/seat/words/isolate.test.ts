import { expect, test } from 'vitest'
import { isolate } from './isolate.ts'

test('names from right to left keep their sentence in order, others stay as they are', () => {
  for (const name of ['אבג', 'الصف', 'Parterre אבג']) expect(isolate(name)).toBe(`\u2068${name}\u2069`)
  for (const name of ['A', 'Ⅷ', '第一排', '🎭', 'Läktare 3', '']) expect(isolate(name)).toBe(name)
})
