import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { forms, halls } from './forms.mjs'

// node bench/plan/run.mjs: how many bytes 100,000 seats take on the wire, and how long until they are read and indexed.
// `--budgets` measures only what the budgets judge.
// Bytes are exact. Times are medians of the work of processes taking turns; only their ratio is judged, for machines differ.

const rounds = 3
const isJudgedOnly = process.argv.includes('--budgets')
/** The forms of each hall that the budgets judge. @type {Record<string, readonly string[]>} */
const judgedForms = { stadium: ['objects', 'packed'], imported: ['packed'] }
/** Reads in a process: the first is cold. */
const reads = isJudgedOnly ? 1 : 8
const benchFolder = import.meta.dirname
/** @type {Record<string, number>} */
const budgets = JSON.parse(readFileSync(join(benchFolder, 'budgets.json'), 'utf8'))
const folder = mkdtempSync(join(tmpdir(), 'bench-plan-'))
const median = (/** @type {number[]} */ values) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

try {
  const trials = Object.entries(halls).flatMap(([hall, draw]) => {
    const plan = draw()
    const measured = Object.entries(forms).filter(([form]) => !isJudgedOnly || judgedForms[hall]?.includes(form))
    return measured.map(([form, { write }], index) => {
      const bytes = write(plan)
      const file = join(folder, `${hall}-${index}`)
      writeFileSync(file, bytes)
      return { hall, form, file, bytes: bytes.length, gzip: gzipSync(bytes, { level: 6 }).length, cold: [0].slice(1), warm: [0].slice(1) }
    })
  })
  for (let round = 0; round < rounds; round++)
    for (const trial of trials) {
      const out = execFileSync(process.execPath, [join(benchFolder, 'measure.mjs'), trial.form, trial.file, String(reads)], {
        encoding: 'utf8',
      })
      const { cold, warm } = JSON.parse(out)
      trial.cold.push(cold)
      trial.warm.push(warm)
    }

  console.log(['hall', 'form', 'kB', 'kB gzip', 'cold ms', 'warm ms'].map((title, at) => title.padEnd(at === 1 ? 18 : 10)).join(''))
  for (const { hall, form, bytes, gzip, cold, warm } of trials)
    console.log(
      [hall, form, (bytes / 1000).toFixed(0), (gzip / 1000).toFixed(1), median(cold).toFixed(1), median(warm).toFixed(1)]
        .map((cell, at) => cell.padEnd(at === 1 ? 18 : 10))
        .join(''),
    )
  const one = (/** @type {string} */ hall, /** @type {string} */ form) => {
    const trial = trials.find((each) => each.hall === hall && each.form === form)
    if (!trial) throw new Error(`nothing was measured of ${form} at ${hall}`)
    return trial
  }
  judge('packed bytes gzip', one('stadium', 'packed').gzip)
  judge('packed bytes gzip, imported', one('imported', 'packed').gzip)
  judge('packed to objects, cold time', median(one('stadium', 'packed').cold) / median(one('stadium', 'objects').cold))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** @param {string} name @param {number} value */
function judge(name, value) {
  const budget = budgets[name]
  if (budget === undefined) throw new Error(`bench/plan/budgets.json has no ${name}`)
  const ok = value <= budget
  console.log(`${ok ? 'ok  ' : 'over'} ${name}: ${Number(value.toPrecision(3))} of ${budget}`)
  if (!ok) process.exitCode = 1
}
