import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { readPlan, writePlan } from '../packages/domain/src/plan/index.ts'
import {
  createSeatFinder,
  exportPretix,
  hasErrors,
  importPlanBytes,
  placesOfSeats,
  describeFinding,
  refuseTooLarge,
} from '../packages/domain/src/plan/import/index.ts'

// pnpm plan import, check and export: see docs/guides/seat-plans.md.
// Exit status: 0 if the plan can be sold, 1 if the report has errors, 2 if no plan could be read.

const usage = `usage:
  pnpm plan import FILE [--out FILE] [--hall ID] [--name NAME] [--pitch CENTIMETRES] [--brand FOLDER]
  pnpm plan check FILE [--brand FOLDER]
  pnpm plan export FILE [--out FILE]

import makes a plan of a file, export a file for the pretix editor; check only looks a file over, and all three say what
they found. FILE is a plan of any kind (docs/guides/seat-plans.md), - what comes by a pipe.

  --out FILE             where it is written, instead of beside FILE
  --hall main-house      the plan's short name, in addresses
  --name "Main house"    the plan's name, as people read it
  --pitch 55             centimetres between two neighbours in a row
  --brand brands/bridge  also looks for the photographs there, and for their words in that house's languages

Leaves with 0 where the plan can be sold, with 1 where the report has errors, with 2 where nothing could be read or written.`

/**
 * Runs a command and returns the exit status.
 * @param {string[]} args @param {(line: string) => void} [say] @param {(trouble: string) => void} [complain]
 */
export function runPlan(args, say = console.log, complain = console.error) {
  try {
    if (args.length === 1 && /^(--?h(elp)?|help)$/.test(args[0] ?? '')) {
      say(usage)
      return 0
    }
    return handle(readArguments(args), say)
  } catch (error) {
    // A designer gets a sentence for any error, never a stack trace.
    complain(reasonOf(error))
    return 2
  }
}

/** @param {ReturnType<typeof readArguments>} asked @param {(line: string) => void} say */
function handle({ verb, file, options }, say) {
  const { hall, name, pitch, brand } = options
  const result = importPlanBytes(readFile(file), {
    ...(hall && { hall }),
    ...(name && { name }),
    ...(pitch && { pitch: Number(pitch) }),
    ...(brand && houseOf(brand)),
  })
  if (!result.ok) throw new Error(`${file}: ${describeFinding(result.error)}`)

  const { draft, report, format, origins, categories } = result.value
  const sizes = [count(report.seats, 'seat'), 'in', count(report.rows, 'row'), 'and', count(report.areas, 'area')].join(' ')
  say(`${plain(draft.name)}: ${sizes} (read as ${format})\n`)
  sayFindings(result.value, say)
  if (report.seats === 0 && verb !== 'check') say('\nNothing is written.')
  else if (verb !== 'check') {
    const target = options.out ?? file.replace(/(\.(json|svg|csv|tsv))?$/i, verb === 'import' ? '.plan.json' : '.pretix.json')
    const priceCategories = categories.length > 0 ? { categories, categoryOf: origins.map(({ category }) => category) } : {}
    const output = verb === 'import' ? writePlan(draft) : exportPretix(draft, priceCategories)
    writeText(target, `${JSON.stringify(output)}\n`)
    say(`\n${count(origins.length, 'seat')} written to ${target}`)
  }
  return hasErrors(report) ? 1 : 0
}

/** @param {number} number @param {string} thing */
function count(number, thing) {
  return `${number} ${thing}${number === 1 ? '' : 's'}`
}

