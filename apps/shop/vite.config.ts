import { leanSeatMap } from '@playhouse/seatmap/lean-build'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { journeys } from '@playhouse/shop-ui/i18n/journeys'
import { shortClassNames } from './class-names-build.ts'
import { compressedFiles } from './compress-build.ts'
import { earlyScripts } from './early-build.ts'
import { inventory } from './inventory-build.ts'
import { leanRouter } from './lean-router-build.ts'
import { trustedLiveAnnouncer, lightContract, noteEntryFiles, ownLocales, pureDeclarations, withoutEntryFiles } from './light-build.ts'
import { offlineShell } from './offline-build.ts'
import { pageInDevelopment } from './page-in-development.ts'
import { sharedFiles } from './shared-files-build.ts'

/** Puts the texts of a locale into one chunk per journey: `words-de-first`, which also lists the files of the others. */
function wordsChunk(id: string): string | null {
  const list = /\/i18n\/words\/([\w-]+)\.ts/.exec(id)?.[1]
  if (list) return `words-${list}-first`
  const [, locale, namespace] = /\/words\/([\w-]+)\/([\w-]+)\.json/.exec(id) ?? []
  const [journey] = Object.entries(journeys).find(([, namespaces]) => namespaces.some((each) => each === namespace)) ?? []
  return journey ? `words-${locale}-${journey}` : null
}

const server = `http://localhost:${process.env['PORT'] ?? 3000}`

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    lightContract(),
    pureDeclarations(),
    trustedLiveAnnouncer(),
    ownLocales(),
    leanSeatMap(),
    react(),
    // The renderer of pages, a second build for the server, is no part of what browsers fetch.
    ...(isSsrBuild
      ? []
      : [noteEntryFiles(), leanRouter(), offlineShell(), earlyScripts(), inventory(), compressedFiles(), pageInDevelopment(server)]),
  ],
  css: command === 'build' ? { modules: { generateScopedName: shortClassNames() } } : {},
  // The server imports the renderer as one folder without packages.
  ...(isSsrBuild && { ssr: { noExternal: true as const }, define: { 'process.env.NODE_ENV': '"production"' } }),
  build: {
    target: 'es2023',
    manifest: !isSsrBuild,
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Texts need nothing but themselves: a list of their files would be part of the first script.
      resolveDependencies: (file, dependencies, { hostType }) =>
        hostType === 'html' ? dependencies : file.includes('/words-') ? [] : withoutEntryFiles(dependencies),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Without what the lists import: the build would put the loader of all files into the chunk of one locale.
          groups: [{ debugName: 'words', name: wordsChunk, includeDependenciesRecursively: false }, ...(isSsrBuild ? [] : sharedFiles)],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(['/api', '/fonts', '/brand', '/images', '^/preview/[^/]+/api/'].map((path) => [path, { target: server }])),
  },
}))
