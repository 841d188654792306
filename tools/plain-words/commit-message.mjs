import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { root } from '../setup/repository.mjs'
import { hitsInText } from './rules.mjs'

// node tools/plain-words/commit-message.mjs FILE: rejects a commit message in words that this project does not use. With --log N it
// prints those of the last N commits, and fails nothing.

const [first = '', count = '20'] = process.argv.slice(2)
/** @param {string} message */
const faultsOf = (message) => hitsInText(message).map(({ words, rule }) => `"${words}" (${rule.id}): ${rule.better}`)

if (first === '--log') {
  const subjects = execFileSync('git', ['log', `-${count}`, '--format=%h %s'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
  for (const subject of subjects) for (const fault of faultsOf(subject)) console.log(`warning: ${subject}: ${fault}`)
} else {
  const message = readFileSync(first, 'utf8').replaceAll(/^#.*$/gm, '')
  const faults = faultsOf(message)
  for (const fault of faults) console.error(fault)
  process.exit(faults.length > 0 ? 1 : 0)
}
