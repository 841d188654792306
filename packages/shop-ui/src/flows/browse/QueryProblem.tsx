import { useWords } from '#i18n'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice, useProblemWords } from '#ui/ProblemNotice'
import { ProblemError } from '#server-state'
import { AlsoOn } from './AlsoOn.tsx'

/** Replaces a page whose data couldn't be loaded: the problem, and a way to continue. */
export function QueryProblem({ error, onRetry }: { readonly error: Error; readonly onRetry: () => unknown }) {
  const t = useWords('browse')
  const wordsOf = useProblemWords()
  if (!(error instanceof ProblemError)) throw error
  const { problem } = error
  const transient = problem.code === 'service-unavailable' || problem.code === 'something-wrong'
  return (
    <Page>
      <PageHeading title={wordsOf(problem).title}>{transient ? t('problem.title') : wordsOf(problem).title}</PageHeading>
      <ProblemNotice problem={problem} hasNoTitle={!transient} {...(transient ? { onRetry: () => void onRetry() } : {})} />
      {!transient && <AlsoOn />}
    </Page>
  )
}
