import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { leanSeatMap } from '../src/lean-build.ts'

export const dist = fileURLToPath(new URL('dist', import.meta.url))
/** The same page with all of Pixi, for the map as a layer of a scene. */
export const sceneDist = fileURLToPath(new URL('dist/scene', import.meta.url))

/** Builds the test page in two ways: as the shop builds it, and as an application that also draws other things with Pixi. */
export default async function buildPages(): Promise<void> {
  await buildInto(dist, true)
  await buildInto(sceneDist, false)
}

const buildInto = (outDir: string, isLean: boolean): Promise<unknown> =>
  build({
    configFile: false,
    logLevel: 'error',
    define: { hasScenes: String(!isLean) },
    plugins: isLean ? [leanSeatMap()] : [],
    root: fileURLToPath(new URL('page', import.meta.url)),
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      modulePreload: false,
      assetsInlineLimit: 0,
      // Libraries get separate chunks, so that the allocation test can count our code alone.
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'library', test: /node_modules/ }] } } },
    },
  })
