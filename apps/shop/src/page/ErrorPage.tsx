import { isRouteErrorResponse, useRouteError } from 'react-router'
import { useWords } from '@playhouse/shop-ui/i18n'
import { Button } from '@playhouse/shop-ui/ui/Button'
import { LinkButton } from '@playhouse/shop-ui/ui/LinkButton'
import { NoticeActions } from '@playhouse/shop-ui/ui/Notice'
import { Page } from '@playhouse/shop-ui/ui/Page'
import { PageHeading } from '@playhouse/shop-ui/ui/PageHeading'
import { ProblemNotice } from '@playhouse/shop-ui/ui/ProblemNotice'
import { type ApiProblem, ProblemError, queryClient } from '@playhouse/shop-ui/server-state'
import { LastResort } from './LastResort.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'

/** Shows a failure of a screen or its guards, with a link or button to continue. */
export const ErrorPage = () => (
  <LastResort>
    <Explanation error={useRouteError()} />
  </LastResort>
)

/** Whether a guard refused a page that the brand does not have. */
export const isPageNotFound = (error: unknown): boolean => error instanceof ProblemError && error.problem.code === 'page-not-found'

function Explanation({ error }: { readonly error: unknown }) {
  if (isPageNotFound(error) || (isRouteErrorResponse(error) && error.status === 404)) return <NotFoundPage />
  if (error instanceof ProblemError) return <ProblemPage problem={error.problem} />
  return <BrokenPage />
}

/** A full page for a problem. */
function ProblemPage({ problem }: { readonly problem: ApiProblem }) {
  const t = useWords('problem')
  return (
    <Page width="reading">
      <PageHeading>{t(`${problem.code}.title`)}</PageHeading>
      <ProblemNotice problem={problem} hasNoTitle />
    </Page>
  )
}

function BrokenPage() {
  const t = useWords('shell')
  const reload = () => {
    queryClient.clear()
    location.reload()
  }
  return (
    <Page width="reading">
      <PageHeading>{t('errorPage.title')}</PageHeading>
      <p>{t('errorPage.body')}</p>
      <NoticeActions>
        <Button look="primary" onPress={reload}>
          {t('errorPage.reload')}
        </Button>
        <LinkButton to="/">{t('errorPage.home')}</LinkButton>
      </NoticeActions>
    </Page>
  )
}
