import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './setup/repository.mjs'

// Any page may send a message to one of our windows. Code that listens needs a test that it accepts messages from the expected
// sender only; then it may join this list.

it('listens to messages of other windows in these files only', () => {
  const files = globSync('{apps,packages,brands}/**/*.{ts,tsx,js,mjs,html}', {
    cwd: root,
    exclude: (name) => /(^|[/\\])(node_modules|dist|var)$|\.test\.tsx?$/.test(name),
  })
  expect(files.length).toBeGreaterThan(500)
  const listens = /addEventListener\(\s*['"`](message|messageerror)['"`]|\bon(message|messageerror)\b/
  const listeningFiles = files
    .filter((file) => listens.test(readFileSync(join(root, file), 'utf8')))
    .map((file) => file.replaceAll('\\', '/'))
  expect(listeningFiles.toSorted()).toEqual([
    // Between workbench and stage: see `wire.test.ts`.
    'apps/preview/src/channel/channel.ts',
    // A `MessageChannel` of the page itself, whose other port no window has.
    'packages/seatmap/src/engine/slices.ts',
    // A `BroadcastChannel`, which no page of another site can open.
    'packages/shop-ui/src/browser/tabs.ts',
  ])
})
