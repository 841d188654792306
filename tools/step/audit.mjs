import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runPnpm } from '../setup/pnpm.mjs'
import { root } from '../setup/repository.mjs'
import { verdict } from './report.mjs'

/** @typedef {import('./report.mjs').Outcome} Outcome */
/** Why a known vulnerability of a package does not affect us, and the last day of the waiver. @typedef {{ until: string, why: string }} Waiver */
/** @typedef {{ module_name: string, severity: string, title: string, github_advisory_id: string, findings: { version: string }[] }} Advisory */

/** Severities that block a release. */
const blockingSeverities = new Set(['high', 'critical'])

/** Waived vulnerabilities, by the name of their advisory. @returns {Record<string, Waiver>} */
export const readWaivers = () => JSON.parse(readFileSync(join(root, 'tools/waivers.json'), 'utf8'))

/**
 * Asks the registry which packages of the lockfile have known vulnerabilities. Fails if the registry does not reply.
 * @returns {Promise<Outcome>}
 */
export async function auditPackages() {
  const { output } = await runPnpm(['audit', '--json'], { quiet: true })
  return evaluateAudit(output, readWaivers(), new Date().toISOString().slice(0, 10))
}

/** @param {string} output what `pnpm audit --json` wrote @param {Record<string, Waiver>} waivers @param {string} today @returns {Outcome} */
export function evaluateAudit(output, waivers, today) {
  const advisories = readAdvisories(output)
  if (!advisories) return verdict(false, `pnpm audit returned no report, so nothing is known of the packages.\n${output}`)
  const severe = advisories.filter(({ severity }) => blockingSeverities.has(severity))
  const vulnerabilities = severe.flatMap(({ module_name: name, severity, title, github_advisory_id: id, findings }) => {
    const waiver = waivers[id]
    if (waiver && waiver.until >= today) return []
    const versions = findings.map(({ version }) => version).join(', ')
    return [`${name} ${versions}: ${title} (${severity}, ${id})${waiver ? `, and its waiver ended on ${waiver.until}` : ''}`]
  })
  const unusedWaivers = Object.keys(waivers).filter((id) => !severe.some((advisory) => advisory.github_advisory_id === id))
  const failures = [
    ...vulnerabilities,
    ...unusedWaivers.map((id) => `tools/waivers.json waives ${id}, an advisory that no package has any more`),
  ]
  return { passed: failures.length === 0 ? 1 : 0, failures }
}

/** @param {string} output @returns {Advisory[] | undefined} */
function readAdvisories(output) {
  const begins = output.indexOf('{')
  if (begins < 0) return undefined
  try {
    const { advisories } = JSON.parse(output.slice(begins, output.lastIndexOf('}') + 1))
    return advisories && Object.values(advisories)
  } catch {
    return undefined
  }
}
