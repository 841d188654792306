import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

// Makes dist/ a package that any bundler takes: scripts, one stylesheet, types. The rules of the trade it stands on
// (packages/domain) go into it, so that no other package of this repository has to be published with it.

const here = dirname(fileURLToPath(import.meta.url))
const dist = join(here, 'dist')
const domain = join(here, '../domain')
const manifest = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))
/** @type {Record<string, string>} */
const doors = { ...manifest.exports, './plan': '../domain/src/plan/index.ts', './money': '../domain/src/money/money.ts' }
const trade = JSON.parse(readFileSync(join(domain, 'package.json'), 'utf8'))
const dependencies = { ...trade.dependencies, ...manifest.dependencies }

rmSync(dist, { recursive: true, force: true })
await makeScripts()
makeTypes()
writeManifest()
for (const file of ['README.md', '../../LICENSE']) writeFileSync(join(dist, file.split('/').at(-1) ?? file), readFileSync(join(here, file)))
const [packed] = JSON.parse(execFileSync('npm', ['pack', '--json', '--silent'], { cwd: dist, encoding: 'utf8' }))
process.stdout.write(`${join(dist, packed.filename)}\n`)

async function makeScripts() {
  const outside = Object.keys({ ...dependencies, ...manifest.peerDependencies }).filter((name) => !name.startsWith('@playhouse/'))
  await build({
    root: here,
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: dist,
      target: 'es2023',
      minify: false,
      lib: {
        entry: Object.fromEntries(Object.entries(doors).map(([door, file]) => [nameOf(door), join(here, file)])),
        formats: ['es'],
        cssFileName: 'style',
      },
      rolldownOptions: { external: (id) => outside.some((name) => id === name || id.startsWith(`${name}/`)) },
    },
  })
}

function makeTypes() {
  const compiler = join(here, '../../node_modules/.bin/tsc')
  const types = join(dist, 'types')
  for (const folder of [here, domain]) {
    const out = join(types, folder === here ? 'seatmap' : 'domain')
    const rootDir = join(folder, 'src')
    execFileSync(compiler, [
      '-p',
      folder === here ? join(here, 'tsconfig.pack.json') : folder,
      '--noEmit',
      'false',
      '--declaration',
      '--emitDeclarationOnly',
      '--outDir',
      out,
      '--rootDir',
      rootDir,
    ])
    for (const test of globSync('**/*.test.d.ts', { cwd: out })) rmSync(join(out, test))
  }
  // Imports of workspace packages become paths inside the package.
  for (const file of globSync('**/*.d.ts', { cwd: types })) {
    const text = readFileSync(join(types, file), 'utf8')
    writeFileSync(
      join(types, file),
      text.replaceAll('@playhouse/domain/', '#domain/').replaceAll(/(['"])(\.{1,2}\/[^'"]+)\.tsx?\1/g, '$1$2.js$1'),
    )
  }
}

function writeManifest() {
  const { name, version, license, type, peerDependencies, peerDependenciesMeta } = manifest
  const versions = catalog()
  const pinned = (/** @type {Record<string, string>} */ wanted = {}) =>
    Object.fromEntries(
      Object.entries(wanted)
        .filter(([dependency]) => !dependency.startsWith('@playhouse/'))
        .map(([dependency, range]) => [dependency, range === 'catalog:' ? `^${versions.get(dependency)}` : range]),
    )
  const { react, 'react-dom': reactDom, ...own } = pinned(dependencies)
  const shipped = {
    name,
    version,
    description: 'A seat map and a seat list for halls of 60 to 100,000 seats, for every hand and every reader',
    license,
    type,
    sideEffects: ['*.css'],
    exports: {
      ...Object.fromEntries(Object.entries(doors).map(([door, file]) => [door, { types: typesOf(file), default: `./${nameOf(door)}.js` }])),
      './style.css': './style.css',
    },
    imports: {
      ...Object.fromEntries(Object.entries(manifest.imports).map(([room, file]) => [room, typesOf(String(file))])),
      ...Object.fromEntries(
        Object.entries(trade.exports).map(([door, file]) => [
          `#domain/${nameOf(door)}`,
          typesOf(String(file).replace('./src', '../domain/src')),
        ]),
      ),
    },
    dependencies: own,
    peerDependencies: { ...pinned(peerDependencies), react, 'react-dom': reactDom },
    peerDependenciesMeta,
  }
  mkdirSync(dist, { recursive: true })
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify(shipped, undefined, 2)}\n`)
}

/** @param {string} door */
function nameOf(door) {
  return door === '.' ? 'index' : door.slice(2)
}
/** @param {string} file */
function typesOf(file) {
  const place = file.startsWith('../domain/src') ? file.replace('../domain/src', 'domain') : file.replace('./src', 'seatmap')
  return `./types/${place.replace(/\.tsx?$/, '.d.ts')}`
}

/** Versions pinned for the whole house. */
function catalog() {
  const text = readFileSync(join(here, '../../pnpm-workspace.yaml'), 'utf8').split(/^catalog:$/m)[1] ?? ''
  return new Map([...text.matchAll(/^ {2}'?([^':]+)'?: (\S+)$/gm)].map(([, name, version]) => [name, version]))
}
