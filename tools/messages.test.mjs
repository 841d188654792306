import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './setup/repository.mjs'

// Any page in the world may send a message to a window of ours. Whoever listens to such messages has a test of its own, that
// it hears nobody but whom it means: until then it is not on this list.

it('listens to messages of other windows in no place but these', () => {
  const files = globSync('{apps,packages,brands}/**/*.{ts,tsx,js,mjs,html}', {
    cwd: root,
    exclude: (name) => /(^|[/\\])(node_modules|dist|var)$|\.test\.tsx?$/.test(name),
  })
  expect(files.length).toBeGreaterThan(500)
  const listens = /addEventListener\(\s*['"`](message|messageerror)['"`]|\bon(message|messageerror)\b/
  const found = files.filter((file) => listens.test(readFileSync(join(root, file), 'utf8'))).map((file) => file.replaceAll('\\', '/'))
  expect(found.toSorted()).toEqual([
    // Between workbench and stage: `wire.test.ts`.
    'apps/preview/src/channel/channel.ts',
    // A `BroadcastChannel`, which no page of another site can open.
    'packages/shop-ui/src/session/tabs.ts',
  ])
})
