import { Notice } from '#ui/Notice'
import { ProblemNotice } from '#ui/ProblemNotice'
import type { ApiMutation } from './useApiMutation.ts'

/** The problem or the success message of the last change. It stays until the next one is sent. */
export function MutationOutcome({ mutation: { problem, message } }: { readonly mutation: ApiMutation }) {
  if (problem) return <ProblemNotice problem={problem} bare />
  return message === undefined ? null : <Notice tone="success" title={message} />
}
