import { expect, test } from 'vitest'
import { isolate } from './isolate.ts'

test('isolates right-to-left names, and leaves others unchanged', () => {
  for (const name of ['אבג', 'الصف', 'Parterre אבג']) expect(isolate(name)).toBe(`\u2068${name}\u2069`)
  for (const name of ['A', 'Ⅷ', '第一排', '🎭', 'Läktare 3', '']) expect(isolate(name)).toBe(name)
})