/** @param {string[]} args */
function readArguments(args) {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        out: { type: 'string' },
        hall: { type: 'string' },
        name: { type: 'string' },
        pitch: { type: 'string' },
        brand: { type: 'string' },
      },
    })
    const [verb, file, ...more] = positionals
    if (verb !== undefined && verb !== 'import' && verb !== 'check' && verb !== 'export')
      throw new Error(`“${verb}” is none of import, check and export.`)
    if (!verb || !file || more.length > 0) throw new Error('Which one file shall be imported, checked or exported?')
    if (verb !== 'check' && file === '-' && !values.out) throw new Error('--out says where that is written which comes by a pipe')
    if (values.out !== undefined && resolve(values.out) === resolve(file)) throw new Error('--out would overwrite the file that is read')
    if (values.hall !== undefined && !/^[a-z0-9][a-z0-9-]{0,59}$/.test(values.hall))
      throw new Error('--hall takes a short name of a-z, 0-9 and -, such as main-house')
    if (values.pitch !== undefined && !(Number(values.pitch) >= 10 && Number(values.pitch) <= 500))
      throw new Error('--pitch takes the centimetres between two neighbours, from 10 to 500')
    return { verb, file, options: values }
  } catch (error) {
    throw new Error(`${reasonOf(error)}\n\n${usage}`, { cause: error })
  }
}

/** The facts that a plan's photographs are checked against. @param {string} folder of a brand @throws if the folder has no brand */
function houseOf(folder) {
  /** @type {{ locales: string[] }} */
  const { locales } = JSON.parse(readFile(join(folder, 'brand.json')).toString())
  return { hasFile: (/** @type {string} */ file) => existsSync(join(folder, file)), languages: locales }
}

/** @param {string} file */
function readFile(file) {
  try {
    const refusal = file === '-' ? undefined : refuseTooLarge(statSync(file).size)
    if (refusal && !refusal.ok) throw new Error(describeFinding(refusal.error))
    return readFileSync(file === '-' ? 0 : file)
  } catch (error) {
    throw new Error(`${file} can’t be read: ${troubleOf(error)}`, { cause: error })
  }
}

/** @param {string} file @param {string} text */
function writeText(file, text) {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new Error(`${file} can’t be written: ${troubleOf(error)}`, { cause: error })
  }
}

/** Error codes of the system, as sentences. @type {Readonly<Record<string, string>>} */
const troubles = {
  ENOENT: 'there is no such file or folder.',
  EISDIR: 'it is a folder.',
  ENOTDIR: 'there is no such folder.',
  EACCES: 'you may not.',
  EROFS: 'nothing can be written there.',
  ENOSPC: 'the disk is full.',
}

/** @param {unknown} error */
function troubleOf(error) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return troubles[code] ?? reasonOf(error)
}

/** Most rows and places listed for one finding; the preview shows all. */
const [mostRows, mostPlaces] = [4, 8]

/** @param {import('../packages/domain/src/plan/import/index.ts').ImportedPlan} imported @param {(line: string) => void} say */
function sayFindings({ draft, origins, report: { findings } }, say) {
  if (findings.length === 0) say('Nothing to report.')
  const width = Math.max(0, ...findings.map(({ code }) => code.length))
  const indent = ' '.repeat(width + 11)
  const plan = readPlan(writePlan(draft))
  const find = createSeatFinder(plan, origins)
  for (const finding of findings) {
    const { severity, code, areas, at } = finding
    const rows = at.length > 0 ? placesOfSeats(plan, find(finding)) : []
    say(`${severity.padEnd(8)} ${code.padEnd(width)}  ${describeFinding(finding)}`)
    for (const { area, row, numbers } of rows.slice(0, mostRows))
      say(`${indent}${plain(row?.label ? `${area}, ${row.table ? 'table' : 'row'} ${row.label}${numbers ? `: ${numbers}` : ''}` : area)}`)
    if (rows.length > mostRows) say(`${indent}and ${rows.length - mostRows} more`)
    if (rows.length === 0 && areas.length > 0) say(`${indent}in ${few(areas)}`)
    if (at.length > 0) say(`${indent}${plain(few(at))}`)
  }
}

/** @param {readonly string[]} places */
function few(places) {
  return places.length > mostPlaces ? `${places.slice(0, mostPlaces).join(', ')}, …` : places.join(', ')
}

/** A name from a file, without characters that move a terminal's cursor or reverse its text. @param {string} text */
function plain(text) {
  return text.replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '')
}

/** @param {unknown} error */
function reasonOf(error) {
  return error instanceof Error ? error.message : String(error)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = runPlan(process.argv.slice(2))
