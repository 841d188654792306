import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { leanSeatMap } from '../src/lean-build.ts'

export const dist = fileURLToPath(new URL('dist', import.meta.url))

/** Builds the page in which the map is looked at. */
export default async function buildPage(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [leanSeatMap()],
    root: fileURLToPath(new URL('page', import.meta.url)),
    build: {
      outDir: dist,
      emptyOutDir: true,
      target: 'es2023',
      modulePreload: false,
      assetsInlineLimit: 0,
      // What others wrote is told apart from ours, for the test of what ours allocates.
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'library', test: /node_modules/ }] } } },
    },
  })
}
