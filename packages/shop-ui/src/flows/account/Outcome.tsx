import { Notice } from '#ui/Notice'
import { ProblemNotice } from '#ui/ProblemNotice'
import type { Saving } from './useSaving.ts'

/** What became of the last change: it stays until the next one. */
export function Outcome({ saving: { problem, said } }: { readonly saving: Saving }) {
  if (problem) return <ProblemNotice problem={problem} bare />
  return said === undefined ? null : <Notice tone="success" title={said} />
}
