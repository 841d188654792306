import { timeLimit } from '@playhouse/testing/time-limit'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'

// The packed seat map in an empty folder, as an external user installs it: only the tarball. The page is copied from the
// package's README. Its dependencies (React, Pixi …) are linked instead of fetched, so that the test needs no registry.

const root = fileURLToPath(new URL('../..', import.meta.url))
const seatmap = join(root, 'packages/seatmap')
const folder = mkdtempSync(join(tmpdir(), 'playhouse-outside-'))
const kinds: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
const server = createServer((request, response) => {
  const path = request.url === '/' ? '/index.html' : new URL(request.url!, 'http://outside').pathname
  const file = join(folder, 'dist', path)
  response.statusCode = existsSync(file) ? 200 : 404
  response.setHeader('content-type', kinds[extname(path)] ?? 'application/octet-stream')
  response.end(existsSync(file) ? readFileSync(file) : '')
})

test.beforeAll(async () => {
  test.setTimeout(timeLimit(120_000))
  const readme = readFileSync(join(seatmap, 'README.md'), 'utf8')
  // By the command of the README, with `run`: pnpm's built-in `pack` would pack the sources.
  const [, script = '', tarball = ''] = /`pnpm --filter @playhouse\/seatmap run (\w+)` makes `(\S+)<version>\.tgz`/.exec(readme) ?? []
  const { scripts } = JSON.parse(readFileSync(join(seatmap, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
  const archive = run(join(seatmap, scripts[script]!.replace(/^node /, '')), [], seatmap)
    .trim()
    .split('\n')
    .at(-1)!
  expect(archive).toContain(join(seatmap, tarball))
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@playhouse/seatmap'), { recursive: true })
  mkdirSync(join(modules, '@types'))
  execFileSync('tar', ['-xzf', archive, '-C', join(modules, '@playhouse/seatmap'), '--strip-components=1'])
  for (const name of ['react', 'react-dom', '@types/react', '@types/react-dom', 'pixi.js', 'd3-selection', 'd3-zoom', 'vite'])
    symlinkSync(join(seatmap, 'node_modules', name), join(modules, name))
  symlinkSync(join(root, 'packages/domain/node_modules/zod'), join(modules, 'zod'))

  const [, page] = /```tsx\n([\s\S]+?)```/.exec(readme) ?? []
  mkdirSync(join(folder, 'src'))
  writeFileSync(join(folder, 'src/main.tsx'), page!)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'outside', private: true, type: 'module' }))
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><html lang="en"><title>Studio</title><div id="root"></div><script type="module" src="/src/main.tsx"></script></html>',
  )
  const compilerOptions = { strict: true, noEmit: true, module: 'esnext', moduleResolution: 'bundler', target: 'es2023', jsx: 'react-jsx' }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }))
  writeFileSync(join(folder, 'src/vite.d.ts'), "declare module '*.css'\n")
  run(join(modules, 'vite/bin/vite.js'), ['build', '--logLevel', 'warn'])

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
test.afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

test('the page of the README draws its hall and selects a seat', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  const { port } = server.address() as { port: number }
  await page.goto(`http://127.0.0.1:${port}/`)
  await expect(page.locator('canvas')).toBeVisible()
  await expect
    .poll(async () => (await page.locator('canvas').screenshot()).length, 'a blank picture packs to next to nothing')
    .toBeGreaterThan(8_000)
  const seat = page.getByRole('checkbox', { name: /^Row A seat 1, £45\.00, band A/ })
  await seat.focus()
  await page.keyboard.press('Space')
  await expect(seat).toBeChecked()
  await expect(page.locator('output')).toHaveText('stalls.A.1')
  await expect(page.getByRole('status').filter({ hasText: 'Row A seat 1 selected. 1 seat, £45.00.' })).toHaveCount(1)
  expect(errors).toEqual([])
})

test('its types compile in a strict external project', () => {
  run(join(root, 'node_modules/typescript/bin/tsc'), ['-p', folder])
})

function run(script: string, args: readonly string[], cwd = folder): string {
  try {
    return execFileSync(process.execPath, [script, ...args], { cwd, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${dirname(script)}: ${stdout}${stderr}`, { cause: error })
  }
}
