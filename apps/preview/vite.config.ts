import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { supportAnyProtocol } from './build/any-protocol.ts'
import { brandFiles } from './build/brands.ts'
import { strictPage } from './build/policy.ts'

export default defineConfig({
  // Relative addresses: the folder works at the root of a host, below any path, and on a disk.
  base: './',
  plugins: [react(), brandFiles(), strictPage(), supportAnyProtocol()],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One script: a page on a disk can't ask for a second.
    cssCodeSplit: false,
    chunkSizeWarningLimit: 4_000,
    rolldownOptions: {
      checks: { emptyImportMeta: false },
      output: { format: 'iife', codeSplitting: false },
    },
  },
  server: { port: 5175 },
})
