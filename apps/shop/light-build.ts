import { fileURLToPath } from 'node:url'
import { contract } from '@playhouse/api-client/contract'
import type { Plugin } from 'vite'

const light = '\0light-contract'
const quietZod = fileURLToPath(new URL('./zod-without-eval.ts', import.meta.url))

/**
 * What a browser needs of the API is where to call. In a build the client gets the contract's methods and paths without
 * its schemas: the server has checked its replies by them already. Forms still bring zod, when somebody opens one.
 */
export const lightBuild = (): Plugin => ({
  name: 'playhouse:light-build',
  enforce: 'pre',
  apply: 'build',
  resolveId(id, importer = '') {
    if (id === '#contract' && importer.includes('/api-client/src/client/')) return light
    if (id === 'zod' && importer !== quietZod) return quietZod
    return undefined
  },
  load(id) {
    return id === light ? `export const contract = ${JSON.stringify(routes())}` : undefined
  },
})

function routes(): object {
  return Object.fromEntries(
    Object.entries(contract).map(([group, endpoints]) => [
      group,
      Object.fromEntries(Object.entries(endpoints).map(([name, { method, path, file }]) => [name, { method, path, file }])),
    ]),
  )
}
