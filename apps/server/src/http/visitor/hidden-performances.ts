import type { Kysely } from 'kysely'
import { mapPerformanceIds, mapTexts } from '@playhouse/api-client/contract'
import type { Database } from '#db'
import type { Catalogue } from '#modules/catalogue'
import { readOpenedProgrammes } from '#modules/programme'
import { isVisibleTo } from '@playhouse/domain/programme'
import type { Problem } from '@playhouse/domain/problem'
import type { Visitor } from '../call.ts'

type HidingDeps = { readonly db: Kysely<Database>; readonly catalogue: Pick<Catalogue, 'performanceDetails'> }
/** Validated input of a call. */
type CallInput = { readonly params: unknown; readonly query: unknown; readonly body: unknown }
type HiddenPerformances = CallInput & {
  /** The problem with the ids that the visitor sent. */
  readonly restore: (problem: Problem) => Problem
}

/**
 * Replaces the ids of performances that are hidden from the visitor by ids that no performance has: so every call treats a hidden
 * performance as an unknown one. An unknown and a hidden id cost the same queries. So are ids replaced that the catalogue does not have,
 * because drafts are rows of the same tables.
 */
export async function hidePerformances(
  { db, catalogue }: HidingDeps,
  visitor: Pick<Visitor, 'customer' | 'session' | 'hasLinkAccess'>,
  input: CallInput,
): Promise<HiddenPerformances> {
  const ids = new Set<string>()
  mapPerformanceIds(input, (id) => {
    ids.add(id)
    return id
  })
  const isPublic = async (id: string): Promise<boolean> => {
    const details = await catalogue.performanceDetails(id)
    return details !== undefined && isVisibleTo([], details)
  }
  const doubtful: string[] = []
  for (const id of ids) if (!(await isPublic(id))) doubtful.push(id)
  if (doubtful.length === 0) return { ...input, restore: (problem) => problem }
  const opened = await readOpenedProgrammes(db, visitor)
  const aliases = new Map<string, string>()
  for (const id of doubtful) {
    const details = await catalogue.performanceDetails(id)
    if (!details || !isVisibleTo(opened, details)) aliases.set(id, `~${aliases.size}`)
  }
  const idOf = new Map([...aliases].map(([id, alias]) => [alias, id]))
  return {
    ...mapPerformanceIds(input, (id) => aliases.get(id) ?? id),
    restore: (problem) => mapTexts(problem, (text) => idOf.get(text) ?? text),
  }
}
