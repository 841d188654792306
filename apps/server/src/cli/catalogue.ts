import { readFile, stat, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { Kysely } from 'kysely'
import { nameOfRecord } from '@playhouse/domain/record'
import type { RecordKind } from '@playhouse/domain/record-kind'
import { readConfig } from '#config'
import type { Database } from '#db'
import { createCatalogue, readBrand } from '#modules/catalogue'
import {
  type CatalogueDeps,
  type CatalogueKind,
  catalogueKinds,
  countRecords,
  endOffer,
  exportCatalogue,
  importCatalogue,
  listOffers,
  listRecords,
  readCatalogueFile,
  readPlannedOffer,
  readRecord,
  setRecordSale,
} from '#modules/planning'
import { closest } from '#modules/spreadsheet'
import { describeProblem } from './catalogue-texts.ts'
import { describeChanges, describeRefusal } from './import-texts.ts'
import { type Command, runCommandLine } from './run-command-line.ts'

const usage = `Usage: pnpm catalogue kinds                            lists the kinds of the catalogue, with the numbers of their things
       pnpm catalogue list KIND                        lists the things of a kind
       pnpm catalogue show KIND ID                     prints one thing, as a file has it
       pnpm catalogue export FILE.json [KIND...]       writes the things of all kinds, or of these
       pnpm catalogue check FILE.json                  lists what an import would change, or everything that is wrong
       pnpm catalogue import FILE.json [--reason "WHY"]  changes it, all or nothing; staff can undo it under Changes
       pnpm catalogue withdraw KIND ID [--reason "WHY"]  takes a thing off sale; what was sold of it does not change. An offer ends for good
       pnpm catalogue offer KIND ID [--reason "WHY"]     offers a withdrawn thing again

  A file has a list for each kind. Kinds and things that are left out stay as they are. docs/guides/catalogue.md has the fields.
  Access cards (pnpm access), single-use codes, access codes, images and stock are not in it.

  --help   prints this text`

const planner = { staff: null, actor: { name: 'operator' } }

/** Validates the arguments before the database is opened. @throws RangeError for invalid arguments */
function parse(args: readonly string[]): Command {
  const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options: { reason: { type: 'string' } } })
  const [verb, ...rest] = positionals
  const { reason } = values
  const work = parseVerb(verb, rest, reason)
  if (!work || (reason !== undefined && !['import', 'withdraw', 'offer'].includes(verb!))) throw new RangeError()
  return async (db) => work(await openCatalogue(db))
}

type Work = (deps: CatalogueDeps) => Promise<string>

function parseVerb(verb: string | undefined, rest: readonly string[], reason: string | undefined): Work | undefined {
  const [first, id, ...more] = rest
  if (verb === 'kinds' && first === undefined) return printKinds
  if (first === undefined) return undefined
  if (verb === 'export' && !first.endsWith('.json')) throw new RangeError('the file to write ends in .json')
  if (verb === 'export') return (deps) => writeExport(deps, first, rest.slice(1).map(kindOf))
  if (verb === 'check' && id === undefined) return (deps) => runImport(deps, first, { isPreview: true })
  if (verb === 'import' && id === undefined) return (deps) => runImport(deps, first, { isPreview: false, reason })
  if (verb === 'list' && id === undefined) return listing(kindOf(first))
  if (id === undefined || more.length > 0) return undefined
  const kind = kindOf(first)
  if (verb === 'show') return (deps) => show(deps, kind, id)
  if (verb === 'withdraw') return (deps) => (kind === 'offer' ? end(deps, id, reason) : setSale(deps, { kind, id }, true, reason))
  if (verb !== 'offer') return undefined
  if (kind === 'offer') throw new RangeError('an offer that has ended gets another end by its page, or by a file')
  return (deps) => setSale(deps, { kind, id }, false, reason)
}

function kindOf(text: string): CatalogueKind {
  const kind = catalogueKinds.find((each) => each === text)
  if (kind) return kind
  const similar = closest(text, catalogueKinds)
  throw new RangeError(`"${text}" is no kind of the catalogue${similar === null ? '' : ` (${similar})`}; pnpm catalogue kinds lists them`)
}

