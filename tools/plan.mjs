import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { readPlan, writePlan } from '../packages/domain/src/plan/index.ts'
import {
  createSeatFinder,
  exportPretix,
  hasErrors,
  importPlanText,
  largestFile,
  placesOfSeats,
  sayFinding,
  textOfFile,
} from '../packages/domain/src/plan/import/index.ts'

// pnpm plan import, check and export: see docs/guides/seat-plans.md.
// Leaves with 0 where the plan can be sold, 1 where the report has errors, 2 where no plan could be read.

const usage = `usage:
  pnpm plan import FILE [--out FILE] [--hall ID] [--name NAME] [--pitch CENTIMETRES] [--brand FOLDER]
  pnpm plan check FILE [--brand FOLDER]
  pnpm plan export FILE [--out FILE]

  --brand brands/bridge  also looks for the photographs there, and for their words in that house's languages`

/**
 * Runs a command and returns the status to leave with.
 * @param {string[]} args @param {(line: string) => void} [say] @param {(trouble: string) => void} [complain]
 */
export function runPlan(args, say = console.log, complain = console.error) {
  try {
    return handle(readArguments(args), say)
  } catch (error) {
    // Whatever it is, a designer gets a sentence and never a stack.
    complain(reasonOf(error))
    return 2
  }
}

/** @param {ReturnType<typeof readArguments>} asked @param {(line: string) => void} say */
function handle({ verb, file, options }, say) {
  const { hall, name, pitch, brand } = options
  const result = importPlanText(readText(file), {
    ...(hall && { hall }),
    ...(name && { name }),
    ...(pitch && { pitch: Number(pitch) }),
    ...(brand && houseOf(brand)),
  })
  if (!result.ok) throw new Error(`${file}: ${sayFinding(result.error)}`)

  const { draft, report, format, origins, categories } = result.value
  const sizes = [count(report.seats, 'seat'), 'in', count(report.rows, 'row'), 'and', count(report.areas, 'area')].join(' ')
  say(`${plain(draft.name)}: ${sizes} (read as ${format})\n`)
  sayFindings(result.value, say)
  if (report.seats === 0 && verb !== 'check') say('\nNothing is written.')
  else if (verb !== 'check') {
    const target = options.out ?? file.replace(/(\.json)?$/i, verb === 'import' ? '.plan.json' : '.pretix.json')
    const priced = categories.length > 0 ? { categories, categoryOf: origins.map(({ category }) => category) } : {}
    const written = verb === 'import' ? writePlan(draft) : exportPretix(draft, priced)
    writeText(target, `${JSON.stringify(written)}\n`)
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
    if (!file || more.length > 0 || (verb !== 'import' && verb !== 'check' && verb !== 'export'))
      throw new Error('Which file shall be imported, checked or exported?')
    if (values.hall !== undefined && !/^[a-z0-9][a-z0-9-]{0,59}$/.test(values.hall))
      throw new Error('--hall takes a short name of a-z, 0-9 and -, such as main-house')
    if (values.pitch !== undefined && !(Number(values.pitch) >= 10 && Number(values.pitch) <= 500))
      throw new Error('--pitch takes the centimetres between two neighbours, from 10 to 500')
    return { verb, file, options: values }
  } catch (error) {
    throw new Error(`${reasonOf(error)}\n\n${usage}`, { cause: error })
  }
}

/** What a plan's photographs are measured by. @param {string} folder of a brand @throws where no brand is there */
function houseOf(folder) {
  /** @type {{ locales: string[] }} */
  const { locales } = JSON.parse(readText(join(folder, 'brand.json')))
  return { hasFile: (/** @type {string} */ file) => existsSync(join(folder, file)), languages: locales }
}

/** @param {string} file */
function readText(file) {
  try {
    const { size } = statSync(file)
    if (size > largestFile) throw new Error(`it has ${Math.round(size / 2 ** 20)} MB, at most ${largestFile / 2 ** 20} are read`)
    return textOfFile(readFileSync(file))
  } catch (error) {
    throw new Error(`${file} can’t be read: ${reasonOf(error)}`, { cause: error })
  }
}

/** @param {string} file @param {string} text */
function writeText(file, text) {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new Error(`${file} can’t be written: ${reasonOf(error)}`, { cause: error })
  }
}

/** Rows and places told of one finding: the preview shows all. */
const [mostRows, mostPlaces] = [4, 8]

/** @param {import('../packages/domain/src/plan/import/index.ts').ImportedPlan} imported @param {(line: string) => void} say */
function sayFindings({ draft, origins, report: { findings } }, say) {
  if (findings.length === 0) say('Nothing to report.')
  const width = Math.max(0, ...findings.map(({ code }) => code.length))
  const indent = ' '.repeat(width + 11)
  // A report may say why no plan can be made of the draft.
  const plan = findings.some(({ code }) => code === 'unknown-type') ? undefined : readPlan(writePlan(draft))
  const find = plan && createSeatFinder(plan, origins)
  for (const finding of findings) {
    const { severity, code, areas, at } = finding
    const rows = plan && find && at.length > 0 ? placesOfSeats(plan, find(finding)) : []
    say(`${severity.padEnd(8)} ${code.padEnd(width)}  ${sayFinding(finding)}`)
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

/** A name from a file, without what would move a terminal's cursor or turn its line round. @param {string} text */
function plain(text) {
  return text.replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '')
}

/** @param {unknown} error */
function reasonOf(error) {
  return error instanceof Error ? error.message : String(error)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = runPlan(process.argv.slice(2))
