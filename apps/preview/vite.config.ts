import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { brandFiles } from './build/brands.ts'
import { strictPage } from './build/policy.ts'

export default defineConfig({
  // Relative addresses: the folder works at the root of a host and below any path.
  base: './',
  plugins: [react(), brandFiles(), strictPage()],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Pixi and the halls come when a stage asks for them.
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { debugName: 'words', name: (id) => /\/words\/([\w-]+)(?:\/[\w-]+)?\.json/.exec(id)?.[1]?.replace(/^/, 'words-') ?? null },
          ],
        },
      },
    },
  },
  server: { port: 5175 },
})
