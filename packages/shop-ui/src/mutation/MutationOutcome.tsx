import { Notice } from '#ui/Notice'
import { ProblemNotice } from '#ui/ProblemNotice'
import { useReveal } from '#ui/useReveal'
import type { ApiMutation } from './useApiMutation.ts'

/** The problem or the success message of the last change. It stays until the next one is sent. */
export function MutationOutcome({ mutation: { problem, message } }: { readonly mutation: ApiMutation }) {
  const notice = useReveal(problem ?? message)
  if (problem) return <ProblemNotice ref={notice} problem={problem} bare />
  return message === undefined ? null : <Notice ref={notice} tone="success" title={message} />
}
