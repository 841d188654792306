import type { Transaction } from 'kysely'
import { type Database, transact } from '#db'
import { changedFields, type ChangeSubject } from '@playhouse/domain/change'
import type { FileProblem, ReadProgramme } from '@playhouse/domain/programme-file'
import { applyChanges, lockCreation, type Planner, type WantedChange } from '../apply-changes.ts'
import type { EditDeps } from '../edit-production.ts'
import { subjectModules } from '../subjects.ts'
import type { Stored } from '../subject.ts'
import { checkPerformances } from './check-performances.ts'
import { checkProductions, incompleteOf } from './check-productions.ts'
import { checkLists, composeLists, namedLists } from './compose-lists.ts'
import { composeThings, type Composed } from './compose-things.ts'
import { ProblemList } from './problem-list.ts'
import { readKnown, readPlans } from './known.ts'

/** A thing that a file creates or changes, and the changed fields. */
export type ImportedThing = {
  readonly subject: ChangeSubject
  readonly id: string
  readonly effect: 'created' | 'changed'
  readonly fields: readonly string[]
}

/** What an import did, or would do. With problems, nothing was written. */
export type ImportReport = {
  readonly problems: readonly FileProblem[]
  readonly things: readonly ImportedThing[]
  /** Things of the file that the programme has already with the same values. */
  readonly unchanged: number
  /** Null in a preview, with problems, and where nothing changed. */
  readonly changeSet: string | null
}

export type ImportOptions = { readonly isPreview: boolean; readonly reason?: string | undefined }
/** Dependencies of an import, and the time zone of the theatre for performances that name none. */
export type ImportDeps = EditDeps & { readonly timeZone: string }

/** Ends the transaction of a preview, or of a file with problems, without effect. */
class WithoutEffect extends Error {
  readonly report: ImportReport
  constructor(report: ImportReport) {
    super('the import has no effect')
    this.report = report
  }
}

/**
 * Imports a programme file as one change set, or nothing of it where anything is wrong. A thing whose key exists is changed, another one is
 * created. A preview does everything in a transaction that it then rolls back.
 */
export async function importProgramme(
  { db, timeZone, ...deps }: ImportDeps,
  planner: Planner,
  file: ReadProgramme,
  { isPreview, reason }: ImportOptions,
): Promise<ImportReport> {
  const plans = await readPlans({ ...deps, db })
  try {
    return await transact(db, async (trx) => {
      const problems = new ProblemList(file.problems)
      await lockCreation(trx)
      const stored = (subject: ChangeSubject, ids: readonly string[]) => readStored(trx, subject, ids)
      const { rows } = file
      const lists = composeLists(rows, await stored('price-list', namedLists(rows)), problems)
      const productions = composeThings('productions', rows.productions, await stored('production', idsOf(rows.productions)), problems)
      const known = await readKnown(trx, plans, {
        lists: new Map(lists.map(({ id, after }) => [id, after.hall])),
        productions: rows.productions.map(({ key: [id = ''] }) => ({ id })),
      })
      const performances = composeThings(
        'performances',
        rows.performances,
        await stored('performance', idsOf(rows.performances)),
        problems,
        { timeZone, newestPlan: known.newestPlan },
      )
      await checkProductions(trx, productions, problems)
      await checkLists(trx, lists, known, problems)
      await checkPerformances(trx, performances, known, problems)
      const wanted = [
        ...lists.map((each) => wantedOf('price-list', each)),
        ...productions.map((each) => wantedOf('production', each)),
        ...performances.map((each) => wantedOf('performance', each)),
      ]
      if (problems.isEmpty) {
        const applied = await applyChanges(trx, deps, planner, { kind: 'import-programme', reason }, wanted)
        if (!applied.ok) throw new Error(`the import was refused: ${applied.error.code}`)
        await incompleteOf({ ...deps, db: trx }, { productions, performances }, problems)
        const things = applied.value.rows.map(({ subject, id, before, after }): ImportedThing => ({
          ...{ subject, id },
          effect: before === null ? 'created' : 'changed',
          fields: changedFields(before, after).map(({ field }) => field),
        }))
        const unchanged = wanted.length - things.length
        if (problems.isEmpty && !isPreview) return { problems: [], things, unchanged, changeSet: applied.value.changeSet }
        throw new WithoutEffect({ problems: problems.sorted(), things, unchanged, changeSet: null })
      }
      throw new WithoutEffect({ problems: problems.sorted(), things: [], unchanged: 0, changeSet: null })
    })
  } catch (error) {
    if (error instanceof WithoutEffect) return error.report
    throw error
  }
}

const wantedOf = <Thing>(subject: ChangeSubject, { id, after }: Pick<Composed<Thing>, 'id' | 'after'>): WantedChange => ({
  ...{ subject, id, version: 'any' },
  change: () => after,
})

const readStored = (trx: Transaction<Database>, subject: ChangeSubject, ids: readonly string[]): Promise<Map<string, Stored>> =>
  ids.length === 0 ? Promise.resolve(new Map()) : subjectModules[subject].read(trx, ids)

const idsOf = (rows: readonly { readonly key: readonly string[] }[]): string[] => rows.map(({ key: [id = ''] }) => id)
