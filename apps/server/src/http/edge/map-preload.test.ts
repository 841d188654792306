import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { brandSchema } from '@playhouse/domain/brand'
import { readMapPreload } from './map-preload.ts'
import { fillTemplate, htmlOf, type PageFrame, shellOf } from './page-html.ts'

const manifest = {
  'index.html': { file: 'assets/index-1.js', imports: ['_react.js'] },
  '_react.js': { file: 'assets/react-1.js' },
  '_list.js': { file: 'assets/list-1.js', imports: ['_react.js'] },
  '../../packages/shop-ui/src/flows/seat/index.ts': {
    file: 'assets/seat-1.js',
    imports: ['_list.js', 'index.html'],
    css: ['assets/seat.css'],
  },
  '../../packages/seatmap/src/index.ts': { file: 'assets/map-1.js', imports: ['_list.js', '_gesture.js'], css: ['assets/map.css'] },
  '../../packages/seatmap/src/engine/index.ts': { file: 'assets/engine-1.js', imports: ['_gesture.js'] },
  '../../packages/seatmap/src/engine/webgl/webgl-painter.ts': { file: 'assets/webgl-painter-1.js' },
  '_gesture.js': { file: 'assets/gesture-1.js' },
  'src/early/preload-map.ts': { file: 'assets/preload-map-1.js' },
  'src/early/draw-hall.ts': { file: 'assets/draw-hall-1.js' },
}

const brand = brandSchema.parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../../../../brands/bridge/brand.json'), 'utf8')))
const image = { path: '/card.png', width: 1, height: 1, alt: '' }
const aFrame: PageFrame = {
  ...{ brand, origin: 'https://shop.example', css: '', locale: 'en', path: '/', noScript: '', preload: undefined },
  description: { status: 200, title: '', text: '', kind: 'website', image, data: [] },
}

async function read(content?: object, apiOrigin?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'ph-build-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, '.vite'))
  if (content) await writeFile(join(folder, '.vite/manifest.json'), JSON.stringify(content))
  return readMapPreload(folder, apiOrigin)
}

test('lists the map’s files for the early script, and preloads plan, availability and the code that the list needs too', async () => {
  const { data, scripts } = (await read(manifest))!({ id: 'a?b', hall: 'main & small', planVersion: '2' })
  const [files, script, plan, availability] = data
  const list = JSON.parse(/>(.*)<\/script>/.exec(files!)![1]!) as { draw: string; files: string[] }
  expect(list.draw).toBe('/assets/draw-hall-1.js')
  expect(list.files.toSorted()).toEqual(['gesture-1.js', 'map-1.js', 'map.css'].map((file) => `/assets/${file}`))
  expect(script).toBe('<script type="module" async crossorigin src="/assets/preload-map-1.js"></script>')
  expect(plan).toContain('href="/api/venues/main%20%26%20small/maps/2/packed"')
  expect(availability).toBe('<link rel="preload" as="fetch" crossorigin href="/api/instances/a%3Fb/availability">')
  expect(scripts.toSorted()).toEqual(['list', 'seat'].map((name) => `<link rel="modulepreload" crossorigin href="/assets/${name}-1.js">`))
})

test('preloads nothing without a build, or with a build without the early script', async () => {
  expect(await read()).toBeUndefined()
  expect(await read({ 'index.html': { file: 'assets/index-1.js' } })).toBeUndefined()
})

test('leaves the preloading of the shop’s scripts to the script that first loads the one that draws', () => {
  const preload = { data: [], scripts: ['<link rel="modulepreload" crossorigin href="/screen.js">'] }
  const first = '<script type="module" crossorigin src="/first.js"></script><link rel="modulepreload" crossorigin href="/react.js">'
  const template = `<html><head><!--head-->${first}</head><body><div id="shop"></div></body></html>`
  const heads = [fillTemplate(template, { ...aFrame, preload }), fillTemplate(template, aFrame)].map(htmlOf)
  expect(heads[0]).toContain('<script type="module" crossorigin fetchpriority="low" src="/first.js">')
  expect([...heads[0]!.matchAll(/<link data-rel="modulepreload" crossorigin href="(.*?)">/g)].map(([, file]) => file)).toEqual([
    '/react.js',
    '/screen.js',
  ])
  expect(heads[1]).toContain(first)
})

test('preloads the code of the screen after the first scripts of the shop, also in a page that is sent before its content', () => {
  const preload = { data: ['<plan>'], scripts: ['<screen>'] }
  const template = '<html><head><!--head--><script src="first.js"></script></head><body><div id="shop"></div></body></html>'
  const frame = { ...aFrame, preload }
  for (const html of [htmlOf(fillTemplate(template, frame)), shellOf(template, frame)])
    expect([...html.matchAll(/<plan>|first|<screen>|<\/head>/g)].map(([part]) => part)).toEqual(['<plan>', 'first', '<screen>', '</head>'])
})

test('preloads data from the origin of the API, with cookies, and names that origin in the page', async () => {
  const { data } = (await read(manifest, 'https://api.example'))!({ id: 'tonight', hall: 'main', planVersion: '2' })
  expect(data.at(-1)).toBe(
    '<link rel="preload" as="fetch" crossorigin="use-credentials" href="https://api.example/api/instances/tonight/availability">',
  )
  const html = (apiOrigin?: string) => htmlOf(fillTemplate('<head><!--head--></head>', { ...aFrame, apiOrigin }))
  expect(html('https://api.example')).toContain('<meta name="api-origin" content="https://api.example">')
  expect(html()).not.toContain('api-origin')
})