async function openCatalogue(db: Kysely<Database>): Promise<CatalogueDeps> {
  const config = readConfig(process.env, { isStarting: false })
  return { db, brand: await readBrand(config.brandFolder), catalogue: createCatalogue(db) }
}

async function printKinds(deps: CatalogueDeps): Promise<string> {
  const counts = await countRecords(deps)
  const offers = await listOffers(deps)
  const lines = counts.map(({ kind, offered, withdrawn }) => `${kind}: ${offered}${withdrawn > 0 ? `, ${withdrawn} withdrawn` : ''}`)
  return [...lines, `offer: ${offers.length}`].join('\n')
}

const listing =
  (kind: CatalogueKind): Work =>
  async (deps) => {
    if (kind === 'offer') {
      const offers = await listOffers(deps)
      const lines = offers.map(({ id, offer, state, used }) => `${id}  ${offer.name}  ${state}, ${used} orders`)
      return lines.join('\n') || 'no offer'
    }
    const records = await listRecords(deps, kind)
    const lines = records.map(({ id, record }) => `${id}  ${nameOfRecord(record)}${record.isWithdrawn ? '  withdrawn' : ''}`)
    return lines.join('\n') || `no ${kind}`
  }

const unknown = (kind: CatalogueKind, id: string): Error => new Error(`there is no ${kind} ${id}`)

async function show(deps: CatalogueDeps, kind: CatalogueKind, id: string): Promise<string> {
  const things = (await exportCatalogue(deps, [kind]))[kind] ?? []
  const thing = things.find((each) => each.id === id)
  if (!thing) throw unknown(kind, id)
  return JSON.stringify(thing, null, 2)
}

async function setSale(
  deps: CatalogueDeps,
  of: { readonly kind: RecordKind; readonly id: string },
  isWithdrawn: boolean,
  reason: string | undefined,
): Promise<string> {
  const record = await readRecord(deps, of)
  if (!record) throw unknown(of.kind, of.id)
  const applied = await setRecordSale(deps, planner, of, { version: record.version, isWithdrawn, reason })
  if (!applied.ok) throw new Error(refusalText(applied.error))
  return `${of.kind} ${of.id} is ${isWithdrawn ? 'withdrawn' : 'on offer'}${applied.value.changeSet === null ? ' as before' : ''}`
}

async function end(deps: CatalogueDeps, id: string, reason: string | undefined): Promise<string> {
  const offer = await readPlannedOffer(deps, id)
  if (!offer) throw unknown('offer', id)
  const ended = await endOffer(deps, planner, id, { version: offer.version, reason })
  if (!ended.ok) throw new Error(refusalText(ended.error))
  return `offer ${id} has ended${ended.value.changeSet === null ? ' as before' : ''}`
}

const refusalText = ({ code, params }: { readonly code: string; readonly params?: unknown }): string =>
  params === undefined ? code : `${code}: ${JSON.stringify(params)}`

async function writeExport(deps: CatalogueDeps, path: string, kinds: readonly CatalogueKind[]): Promise<string> {
  const things = await exportCatalogue(deps, kinds.length > 0 ? kinds : catalogueKinds)
  await writeFile(path, `${JSON.stringify(things, null, 2)}\n`)
  return Object.entries(things)
    .map(([kind, list]) => `${list.length} ${kind}`)
    .join(', ')
}

const mostBytes = 20_000_000

async function runImport(
  deps: CatalogueDeps,
  path: string,
  options: { readonly isPreview: boolean; readonly reason?: string | undefined },
): Promise<string> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw new RangeError(`there is no file ${path}`)
  if (found.size > mostBytes) throw new RangeError(`${path} is larger than 20 MB`)
  const report = await importCatalogue(deps, planner, readCatalogueFile(await readFile(path, 'utf8')), options)
  const { problems } = report
  if (problems.length > 0) throw new Error(describeRefusal(problems.map(describeProblem), problems.length))
  return describeChanges(report, options.isPreview).join('\n')
}

await runCommandLine(usage, parse)
