import { Notice } from '#parts/Notice'
import { ProblemNotice } from '#parts/ProblemNotice'
import type { Saving } from './useSaving.ts'

/** What became of the last change: it stays until the next one. */
export function Outcome({ saving: { problem, said } }: { readonly saving: Saving }) {
  if (problem) return <ProblemNotice problem={problem} bare />
  return said === undefined ? null : <Notice tone="success" title={said} />
}
