import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { lightContract, pureDeclarations } from './light-build.ts'
import { pageInDevelopment } from './page-in-development.ts'

const server = `http://localhost:${process.env['PORT'] ?? 3000}`

export default defineConfig({
  plugins: [lightContract(), pureDeclarations(), react(), pageInDevelopment(server)],
  // The server writes the nonce of each reply in the place of this mark.
  html: { cspNonce: '%nonce%' },
  build: {
    target: 'es2023',
    manifest: true,
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // A locale is fetched whole, once.
            { debugName: 'words', name: (id) => /\/words\/([\w-]+)\/[\w-]+\.json/.exec(id)?.[1]?.replace(/^/, 'words-') ?? null },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(['/api', '/fonts', '/brand'].map((path) => [path, { target: server }])),
  },
})
